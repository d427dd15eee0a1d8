import { ArrowDown, ArrowUp } from 'lucide-react';
import { readOrder, type BreakdownBy, type DashboardSearch } from '../../lib/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { defaultColumn } from './breakdown-table.ts';
import { fromWidth } from './breakdown-widths.ts';

type Props = {
  readonly label: string;
  readonly field: string;
  readonly by: BreakdownBy;
  readonly search: DashboardSearch;
  readonly onSort: (field: string) => void;
  readonly isName?: boolean;
};

/** The head of a column, which sorts by it. */
export function BreakdownHead({ label, field, by, search, onSort, isName = false }: Props) {
  const order = readOrder(search.order_by) ?? { field: defaultColumn(by), isDescending: true };
  const isSorted = order.field === field;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames(
        'font-normal',
        isName ? 'w-[28%] max-w-0 min-w-16 pl-3 text-left' : 'pr-2 text-right last:pr-3',
        fromWidth(by, field),
      )}
    >
      <button
        type="button"
        onClick={() => onSort(field)}
        className={classNames(
          'inline-flex h-7 max-w-full items-center gap-1 rounded-sm pr-2 pl-1 hover:text-ink',
          isSorted && 'font-medium text-ink',
        )}
      >
        <span className="truncate">{label}</span>
        {isSorted && <Arrow size={11} aria-hidden className="flex-none" />}
      </button>
    </th>
  );
}
