import { Monitor, Moon, Sun } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { useTheme, type ThemeChoice } from '../../ui/theme.ts';

const THEMES = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
  { id: 'system', label: 'As the system', icon: Monitor },
] as const satisfies readonly { id: ThemeChoice; label: string; icon: typeof Sun }[];

/** How it looks. */
export function AppearanceGroup() {
  const [choice, choose] = useTheme();
  return (
    <fieldset className="border-t border-line pt-3">
      <legend className="float-left mb-2 w-full font-medium">Theme</legend>
      <div className="clear-both flex flex-wrap gap-2">
        {THEMES.map(({ id, label, icon: Icon }) => (
          <label
            key={id}
            className={classNames(
              'flex h-9 cursor-pointer items-center gap-2 rounded-md border px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
              choice === id
                ? 'border-accent bg-selected text-accent'
                : 'border-line text-ink-2 hover:border-line-strong hover:text-ink',
            )}
          >
            <input
              type="radio"
              name="theme"
              value={id}
              checked={choice === id}
              onChange={() => choose(id)}
              className="sr-only"
            />
            <Icon size={14} aria-hidden /> {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
