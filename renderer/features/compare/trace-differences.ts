import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { formatCost, formatCount, formatDuration } from '../../lib/format.ts';
import { frameworkLabel } from '../../lib/frameworks.ts';

/** One line of what two traces have of something: both as people read it, and how the second differs. */
export type Difference = {
  readonly label: string;
  readonly a: string;
  readonly b: string;
  /** `+1.2 s (+18 %)` or what was added and taken away; empty where both are the same, null where one is not known. */
  readonly change: string | null;
};

export type DifferenceGroup = { readonly title: string; readonly rows: readonly Difference[] };

type Numbers = {
  readonly [Key in keyof TraceTreeDetail as TraceTreeDetail[Key] extends number ? Key : never]: number;
};
type NumberRow = readonly [label: string, key: keyof Numbers, format: (value: number) => string];

const TIMES: readonly NumberRow[] = [
  ['Duration', 'duration_ms', formatDuration],
  ['Spans', 'span_count', formatCount],
  ['Model calls', 'llm_call_count', formatCount],
  ['Tool calls', 'tool_call_count', formatCount],
  ['Errors', 'error_count', formatCount],
];
const TOKENS: readonly NumberRow[] = [
  ['Input tokens', 'input_tokens', formatCount],
  ['· read from cache', 'cache_read_tokens', formatCount],
  ['· written to cache', 'cache_write_tokens', formatCount],
  ['Output tokens', 'output_tokens', formatCount],
  ['· reasoning', 'reasoning_tokens', formatCount],
  ['Total tokens', 'total_tokens', formatCount],
];
const UNKNOWN = '–';
/** A trace does not tell a cost of nothing from one that nobody knows. */
const knownCost = (dollars: number): string => (dollars === 0 ? UNKNOWN : formatCost(dollars));
const COSTS: readonly NumberRow[] = [
  ['Input cost', 'input_cost', knownCost],
  ['Output cost', 'output_cost', knownCost],
  ['Total cost', 'total_cost', knownCost],
  ['· calls without a price', 'unpriced_call_count', formatCount],
];

/** How two traces differ in what can be counted and named, in groups. Parts of tokens and names that neither has are left out. */
export function traceDifferences(a: TraceTreeDetail, b: TraceTreeDetail): DifferenceGroup[] {
  const numbers = (rows: readonly NumberRow[]): Difference[] =>
    rows.map(([label, key, format]) => ({
      label,
      a: format(a[key]),
      b: format(b[key]),
      change: changeOf(a[key], b[key], format),
    }));
  const names = (label: string, of: (trace: TraceTreeDetail) => readonly (string | null)[]): Difference =>
    nameDifference(label, of(a), of(b));
  const groups = [
    { title: 'Run', rows: numbers(TIMES) },
    { title: 'Tokens', rows: numbers(TOKENS) },
    { title: 'Cost', rows: numbers(COSTS).map(withoutUnknownChange) },
    {
      title: 'Made of',
      rows: [
        names('Name', (trace) => [trace.trace_name]),
        names('Framework', (trace) => [trace.framework === null ? null : frameworkLabel(trace.framework)]),
        names('Models', (trace) => trace.models),
        names('Agents', (trace) => trace.agents),
        names('Tools', (trace) => trace.spans.map((span) => span.tool_name)),
        names('Service', (trace) => [trace.service_name]),
        names('Environment', (trace) => [trace.environment]),
        names('User', (trace) => [trace.user_id]),
      ],
    },
  ];
  return groups.map(({ title, rows }) => ({ title, rows: rows.filter(isTelling) }));
}

/** From or to what is not known nothing can be told. */
function withoutUnknownChange(row: Difference): Difference {
  return row.a === UNKNOWN || row.b === UNKNOWN ? { ...row, change: null } : row;
}

function isTelling({ label, a, b }: Difference): boolean {
  const isNothing = (text: string): boolean => text === '' || (text === '0' && label.startsWith('·'));
  return !isNothing(a) || !isNothing(b);
}

/** By how much the second is more or less than the first, with the share where there is one. Empty where they are equal. */
export function changeOf(a: number, b: number, format: (value: number) => string): string {
  if (a === b) return '';
  const sign = b > a ? '+' : '−';
  const share = a === 0 ? '' : ` (${sign}${formatShare(Math.abs(b - a) / a)})`;
  return `${sign}${format(Math.abs(b - a))}${share}`;
}

function formatShare(share: number): string {
  if (share >= 10) return `${formatCount(Math.round(share))}×`;
  return share < 0.001 ? '<0.1 %' : `${Number((share * 100).toPrecision(share < 0.1 ? 2 : 3))} %`;
}

function nameDifference(
  label: string,
  namesOfA: readonly (string | null)[],
  namesOfB: readonly (string | null)[],
): Difference {
  const [a, b] = [distinct(namesOfA), distinct(namesOfB)];
  const gone = a.filter((name) => !b.includes(name)).map((name) => `− ${name}`);
  const added = b.filter((name) => !a.includes(name)).map((name) => `+ ${name}`);
  return { label, a: a.join(', '), b: b.join(', '), change: [...gone, ...added].join(', ') };
}

function distinct(names: readonly (string | null)[]): string[] {
  return [...new Set(names.flatMap((name) => (name === null || name === '' ? [] : [name])))];
}
