/*
 * What is kept of traces and sessions, counted again naively from rows of the spans table: the tests' own idea of it, which
 * shares no code with the collector.
 */

export type Row = Record<string, string | number | null>;
/** In one order, for comparing what comes in any. */
export const sorted = <T>(items: Iterable<T>): T[] =>
  [...items].sort((a, b) => (String(a) < String(b) ? -1 : 1));
export const num = (value: unknown): number => Number(value ?? 0);

const TOKENS = ['input_tokens', 'output_tokens', 'total_tokens', 'cache_read_tokens', 'cache_write_tokens'];
const SUMS = [...TOKENS, 'reasoning_tokens', 'input_cost', 'output_cost', 'total_cost'];
const AI_NAMES = ['framework', 'request_model', 'response_model', 'agent_name', 'tool_name'];
const carriesUsage = (span: Row): boolean => num(span['total_tokens']) > 0 || num(span['total_cost']) > 0;
const isCall = (span: Row): boolean => ['generation', 'embedding'].includes(String(span['observation_type']));
const isRoot = (span: Row): boolean =>
  span['parent_span_id'] === null || span['parent_span_id'] === span['span_id'];

/** Whether `wanted` holds of a descendant; with `near` only of one reached without passing a tool or agent span. */
function someBelow(
  spans: Row[],
  of: Row,
  near: boolean,
  wanted: (span: Row) => boolean,
  seen = new Set<Row>(),
): boolean {
  return spans.some((child) => {
    if (isRoot(child) || child['parent_span_id'] !== of['span_id'] || seen.has(child)) return false;
    seen.add(child);
    if (near && ['tool', 'agent'].includes(String(child['category']))) return false;
    return wanted(child) || someBelow(spans, child, near, wanted, seen);
  });
}

/** The descendants reached without passing a tool or agent span that carry usage. */
function usageNear(spans: Row[], of: Row): Row[] {
  const found: Row[] = [];
  someBelow(spans, of, true, (span) => carriesUsage(span) && found.push(span) < 0);
  return found;
}

const DETAILS = ['cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens', 'total_cost'];

/** The call around a call that tells more of the same, where that is the only one inside it; else the call itself. */
function whoTellsMost(spans: Row[], call: Row): Row {
  const tellsMore = (outer: Row): boolean => {
    if (!isCall(outer) || !carriesUsage(outer)) return false;
    const [only, ...others] = usageNear(spans, outer);
    if (only !== call || others.length > 0) return false;
    const isSame = ['input_tokens', 'output_tokens'].every((name) => num(outer[name]) === num(call[name]));
    const isCostKept = call['own_cost'] !== 1 || outer['own_cost'] === 1;
    const [more, less] = [outer, call].map((span) => DETAILS.filter((name) => num(span[name]) > 0));
    return isSame && isCostKept && more!.length > less!.length && less!.every((name) => more!.includes(name));
  };
  return isCall(call) ? (spans.find(tellsMore) ?? call) : call;
}

const FIGURES = [
  'parent_span_id',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
];

/** Side by side, of the same numbers, and only the other has the id of an answer. */
const isCopy = (span: Row, other: Row): boolean =>
  isCall(span) &&
  isCall(other) &&
  span['parent_span_id'] !== null &&
  num(span['input_tokens']) + num(span['output_tokens']) > 0 &&
  FIGURES.every((name) => (span[name] ?? 0) === (other[name] ?? 0)) &&
  span['total_cost'] === other['total_cost'] &&
  (span['name'] !== other['name'] ||
    (span['framework'] !== null &&
      other['framework'] !== null &&
      span['framework'] !== other['framework'])) &&
  span['response_id'] === null &&
  other['response_id'] !== null;

/** Of recordings of one answer that overlap, the one that began last; one that has the answer's id before one without. */
const oncePerResponse = (spans: Row[]): Row[] =>
  spans.filter((span) => {
    const [start, end] = [num(span['start_ns']), num(span['end_ns'])];
    return !spans.some((other) => {
      const [otherStart, otherEnd] = [num(other['start_ns']), num(other['end_ns'])];
      if (otherStart > end || start > otherEnd) return false;
      if (isCopy(span, other)) return true;
      if (span['response_id'] === null || other['response_id'] !== span['response_id']) return false;
      if (otherStart < start) return false;
      return otherStart > start || String(other['span_id']) < String(span['span_id']);
    });
  });

export function recountTrace(spans: Row[]): Row {
  const counted = oncePerResponse(
    spans.filter((span) => carriesUsage(span) && !someBelow(spans, span, isCall(span), carriesUsage)),
  ).map((span) => whoTellsMost(spans, span));
  const calls = oncePerResponse(
    spans.filter((span) => isCall(span) && !someBelow(spans, span, true, isCall)),
  );
  const rank = (span: Row): string =>
    `${span['parent_span_id'] === null ? 0 : 1} ${span['start_ns']} ${span['span_id']}`;
  const ranked = [...spans].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const first = (name: string): string | number | null =>
    ranked.find((span) => span[name] !== null)?.[name] ?? null;
  const ids = new Set(spans.map((span) => span['span_id']));
  const start = Math.min(...spans.map((span) => num(span['start_ns'])));
  const end = Math.max(...spans.flatMap((span) => [num(span['start_ns']), num(span['end_ns'])]));
  const models = spans
    .filter(isCall)
    .flatMap((span) => span['response_model'] ?? span['request_model'] ?? []);
  const isObservation = (span: Row): boolean => span['observation_type'] !== 'span';
  const sums = SUMS.map((name) => [name, counted.reduce((sum, span) => sum + num(span[name]), 0)]);
  return {
    session_id: first('session_id'),
    trace_name: first('name'),
    start_ns: start,
    end_ns: end,
    duration_ns: end - start,
    user_id: first('user_id'),
    framework: first('framework'),
    span_count: spans.length,
    genai: spans.some((span) => isObservation(span) || AI_NAMES.some((name) => span[name] !== null)) ? 1 : 0,
    observation_count: spans.filter(isObservation).length,
    llm_call_count: calls.length,
    unpriced_call_count: counted.filter((span) => span['cost_known'] === 0).length,
    tool_call_count: spans.filter((span) => span['observation_type'] === 'tool').length,
    error_count: spans.filter((span) => span['has_error'] === 1).length,
    running_span_count: spans.filter((span) => span['running'] === 1).length,
    models: JSON.stringify(sorted(new Set(models))),
    is_complete:
      spans.some(isRoot) &&
      spans.every((span) => (isRoot(span) || ids.has(span['parent_span_id'])) && span['running'] === 0)
        ? 1
        : 0,
    ...(Object.fromEntries(sums) as Row),
  };
}

const listOf = (values: Iterable<unknown>): string => JSON.stringify(sorted(new Set(values)));

export function recountSession(traces: Row[]): Row {
  const inOrder = [...traces].sort(
    (a, b) =>
      num(a['start_ns']) - num(b['start_ns']) || (String(a['trace_id']) < String(b['trace_id']) ? -1 : 1),
  );
  const first = (name: string): Row[string] => inOrder.find((trace) => trace[name] !== null)?.[name] ?? null;
  const last = (name: string): Row[string] =>
    inOrder.findLast((trace) => trace[name] !== null)?.[name] ?? null;
  const all = (name: string): string =>
    listOf(traces.flatMap((trace) => JSON.parse(String(trace[name])) as string[]));
  const counts = ['span_count', 'error_count', 'unpriced_call_count'];
  const names = [...counts, 'input_tokens', 'output_tokens', 'total_tokens', 'total_cost'];
  const sums = names.map((name) => [name, traces.reduce((sum, trace) => sum + num(trace[name]), 0)]);
  return {
    trace_count: traces.length,
    start_ns: Math.min(...traces.map((trace) => num(trace['start_ns']))),
    end_ns: Math.max(...traces.map((trace) => num(trace['end_ns']))),
    user_id: first('user_id'),
    environment: first('environment'),
    service_name: first('service_name'),
    input_preview: first('input_preview'),
    output_preview: last('output_preview'),
    models: all('models'),
    agents: all('agents'),
    frameworks: listOf(traces.flatMap((trace) => trace['framework'] ?? [])),
    ...(Object.fromEntries(sums) as Row),
  };
}

const NAMES = ['environment', 'service_name', 'trace_name', 'user_id', 'session_id'];

/** What traces say of themselves, by name and value: how many do, how many of these are of AI, and what spans they have. */
export function recountNames(traces: Row[]): Row[] {
  const kept = new Map<string, Row>();
  for (const trace of traces)
    for (const field of NAMES) {
      const value = trace[field];
      if (value == null) continue;
      const key = JSON.stringify([field, value]);
      const before = kept.get(key);
      kept.set(key, {
        field,
        value,
        traces: num(before?.['traces']) + 1,
        genai_traces: num(before?.['genai_traces']) + num(trace['genai']),
        spans: num(before?.['spans']) + (field === 'trace_name' ? num(trace['span_count']) : 0),
      });
    }
  return [...kept.keys()].sort().map((key) => kept.get(key)!);
}
