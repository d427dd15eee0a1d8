import type { Figures, Stats } from '../../../collector/contract/stats.ts';
import { readFilters, writeFilters } from '../../lib/filters.ts';
import { readOrder, type BreakdownBy, type DashboardSearch, type TraceListSearch } from '../../lib/search.ts';

/** What is grouped by, as it stands in the head of the table. */
export const BREAKDOWN_LABELS: Readonly<Record<BreakdownBy, string>> = {
  model: 'Model',
  framework: 'Framework',
  agent: 'Agent',
  tool: 'Tool',
  provider: 'Provider',
  environment: 'Environment',
  user: 'User',
};

export type BreakdownRow = Stats['groups'][number];

/** A number of a group by which its rows can be sorted. */
export type BreakdownColumn = {
  readonly field: string;
  readonly label: string;
  readonly valueOf: (figures: Figures) => number | null;
};

const CALLS: BreakdownColumn = {
  field: 'llm_calls',
  label: 'Model calls',
  valueOf: ({ llm_calls }) => llm_calls,
};
const TOOL_CALLS: BreakdownColumn = {
  field: 'tool_calls',
  label: 'Tool calls',
  valueOf: ({ tool_calls }) => tool_calls,
};
const TRACES: BreakdownColumn = { field: 'traces', label: 'Traces', valueOf: ({ traces }) => traces };
const ERRORS: BreakdownColumn = { field: 'errors', label: 'Errors', valueOf: ({ errors }) => errors };
const TOKENS: readonly BreakdownColumn[] = [
  { field: 'input_tokens', label: 'Input', valueOf: ({ input_tokens }) => input_tokens },
  { field: 'output_tokens', label: 'Output', valueOf: ({ output_tokens }) => output_tokens },
  { field: 'total_tokens', label: 'Tokens', valueOf: ({ total_tokens }) => total_tokens },
  { field: 'total_cost', label: 'Cost', valueOf: ({ total_cost }) => total_cost },
];
const TIMES: readonly BreakdownColumn[] = [
  { field: 'p50', label: 'p50', valueOf: ({ latency_ms }) => latency_ms.p50 },
  { field: 'p95', label: 'p95', valueOf: ({ latency_ms }) => latency_ms.p95 },
];
const FIRST_TOKEN: BreakdownColumn = {
  field: 'first_token',
  label: 'First token',
  valueOf: (figures) => figures.time_to_first_token_ms.p50,
};

/** What is told of each group: of tools their own calls and times, of everything else what models did. */
export function breakdownColumns(by: BreakdownBy): readonly BreakdownColumn[] {
  if (by === 'tool') return [TRACES, TOOL_CALLS, ERRORS, ...TIMES];
  return [TRACES, CALLS, ...(by === 'model' ? [] : [TOOL_CALLS]), ERRORS, ...TOKENS, ...TIMES, FIRST_TOKEN];
}

/** The column that rows are sorted by until somebody says otherwise. */
export function defaultColumn(by: BreakdownBy): string {
  return by === 'tool' ? 'tool_calls' : 'total_tokens';
}

/** Rows in the order that an address says; what was not measured comes last, ties are in order of their names. */
export function sortBreakdown(
  rows: readonly BreakdownRow[],
  by: BreakdownBy,
  orderBy: string | undefined,
): readonly BreakdownRow[] {
  const { field, isDescending } = readOrder(orderBy) ?? { field: defaultColumn(by), isDescending: true };
  const byName = (a: BreakdownRow, b: BreakdownRow): number => (a.value < b.value ? -1 : 1);
  if (field === 'value') return rows.toSorted((a, b) => (isDescending ? byName(b, a) : byName(a, b)));
  const columns = breakdownColumns(by);
  const column = columns.find((known) => known.field === field) ?? columns[0];
  return rows.toSorted((a, b) => {
    const [left, right] = [column?.valueOf(a) ?? null, column?.valueOf(b) ?? null];
    if (left === right) return byName(a, b);
    if (left === null) return 1;
    if (right === null) return -1;
    return isDescending ? right - left : left - right;
  });
}

/** What a list of traces calls that by which figures are grouped. */
const FILTER_KEYS: Readonly<Record<BreakdownBy, string>> = {
  model: 'model',
  framework: 'framework',
  agent: 'agent',
  tool: 'tool',
  provider: 'gen_ai_system',
  environment: 'environment',
  user: 'user_id',
};

/** The address of the list of the traces behind a row: those of the dashboard that have its value. */
export function tracesOfGroup(search: DashboardSearch, by: BreakdownBy, value: string): TraceListSearch {
  const { by: _by, order_by: _order, ...rest } = search;
  const key = FILTER_KEYS[by];
  const others = readFilters(search.filters).filter(
    (filter) => !(filter.key === key && filter.op === 'eq' && filter.value === value),
  );
  return { ...rest, filters: writeFilters([...others, { key, op: 'eq', value }]) };
}
