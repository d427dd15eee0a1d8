import { Check, Minus } from 'lucide-react';
import { classNames } from '../class-names.ts';

type Props = {
  readonly label: string;
  readonly state: 'on' | 'off' | 'some';
  readonly tabIndex?: 0 | -1;
  readonly isQuiet?: boolean;
  readonly onClick?: () => void;
};

/** The box of a row or of a table's head; inside a row the grid hears the press. */
export function CheckBox({ label, state, tabIndex = 0, isQuiet = false, onClick }: Props) {
  return (
    <button
      type="button"
      role="checkbox"
      data-check=""
      aria-checked={state === 'some' ? 'mixed' : state === 'on'}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={onClick}
      className="-m-1.5 grid size-6.5 place-items-center"
    >
      <span
        aria-hidden
        className={classNames(
          'grid size-3.5 place-items-center rounded-[3px] border',
          state === 'off' ? 'border-control' : 'border-accent bg-accent text-on-accent',
          isQuiet &&
            state === 'off' &&
            'opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 no-hover:opacity-100',
        )}
      >
        {state === 'on' && <Check size={11} strokeWidth={3} />}
        {state === 'some' && <Minus size={11} strokeWidth={3} />}
      </span>
    </button>
  );
}
