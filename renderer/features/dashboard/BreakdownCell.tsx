import { formatDuration } from '../../lib/format.ts';
import type { BreakdownBy } from '../../lib/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dash } from '../../ui/facts/Dash.tsx';
import { CostText, Count, Tokens } from '../../ui/facts/Numbers.tsx';
import type { BreakdownColumn, BreakdownRow } from './breakdown-table.ts';
import { fromWidth } from './breakdown-widths.ts';

/** What the narrowest column has room for. */
const MOST_DIGITS = 999_999;

type Props = {
  readonly by: BreakdownBy;
  readonly column: BreakdownColumn;
  readonly row: BreakdownRow;
  /** Of the largest value, drawn below the number; null where nothing is drawn. */
  readonly share: number | null;
};

/** A number of a group. */
export function BreakdownCell({ by, column, row, share }: Props) {
  const value = column.valueOf(row);
  const isError = column.field === 'errors' && (value ?? 0) > 0;
  return (
    <td
      className={classNames(
        'relative py-1.5 pr-4 text-right whitespace-nowrap last:pr-5',
        isError ? 'text-error' : 'text-ink-2',
        fromWidth(by, column.field),
      )}
    >
      <CellValue field={column.field} value={value} row={row} />
      {share !== null && (
        <span
          aria-hidden
          className="absolute right-4 bottom-0.5 h-0.5 rounded-full bg-accent/60"
          style={{ width: `calc((100% - 24px) * ${share})` }}
        />
      )}
    </td>
  );
}

type ValueProps = { readonly field: string; readonly value: number | null; readonly row: BreakdownRow };

function CellValue({ field, value, row }: ValueProps) {
  if (value === null || value === 0) return <Dash />;
  if (field === 'total_tokens') return <Tokens usage={row} most={MOST_DIGITS} />;
  if (field === 'total_cost') return <CostText dollars={value} unpriced={row.unpriced_calls} isShort />;
  if (field === 'p50' || field === 'p95' || field === 'first_token') return formatDuration(value);
  return <Count value={value} most={MOST_DIGITS} />;
}
