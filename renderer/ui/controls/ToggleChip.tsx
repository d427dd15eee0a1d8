import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type Props = {
  readonly label: string;
  /** Stands for the label in a narrow tab bar. */
  readonly icon?: ReactNode;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
};

/** A switch in the shape of a chip. */
export function ToggleChip({ label, icon, isOn, onToggle }: Props) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={icon === undefined ? undefined : label}
      onClick={() => onToggle(!isOn)}
      className={classNames(
        'inline-flex h-6 items-center gap-1 rounded-full border px-2.5 text-sm whitespace-nowrap',
        isOn
          ? 'border-accent/40 bg-accent-soft text-accent'
          : 'border-line text-ink-2 hover:border-line-strong hover:text-ink',
      )}
    >
      {isOn && icon === undefined && <Check size={12} aria-hidden />}
      {icon !== undefined && <span className="@min-[500px]/tabs:hidden">{icon}</span>}
      <span className={classNames(icon !== undefined && '@max-[500px]/tabs:sr-only')}>{label}</span>
    </button>
  );
}
