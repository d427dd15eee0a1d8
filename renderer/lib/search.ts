// What the addresses of the screens may hold. The names of filters are the API's own, so that a filter in the address
// is the filter in the request. Whatever else is in an address is dropped, never an error.

const TRACE_FILTERS = [
  'session_id',
  'user_id',
  'environment',
  'framework',
  'model',
  'agent',
  'tool',
  'tag',
  'from_timestamp',
  'to_timestamp',
] as const;
export type TraceFilter = (typeof TRACE_FILTERS)[number];

export type TraceListSearch = {
  readonly [Filter in TraceFilter]?: string | undefined;
} & {
  readonly has_error?: boolean | undefined;
  readonly include_nongenai?: boolean | undefined;
  readonly order_by?: string | undefined;
};

export type SessionListSearch = {
  readonly user_id?: string | undefined;
  readonly environment?: string | undefined;
  readonly order_by?: string | undefined;
};

export type TraceTab = 'conversation' | 'span' | 'attributes' | 'events' | 'logs' | 'raw';
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
  /** The critical path is drawn. */
  readonly path?: boolean | undefined;
};

type Raw = Readonly<Record<string, unknown>>;

export function readTraceListSearch(raw: Raw): TraceListSearch {
  return {
    ...pickStrings(raw, [...TRACE_FILTERS, 'order_by']),
    ...pickTrue(raw, ['has_error', 'include_nongenai']),
  };
}

export function readSessionListSearch(raw: Raw): SessionListSearch {
  return pickStrings(raw, ['user_id', 'environment', 'order_by']);
}

export function readTraceSearch(raw: Raw): TraceSearch {
  const tab = TRACE_TABS.find((known) => known === raw['tab']);
  return {
    ...pickStrings(raw, ['span', 'focus', 'zoom', 'find']),
    ...(tab === undefined ? {} : { tab }),
    ...(raw['view'] === 'graph' ? { view: 'graph' } : {}),
    ...pickTrue(raw, ['plain', 'path']),
  };
}

const TRACE_TABS: readonly TraceTab[] = ['conversation', 'span', 'attributes', 'events', 'logs', 'raw'];

/** The filters of a trace list that are set, to be shown as chips. */
export function activeTraceFilters(search: TraceListSearch): { key: TraceFilter; value: string }[] {
  return TRACE_FILTERS.flatMap((key) => {
    const value = search[key];
    return value === undefined ? [] : [{ key, value }];
  });
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
