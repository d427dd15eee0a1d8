import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Stats } from '../../../collector/contract/stats.ts';
import { valueLabel } from '../../lib/filters.ts';
import { plural } from '../../lib/format.ts';
import { nextOrder, type BreakdownBy, type DashboardSearch } from '../../lib/search.ts';
import { showHidden } from '../../lib/text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useTableKeys } from '../../ui/keyboard/use-table-keys.ts';
import { BreakdownCell } from './BreakdownCell.tsx';
import { BreakdownHead } from './BreakdownHead.tsx';
import {
  BREAKDOWN_LABELS,
  breakdownColumns,
  defaultColumn,
  sortBreakdown,
  tracesOfGroup,
} from './breakdown-table.ts';

const FEW = 10;

export type BreakdownProps = {
  readonly project: string;
  readonly search: DashboardSearch;
  readonly by: BreakdownBy;
  readonly groups: Stats['groups'];
  readonly onChange: (search: DashboardSearch) => void;
};

/** A row a group, the first few until all are asked for; each leads to its traces. */
export function BreakdownTable({ project, search, by, groups, onChange }: BreakdownProps) {
  const [isWhole, setIsWhole] = useState(false);
  const keys = useTableKeys();
  const columns = breakdownColumns(by);
  const rows = sortBreakdown(groups, by, search.order_by);
  const shown = isWhole ? rows : rows.slice(0, FEW);
  const main = columns.find(({ field }) => field === defaultColumn(by));
  const most = Math.max(1, ...groups.map((row) => main?.valueOf(row) ?? 0));
  const sort = (field: string): void =>
    onChange({ ...search, order_by: nextOrder(search.order_by, field, defaultColumn(by)) });
  return (
    <div className="@container/breakdown">
      <table {...keys} className="num w-full text-sm">
        <caption className="sr-only">Figures by {BREAKDOWN_LABELS[by].toLowerCase()}</caption>
        <thead className="text-xs text-ink-3">
          <tr className="border-b border-line">
            <BreakdownHead
              label={BREAKDOWN_LABELS[by]}
              field="value"
              by={by}
              search={search}
              onSort={sort}
              isName
            />
            {columns.map(({ field, label }) => (
              <BreakdownHead key={field} label={label} field={field} by={by} search={search} onSort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.value} className="border-b border-line/60 last:border-0 hover:bg-hover">
              <th
                scope="row"
                className="max-w-0 min-w-16 @max-[460px]/breakdown:w-full truncate py-0 pl-4 text-left font-normal"
              >
                <Link
                  to="/p/$project/traces"
                  params={{ project }}
                  search={tracesOfGroup(search, by, row.value)}
                  title={showHidden(`Traces with ${row.value}`)}
                  dir="auto"
                  className="block truncate text-left py-1.5 font-[500] hover:text-accent hover:underline"
                >
                  {showHidden(valueLabel(by, row.value))}
                </Link>
              </th>
              {columns.map((column) => (
                <BreakdownCell
                  key={column.field}
                  by={by}
                  column={column}
                  row={row}
                  share={column === main ? (column.valueOf(row) ?? 0) / most : null}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > FEW && (
        <p className="border-t border-line px-4 py-1.5">
          <Button className="h-6!" onClick={() => setIsWhole(!isWhole)}>
            {isWhole
              ? `Only the first ${FEW}`
              : `Show all ${plural(rows.length, BREAKDOWN_LABELS[by].toLowerCase())}`}
          </Button>
        </p>
      )}
    </div>
  );
}
