import type { PageMeta } from '../../contract/common.ts';
import type { SPAN_SORTS, Span } from '../../contract/spans.ts';
import { parseRecordedJson } from '../../lib/recorded-json.ts';
import { NO_PREVIEWS, PREVIEW_PLACE, type PreviewPlace, type Previews } from '../chunks/previews.ts';
import type { RawPlace } from '../chunks/raw-records.ts';
import { kindName, statusName } from '../rows/protocol-names.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import { COUNTED_USAGE } from '../traces/tree-node.ts';
import { SPAN_END } from './filter-fields.ts';
import { orderBy, pageMeta, type Order, type PageRequest, type Statements } from './list-query.ts';
import { formatMicros } from '../../contract/format-time.ts';

/** What `order_by` may name on a list of spans: the values that are shown, so that ties are those that one sees. */
export const SPAN_ORDER = {
  timestamp_start: 'spans.start_ns',
  timestamp_end: SPAN_END,
  duration_ms: 'MAX(spans.end_ns - spans.start_ns, 0)',
  input_tokens: 'COALESCE(spans.input_tokens, 0)',
  output_tokens: 'COALESCE(spans.output_tokens, 0)',
  total_tokens:
    'COALESCE(spans.total_tokens, COALESCE(spans.input_tokens, 0) + COALESCE(spans.output_tokens, 0))',
  total_cost: 'spans.total_cost',
  span_name: 'spans.name',
  model: 'COALESCE(spans.response_model, spans.request_model)',
} as const satisfies Record<(typeof SPAN_SORTS)[number], string>;

/** The columns of a `SpanRecordRow`, from `spans` with its `traces`. */
export const SPAN_RECORD = `spans.id, traces.trace_id, spans.span_id, spans.parent_span_id, spans.name, spans.kind, spans.category,
  spans.observation_type, spans.framework, spans.service_name, spans.status_code, spans.status_message,
  spans.error_preview,
  spans.start_ns / 1000 AS start_us, ${SPAN_END} / 1000 AS end_us,
  MAX(spans.end_ns - spans.start_ns, 0) / 1e6 AS duration_ms, spans.session_id, traces.session_id AS trace_session_id,
  spans.user_id, traces.user_id AS trace_user_id, spans.environment,
  spans.system, spans.request_model, spans.response_model, spans.operation_name, spans.agent_name, spans.tool_name,
  spans.finish_reasons, spans.tags, spans.metadata, spans.running, spans.input_tokens, spans.output_tokens,
  spans.total_tokens, spans.cache_read_tokens, spans.cache_write_tokens, spans.reasoning_tokens, spans.input_cost,
  spans.output_cost, spans.total_cost, spans.cost_known, spans.has_error, spans.time_to_first_token_ms,
  spans.event_count, spans.link_count, spans.counted & ${COUNTED_USAGE} AS counts, ${PREVIEW_PLACE}, spans.resource, spans.scope, spans.chunk_offset, spans.raw_size`;
/** The rows that these columns are of. */
export const FROM_SPANS = 'FROM spans JOIN traces ON traces.id = spans.trace';

export interface SpanRecordRow extends RawPlace, PreviewPlace {
  readonly id: number;
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly name: string;
  readonly kind: number;
  readonly category: Span['span_category'];
  readonly observation_type: Span['observation_type'];
  readonly framework: string | null;
  readonly service_name: string | null;
  readonly status_code: number;
  readonly status_message: string | null;
  readonly error_preview: string | null;
  readonly start_us: number;
  readonly end_us: number;
  readonly duration_ms: number;
  /** The ones that it names itself, and its trace's. */
  readonly session_id: string | null;
  readonly trace_session_id: string | null;
  readonly user_id: string | null;
  readonly trace_user_id: string | null;
  readonly environment: string | null;
  readonly system: string | null;
  readonly request_model: string | null;
  readonly response_model: string | null;
  readonly operation_name: string | null;
  readonly agent_name: string | null;
  readonly tool_name: string | null;
  readonly finish_reasons: string | null;
  readonly tags: string | null;
  readonly metadata: string | null;
  readonly running: number;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly input_cost: number;
  readonly output_cost: number;
  readonly total_cost: number;
  readonly cost_known: number;
  readonly has_error: number;
  readonly time_to_first_token_ms: number | null;
  readonly event_count: number;
  readonly link_count: number;
  /** Not 0 where its usage is in the sums of its trace. */
  readonly counts: number;
}

const list = (json: string | null): string[] => (json === null ? [] : (JSON.parse(json) as string[]));

/** Without previews for whoever reads the messages themselves. */
export function spanItem(row: SpanRecordRow, { inputPreview, outputPreview }: Previews = NO_PREVIEWS): Span {
  const inputTokens = row.input_tokens ?? 0;
  const outputTokens = row.output_tokens ?? 0;
  return {
    trace_id: row.trace_id,
    span_id: row.span_id,
    parent_span_id: row.parent_span_id,
    span_name: row.name,
    span_kind: kindName(row.kind),
    span_category: row.category,
    observation_type: row.observation_type,
    framework: row.framework,
    service_name: row.service_name,
    status_code: statusName(row.status_code),
    status_message: row.status_message,
    error_preview: row.error_preview,
    timestamp_start: formatMicros(row.start_us),
    timestamp_end: formatMicros(row.end_us),
    duration_ms: row.duration_ms,
    session_id: row.session_id ?? row.trace_session_id,
    user_id: row.user_id ?? row.trace_user_id,
    environment: row.environment,
    gen_ai_system: row.system,
    model: row.response_model ?? row.request_model,
    gen_ai_request_model: row.request_model,
    gen_ai_response_model: row.response_model,
    gen_ai_operation_name: row.operation_name,
    agent_name: row.agent_name,
    tool_name: row.tool_name,
    finish_reasons: list(row.finish_reasons),
    tags: list(row.tags),
    metadata: row.metadata === null ? {} : (parseRecordedJson(row.metadata) as Record<string, unknown>),
    state: row.running ? 'running' : 'done',
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: row.total_tokens ?? inputTokens + outputTokens,
    cache_read_tokens: row.cache_read_tokens ?? 0,
    cache_write_tokens: row.cache_write_tokens ?? 0,
    reasoning_tokens: row.reasoning_tokens ?? 0,
    input_cost: row.input_cost / COST_UNITS_PER_DOLLAR,
    output_cost: row.output_cost / COST_UNITS_PER_DOLLAR,
    total_cost: row.total_cost / COST_UNITS_PER_DOLLAR,
    cost_known: row.cost_known === 1,
    has_error: row.has_error === 1,
    time_to_first_token_ms: row.time_to_first_token_ms,
    event_count: row.event_count,
    link_count: row.link_count,
    input_preview: inputPreview,
    output_preview: outputPreview,
  };
}

/** All spans of a trace in start order. */
export function spansOfTrace(statements: Statements, trace: number): SpanRecordRow[] {
  return statements.all<SpanRecordRow>(
    `SELECT ${SPAN_RECORD} ${FROM_SPANS} WHERE spans.trace = ? ORDER BY spans.start_ns, spans.span_id`,
    [trace],
  );
}

/** The first spans of a trace that have events, in start order. */
export function spansWithEvents(statements: Statements, trace: number, limit: number): SpanRecordRow[] {
  return statements.all<SpanRecordRow>(
    `SELECT ${SPAN_RECORD} ${FROM_SPANS} WHERE spans.trace = ? AND spans.event_count > 0
     ORDER BY spans.start_ns, spans.span_id LIMIT ?`,
    [trace, limit],
  );
}

/** `trace`: the id of its row. */
export function findSpan(statements: Statements, trace: number, spanId: string): SpanRecordRow | undefined {
  return statements.get<SpanRecordRow>(
    `SELECT ${SPAN_RECORD} ${FROM_SPANS} WHERE spans.trace = ? AND spans.span_id = ?`,
    [trace, spanId],
  );
}

/** A page of one trace's spans; `total` is kept in the trace's row. */
export function pageOfTrace(
  statements: Statements,
  trace: number,
  total: number,
  page: PageRequest,
  order: Order,
): { rows: SpanRecordRow[]; meta: PageMeta } {
  const rows = statements.all<SpanRecordRow>(
    `SELECT ${SPAN_RECORD} ${FROM_SPANS} WHERE spans.trace = ? ${orderBy(order, SPAN_ORDER, 'spans.span_id')} LIMIT ? OFFSET ?`,
    [trace, page.limit, (page.page - 1) * page.limit],
  );
  return { rows, meta: pageMeta(page, total) };
}
