import type { ReactNode } from 'react';
import type { NumberPart } from '../../lib/usage.ts';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../controls/Tooltip.tsx';

type Props = {
  readonly title: string;
  readonly rows: readonly NumberPart[];
  readonly note?: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** -1 inside a grid whose rows take the focus; there the dots show only in the row at hand. */
  readonly tabIndex?: 0 | -1;
  /** A press or tap is the row's, as beside it: there the parts show on hover and focus only. */
  readonly isInRow?: boolean;
  /** Opens more than the breakdown says. */
  readonly onClick?: (() => void) | undefined;
};

/** A number that opens what it is made of, on hover, on focus and on a press (where that opens nothing more). */
export function NumberBreakdown(props: Props) {
  const { title, rows, note, children, className, tabIndex = 0, isInRow = false, onClick } = props;
  return (
    <Tooltip
      content={<PartTable title={title} rows={rows} note={note} />}
      opensOnPress={onClick === undefined && !isInRow}
    >
      <button
        type="button"
        tabIndex={tabIndex}
        data-press={isInRow ? 'row' : undefined}
        onClick={onClick}
        className={classNames(
          'num rounded-sm',
          onClick === undefined && !isInRow && 'cursor-default!',
          tabIndex === 0
            ? 'hint'
            : 'group-hover/row:[text-decoration:underline_dotted_var(--control)] group-hover/row:underline-offset-3',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  );
}

function PartTable({
  title,
  rows,
  note,
}: {
  title: string;
  rows: readonly NumberPart[];
  note: string | undefined;
}) {
  return (
    <div className="num min-w-44">
      <div className="mb-1 font-semibold">{title}</div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-5 gap-y-0.5">
        {rows.map((row) => (
          <div key={row.label} className={classNames('contents', row.strong === true && 'font-semibold')}>
            <dt className={row.strong === true ? 'text-ink' : 'text-ink-2'}>{row.label}</dt>
            <dd className="text-right">{row.value}</dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className="mt-1.5 max-w-60 text-xs text-ink-3">{note}</p>}
    </div>
  );
}
