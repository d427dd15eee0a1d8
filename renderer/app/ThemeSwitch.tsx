import { Monitor, Moon, Sun } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { useTheme, type ThemeChoice } from '../ui/theme.ts';

const CHOICES = [
  { id: 'light', label: 'Light theme', icon: Sun },
  { id: 'dark', label: 'Dark theme', icon: Moon },
  { id: 'system', label: "The system's theme", icon: Monitor },
] as const satisfies readonly { id: ThemeChoice; label: string; icon: typeof Sun }[];

export function ThemeSwitch() {
  const [choice, choose] = useTheme();
  return (
    <div role="group" aria-label="Theme" className="flex gap-0.5 max-lg:flex-col">
      {CHOICES.map(({ id, label, icon: Icon }) => (
        <button
          key={id}
          type="button"
          aria-pressed={choice === id}
          aria-label={label}
          title={label}
          onClick={() => choose(id)}
          className={classNames(
            'grid h-6 w-7 place-items-center rounded-sm',
            choice === id ? 'bg-selected text-accent' : 'text-ink-3 hover:bg-hover hover:text-ink',
          )}
        >
          <Icon size={13} aria-hidden />
        </button>
      ))}
    </div>
  );
}
