import { readFilters, writeFilters, type Condition } from './filters.ts';
import { ALL_TIME, readTimeSearch, timeBounds, type TimeSearch } from './time-range.ts';

// What the addresses of the screens may hold. The names of filters are the API's own, so that a filter in the address
// is the filter in the request. Whatever else is in an address is dropped, never an error.

/** What the address of every list holds. */
export type ListSearch = TimeSearch & {
  /** JSON, as in the request (lib/filters.ts). */
  readonly filters?: string | undefined;
  /** Full text. */
  readonly search?: string | undefined;
  readonly order_by?: string | undefined;
  /** The row that is open beside the list. */
  readonly open?: string | undefined;
};

export type TraceListSearch = ListSearch & {
  readonly has_error?: boolean | undefined;
  readonly include_nongenai?: boolean | undefined;
};
/** What the breakdown of the dashboard is by, in the order of its tabs. */
export const BREAKDOWNS = ['model', 'framework', 'agent', 'tool', 'provider', 'environment', 'user'] as const;
export type BreakdownBy = (typeof BREAKDOWNS)[number];
/** The dashboard is of the traces that the list of traces would show. */
export type DashboardSearch = TraceListSearch & { readonly by?: BreakdownBy | undefined };

export type CompareTab = 'conversation' | 'spans' | 'differences';
export type CompareSearch = {
  /** The traces; one that is absent is yet to be chosen. */
  readonly a?: string | undefined;
  readonly b?: string | undefined;
  /** What is compared; the conversations without it. */
  readonly show?: CompareTab | undefined;
  /** What both say is shown as well. */
  readonly all?: boolean | undefined;
};

export type SessionListSearch = ListSearch & { readonly has_error?: boolean | undefined };
export type SpanListSearch = ListSearch & {
  readonly has_error?: boolean | undefined;
  readonly is_observation?: boolean | undefined;
};

/** The feed: `open` is the key of what is open beside it (lib/feed.ts). */
export type LiveSearch = ListSearch & { readonly every_span?: boolean | undefined };

/** Log records have filters of their own (`LogListQuery`). */
export type LogListSearch = Omit<ListSearch, 'filters' | 'order_by'> & {
  readonly [Filter in LogFilter]?: string | undefined;
};
export const LOG_FILTERS = ['min_severity', 'service', 'trace_id', 'span_id'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

/** Metrics are found by name and service. */
export type MetricListSearch = Pick<ListSearch, keyof TimeSearch | 'search' | 'open'>;

const TRACE_TABS = [
  'conversation',
  'span',
  'messages',
  'attributes',
  'events',
  'logs',
  'links',
  'resource',
  'raw',
] as const;
export type TraceTab = (typeof TRACE_TABS)[number];

/** What the set-up page shows instead of how to connect. */
const SET_UP_TABS = ['assistants', 'doctor'] as const;

export type SetUpSearch = {
  readonly show?: (typeof SET_UP_TABS)[number] | undefined;
  /** The framework whose instructions are shown. */
  readonly framework?: string | undefined;
  readonly problems?: boolean | undefined;
  readonly open?: string | undefined;
};
export type SettingsSearch = { readonly group?: string | undefined };

export type TraceSearch = {
  readonly span?: string | undefined;
  readonly tab?: TraceTab | undefined;
  /** Message texts as they came instead of rendered. */
  readonly plain?: boolean | undefined;
  /** What the left pane shows; the tree without it. */
  readonly view?: 'graph' | undefined;
  /** The span whose subtree alone is shown. */
  readonly focus?: string | undefined;
  /** The part of the time axis that is shown, see printWindow. */
  readonly zoom?: string | undefined;
  /** The text that is searched for in the trace. */
  readonly find?: string | undefined;
  /** The entry of the conversation that the search has led to. */
  readonly at?: string | undefined;
  /** The critical path is drawn. */
  readonly path?: boolean | undefined;
};

type Raw = Readonly<Record<string, unknown>>;

export function readTraceListSearch(raw: Raw): TraceListSearch {
  return { ...readListSearch(raw), ...pickTrue(raw, ['has_error', 'include_nongenai']) };
}

export function readDashboardSearch(raw: Raw): DashboardSearch {
  const by = BREAKDOWNS.find((known) => known === raw['by']);
  // Statistics are not searched.
  const { search: _search, ...list } = readTraceListSearch(raw);
  return { ...list, ...(by === undefined ? {} : { by }) };
}

const COMPARE_TABS: readonly CompareTab[] = ['conversation', 'spans', 'differences'];

export function readCompareSearch(raw: Raw): CompareSearch {
  const show = COMPARE_TABS.find((known) => known === raw['show']);
  return {
    ...pickStrings(raw, ['a', 'b']),
    ...(show === undefined ? {} : { show }),
    ...pickTrue(raw, ['all']),
  };
}

export function readSessionListSearch(raw: Raw): SessionListSearch {
  return { ...readListSearch(raw), ...pickTrue(raw, ['has_error']) };
}

export function readSpanListSearch(raw: Raw): SpanListSearch {
  return { ...readListSearch(raw), ...pickTrue(raw, ['has_error', 'is_observation']) };
}

export function readLiveSearch(raw: Raw): LiveSearch {
  const { search: _search, order_by: _order, ...live } = readListSearch(raw);
  return { ...live, ...pickTrue(raw, ['every_span']) };
}

export function readLogListSearch(raw: Raw): LogListSearch {
  return { ...readTimeSearch(raw), ...pickStrings(raw, [...LOG_FILTERS, 'search', 'open']) };
}

export function readMetricListSearch(raw: Raw): MetricListSearch {
  return { ...readTimeSearch(raw), ...pickStrings(raw, ['search', 'open']) };
}

export function readSetUpSearch(raw: Raw): SetUpSearch {
  const show = SET_UP_TABS.find((tab) => tab === raw['show']);
  return {
    ...(show === undefined ? {} : { show }),
    ...pickStrings(raw, ['framework', 'open']),
    ...pickTrue(raw, ['problems']),
  };
}

export function readSettingsSearch(raw: Raw): SettingsSearch {
  return pickStrings(raw, ['group']);
}

export function readTraceSearch(raw: Raw): TraceSearch {
  const named = raw['tab'] === 'overview' ? 'span' : raw['tab'];
  const tab = TRACE_TABS.find((known) => known === named);
  return {
    ...pickStrings(raw, ['span', 'focus', 'zoom', 'find', 'at']),
    ...(tab === undefined ? {} : { tab }),
    ...(raw['view'] === 'graph' ? { view: 'graph' } : {}),
    ...pickTrue(raw, ['plain', 'path']),
  };
}

/** What an address says of a session: what is searched for in it. */
export type SessionSearch = { readonly find?: string | undefined };

export function readSessionSearch(raw: Raw): SessionSearch {
  return pickStrings(raw, ['find']);
}

/** The API's plain parameters and the filter that each comes to: an address may name either. */
const PLAIN_FILTERS: Readonly<Record<string, string>> = {
  session_id: 'session_id',
  user_id: 'user_id',
  environment: 'environment',
  framework: 'framework',
  model: 'model',
  agent: 'agent',
  tool: 'tool',
  tag: 'tags',
  trace_id: 'trace_id',
  span_category: 'span_category',
  observation_type: 'observation_type',
  gen_ai_request_model: 'gen_ai_request_model',
  status_code: 'status_code',
};

/** They go from the address with that: the router keeps what is not named, and each reading would add the filter again. */
const NO_PLAIN_FILTERS: Readonly<Record<string, undefined>> = Object.fromEntries(
  Object.keys(PLAIN_FILTERS).map((name) => [name, undefined]),
);

function readListSearch(raw: Raw): ListSearch {
  const plain = Object.entries(pickStrings(raw, Object.keys(PLAIN_FILTERS))).map(
    ([name, value]): Condition => ({ key: PLAIN_FILTERS[name] ?? name, op: 'eq', value: value ?? '' }),
  );
  const filters = writeFilters([...plain, ...readFilters(raw['filters'])]);
  return {
    ...NO_PLAIN_FILTERS,
    ...readTimeSearch(raw),
    ...(filters === undefined ? {} : { filters }),
    ...pickStrings(raw, ['search', 'order_by', 'open']),
  };
}

/** What the request for a list asks, from what its address says; the open row is no part of it. */
export function listRequest(
  search: ListSearch & { readonly has_error?: boolean | undefined },
  nowMs: number,
): Readonly<Record<string, string | boolean>> {
  const { filters, search: text, order_by } = search;
  const conditions = readFilters(filters);
  const all = writeFilters(
    search.has_error === true ? [...conditions, { key: 'has_error', op: 'eq', value: true }] : conditions,
  );
  return {
    ...timeBounds(search, nowMs),
    ...(all === undefined ? {} : { filters: all }),
    ...(text === undefined ? {} : { search: text }),
    ...(order_by === undefined ? {} : { order_by }),
  };
}

/** What the request for a list of traces asks. */
export function traceListRequest(
  search: TraceListSearch,
  nowMs: number,
): Readonly<Record<string, string | boolean>> {
  return {
    ...listRequest(search, nowMs),
    ...(search.include_nongenai === true ? { include_nongenai: true } : {}),
  };
}

/** Whatever hides rows of a list but its time range; undefined also where the router would keep what is not named. */
const NO_FILTERS = {
  filters: undefined,
  search: undefined,
  has_error: undefined,
  is_observation: undefined,
  min_severity: undefined,
  service: undefined,
  trace_id: undefined,
  span_id: undefined,
};

/** The address of the same list without the named kinds of narrowing; order and what is shown at all stay. */
export function withoutNarrowing<Search extends TimeSearch>(
  search: Search,
  off: { readonly range?: boolean; readonly filters?: boolean },
): Search {
  return {
    ...search,
    open: undefined,
    ...(off.range === true ? ALL_TIME : {}),
    ...(off.filters === true ? NO_FILTERS : {}),
  };
}

/** The first of what a list is sorted by, with its direction; null when the address says none. */
export function readOrder(orderBy: string | undefined): { field: string; isDescending: boolean } | null {
  if (orderBy === undefined) return null;
  const [field, direction] = orderBy.split(':');
  return field === undefined || field === '' ? null : { field, isDescending: direction !== 'asc' };
}

/** What a press on a column's head sorts by: first descending, then ascending, then the default (undefined) again. */
export function nextOrder(
  current: string | undefined,
  field: string,
  defaultField: string,
): string | undefined {
  const order = readOrder(current) ?? { field: defaultField, isDescending: true };
  if (order.field !== field) return field === defaultField ? undefined : `${field}:desc`;
  return order.isDescending ? `${field}:asc` : undefined;
}

function pickStrings<Key extends string>(raw: Raw, keys: readonly Key[]): { [K in Key]?: string } {
  const picked: { [K in Key]?: string } = {};
  for (const key of keys) {
    const value = raw[key];
    if (typeof value === 'string' && value !== '') picked[key] = value;
  }
  return picked;
}

function pickTrue<Key extends string>(raw: Raw, keys: readonly Key[]): { [K in Key]?: boolean } {
  const picked: { [K in Key]?: boolean } = {};
  for (const key of keys) if (raw[key] === true || raw[key] === 'true') picked[key] = true;
  return picked;
}
