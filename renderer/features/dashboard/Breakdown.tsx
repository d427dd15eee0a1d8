import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import type { Stats } from '../../../collector/contract/stats.ts';
import {
  breakdownColumns,
  defaultColumn,
  sortBreakdown,
  tracesOfGroup,
  type BreakdownColumn,
  type BreakdownRow,
} from './breakdown-table.ts';
import { valueLabel } from '../../lib/filters.ts';
import { formatDuration, plural } from '../../lib/format.ts';
import {
  BREAKDOWNS,
  nextOrder,
  readOrder,
  type BreakdownBy,
  type DashboardSearch,
} from '../../lib/search.ts';
import { showHidden } from '../../lib/text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dash } from '../../ui/facts/Dash.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CostText, Count, Tokens } from '../../ui/facts/Numbers.tsx';
import { TabBar } from '../../ui/controls/TabBar.tsx';
import { useTableKeys } from '../../ui/keyboard/use-table-keys.ts';

const LABELS: Readonly<Record<BreakdownBy, string>> = {
  model: 'Model',
  framework: 'Framework',
  agent: 'Agent',
  tool: 'Tool',
  provider: 'Provider',
  environment: 'Environment',
  user: 'User',
};
const FEW = 10;
/** What the narrowest column has room for. */
const MOST_DIGITS = 999_999;

type Props = {
  readonly project: string;
  readonly search: DashboardSearch;
  readonly by: BreakdownBy;
  /** Null while those of another breakdown are still there. */
  readonly groups: Stats['groups'] | null;
  readonly onChange: (search: DashboardSearch) => void;
};

/** The figures by model, framework, agent or tool; each row leads to its traces. */
export function Breakdown({ project, search, by, groups, onChange }: Props) {
  return (
    <Tabs.Root
      value={by}
      onValueChange={(next) => onChange({ ...search, by: next as BreakdownBy, order_by: undefined })}
      asChild
    >
      <section aria-label="Breakdown" className="min-w-0 overflow-hidden rounded-lg border border-line bg-bg">
        <TabBar<BreakdownBy>
          label="Break down by"
          value={by}
          tabs={BREAKDOWNS.map((id) => ({ id, label: LABELS[id] }))}
        />
        <Tabs.Content value={by} tabIndex={-1}>
          {groups === null && <Rows count={3} />}
          {groups?.length === 0 && (
            <p className="px-4 py-6 text-center text-sm text-ink-3">
              No span here names a {LABELS[by].toLowerCase()}.
            </p>
          )}
          {groups !== null && groups.length > 0 && (
            <BreakdownTable key={by} {...{ project, search, by, groups, onChange }} />
          )}
        </Tabs.Content>
      </section>
    </Tabs.Root>
  );
}

type TableProps = Props & { readonly groups: Stats['groups'] };

function BreakdownTable({ project, search, by, groups, onChange }: TableProps) {
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
        <caption className="sr-only">Figures by {LABELS[by].toLowerCase()}</caption>
        <thead className="text-xs text-ink-3">
          <tr className="border-b border-line">
            <Head label={LABELS[by]} field="value" by={by} search={search} onSort={sort} isName />
            {columns.map(({ field, label }) => (
              <Head key={field} label={label} field={field} by={by} search={search} onSort={sort} />
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
                <Cell
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
            {isWhole ? `Only the first ${FEW}` : `Show all ${plural(rows.length, LABELS[by].toLowerCase())}`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** What goes first where the room is short: numbers are never cut, and of the names something must be left. */
const FROM_WIDTH: Readonly<Record<string, string>> = {
  traces: '@max-[560px]/breakdown:hidden',
  llm_calls: '@max-[360px]/breakdown:hidden',
  errors: '@max-[460px]/breakdown:hidden',
  input_tokens: '@max-[980px]/breakdown:hidden',
  output_tokens: '@max-[980px]/breakdown:hidden',
  first_token: '@max-[980px]/breakdown:hidden',
  tool_calls: '@max-[760px]/breakdown:hidden',
  p50: '@max-[560px]/breakdown:hidden',
  p95: '@max-[760px]/breakdown:hidden',
};
const FROM_WIDTH_OF_TOOL: Readonly<Record<string, string>> = {
  traces: '@max-[560px]/breakdown:hidden',
  errors: '@max-[460px]/breakdown:hidden',
  p95: '@max-[360px]/breakdown:hidden',
};

function fromWidth(by: BreakdownBy, field: string): string | undefined {
  return (by === 'tool' ? FROM_WIDTH_OF_TOOL : FROM_WIDTH)[field];
}

type HeadProps = {
  readonly label: string;
  readonly field: string;
  readonly by: BreakdownBy;
  readonly search: DashboardSearch;
  readonly onSort: (field: string) => void;
  readonly isName?: boolean;
};

function Head({ label, field, by, search, onSort, isName = false }: HeadProps) {
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

type CellProps = {
  readonly by: BreakdownBy;
  readonly column: BreakdownColumn;
  readonly row: BreakdownRow;
  /** Of the largest value, drawn below the number; null where nothing is drawn. */
  readonly share: number | null;
};

function Cell({ by, column, row, share }: CellProps) {
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

function Rows({ count }: { readonly count: number }) {
  return (
    <div className="loading grid gap-3 p-4" role="status" aria-label="Loading the breakdown">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton block h-4" style={{ width: `${90 - index * 12}%` }} />
      ))}
    </div>
  );
}
