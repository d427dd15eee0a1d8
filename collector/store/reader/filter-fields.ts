import { FIELD_OF_KEY } from '../attributes/attribute-rules.ts';
import { SPAN_KINDS, STATUS_CODES } from '../../contract/span-names.ts';
import { nameSql } from '../rows/protocol-names.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import type { Facet } from '../traces/trace-facets.ts';
import { previewSql } from '../chunks/preview-reader.ts';

/** What a filter is asked about. */
export type Listed = 'traces' | 'spans' | 'sessions';

/**
 * A field by the SQL of the value that is shown. `time` is in nanoseconds and shown in microseconds, `list` is a JSON
 * array of text. A field with several expressions matches when any of them does.
 */
export interface Field {
  readonly kind: 'text' | 'number' | 'boolean' | 'time' | 'list';
  readonly sql: readonly string[];
  /** Where whole traces are found by it without reading spans. */
  readonly facet?: Facet;
  /** Kept counts of the facet hold others, too: spans that it is shown of without their having been sent with it. */
  readonly isOfFewer?: true;
}

const field =
  (kind: Field['kind']) =>
  (...sql: readonly string[]): Field => ({ kind, sql });
const text = field('text');
const number = field('number');
const boolean = field('boolean');
const time = field('time');
const list = field('list');
const cost = (column: string): Field => number(`${column} / ${COST_UNITS_PER_DOLLAR}.0`);
const named = (facet: Facet, of: Field): Field => ({ ...of, facet });

const agent = named('agent', text('spans.agent_name'));
const tool = named('tool', text('spans.tool_name'));

const ownOrOfTrace = (column: string): string =>
  `COALESCE(spans.${column}, (SELECT own.${column} FROM traces AS own WHERE own.id = spans.trace))`;

/** A span that names none itself is of its trace's session and user: SDKs name them on the root alone. */
export const BELONGING = {
  session_id: ownOrOfTrace('session_id'),
  user_id: ownOrOfTrace('user_id'),
} as const satisfies Partial<Record<Facet, string>>;
type Belonging = keyof typeof BELONGING;
export const isBelonging = (facet: Facet): facet is Belonging => Object.hasOwn(BELONGING, facet);

/** One that was sent without an end, as SDKs do while it runs, ends where it begins: in its trace, too. */
export const SPAN_END = 'IIF(spans.end_ns = 0, spans.start_ns, spans.end_ns)';

/** The tokens of a span that says how many; null for others. */
export const REPORTED_TOTAL =
  'COALESCE(spans.total_tokens, spans.input_tokens + spans.output_tokens, spans.input_tokens, spans.output_tokens)';

const SPAN_FIELDS: Readonly<Record<string, Field>> = {
  trace_id: text('(SELECT own.trace_id FROM traces AS own WHERE own.id = spans.trace)'),
  trace_name: text('(SELECT own.trace_name FROM traces AS own WHERE own.id = spans.trace)'),
  span_id: text('spans.span_id'),
  parent_span_id: text('spans.parent_span_id'),
  span_name: text('spans.name'),
  span_kind: text(nameSql('spans.kind', SPAN_KINDS)),
  span_category: text('spans.category'),
  observation_type: text('spans.observation_type'),
  framework: named('framework', text('spans.framework')),
  service_name: named('service_name', text('spans.service_name')),
  status_code: named('status_code', text(nameSql('spans.status_code', STATUS_CODES))),
  status_message: text('spans.status_message'),
  error_preview: text('spans.error_preview'),
  timestamp_start: time('spans.start_ns'),
  timestamp_end: time(SPAN_END),
  duration_ms: number('MAX(spans.end_ns - spans.start_ns, 0) / 1e6'),
  // Some span of its trace names them.
  session_id: named('session_id', text(BELONGING.session_id)),
  user_id: named('user_id', text(BELONGING.user_id)),
  environment: named('environment', text('spans.environment')),
  gen_ai_system: text('spans.system'),
  model: named('model', text('spans.request_model', 'spans.response_model')),
  gen_ai_request_model: text('spans.request_model'),
  gen_ai_response_model: text('spans.response_model'),
  gen_ai_operation_name: text('spans.operation_name'),
  agent_name: agent,
  tool_name: tool,
  // As filter-options and the plain parameters call them.
  agent,
  tool,
  finish_reasons: list('spans.finish_reasons'),
  tags: named('tag', list('spans.tags')),
  metadata: text('spans.metadata'),
  state: text("CASE WHEN spans.running THEN 'running' ELSE 'done' END"),
  input_tokens: number('COALESCE(spans.input_tokens, 0)'),
  output_tokens: number('COALESCE(spans.output_tokens, 0)'),
  total_tokens: number(
    'COALESCE(spans.total_tokens, COALESCE(spans.input_tokens, 0) + COALESCE(spans.output_tokens, 0))',
  ),
  cache_read_tokens: number('COALESCE(spans.cache_read_tokens, 0)'),
  cache_write_tokens: number('COALESCE(spans.cache_write_tokens, 0)'),
  reasoning_tokens: number('COALESCE(spans.reasoning_tokens, 0)'),
  input_cost: cost('spans.input_cost'),
  output_cost: cost('spans.output_cost'),
  total_cost: cost('spans.total_cost'),
  cost_known: boolean('spans.cost_known'),
  has_error: boolean('spans.has_error'),
  time_to_first_token_ms: number('spans.time_to_first_token_ms'),
  event_count: number('spans.event_count'),
  link_count: number('spans.link_count'),
  input_preview: text(previewSql('input')),
  output_preview: text(previewSql('output')),
};

/** Columns that attribute keys name, where the shown field says more than what was reported. */
const REPORTED: Readonly<Record<string, Field>> = {
  reported_session_id: { ...named('session_id', text('spans.session_id')), isOfFewer: true },
  reported_user_id: { ...named('user_id', text('spans.user_id')), isOfFewer: true },
  reported_input_tokens: number('spans.input_tokens'),
  reported_output_tokens: number('spans.output_tokens'),
};

/** How far a session has come: its traces tell, and only those are looked at that are not complete (index `traces_open`). */
export const OPENNESS = {
  running_span_count: `(SELECT COALESCE(SUM(own.running_span_count), 0) FROM traces AS own
    WHERE own.session = sessions.id AND own.is_complete = 0 AND own.running_span_count > 0)`,
  is_complete:
    '(NOT EXISTS (SELECT 1 FROM traces AS own WHERE own.session = sessions.id AND own.is_complete = 0))',
} as const;

/**
 * What a failed trace says of it: of the failed spans with words the one that ended last, which is the root where that has some
 * (index `spans_failed`).
 */
export const TRACE_ERROR = `IIF(traces.error_count > 0, (SELECT failed.error_preview FROM spans AS failed
  WHERE failed.trace = traces.id AND failed.error_preview IS NOT NULL
  ORDER BY failed.end_ns DESC, failed.start_ns LIMIT 1), NULL)`;

/** Whether its root is among what failed. */
export const ROOT_ERROR = `(traces.error_count > 0 AND EXISTS (SELECT 1 FROM spans AS root
  WHERE root.trace = traces.id AND root.span_id = traces.root_span_id AND root.has_error = 1))`;

/** What traces and sessions show alike. */
const sums = (table: string): Readonly<Record<string, Field>> => ({
  session_id: text(`${table}.session_id`),
  user_id: text(`${table}.user_id`),
  environment: text(`${table}.environment`),
  service_name: text(`${table}.service_name`),
  start_time: time(`${table}.start_ns`),
  end_time: time(`${table}.end_ns`),
  span_count: number(`${table}.span_count`),
  error_count: number(`${table}.error_count`),
  has_error: boolean(`(${table}.error_count > 0)`),
  input_tokens: number(`${table}.input_tokens`),
  output_tokens: number(`${table}.output_tokens`),
  total_tokens: number(`${table}.total_tokens`),
  total_cost: cost(`${table}.total_cost`),
  unpriced_call_count: number(`${table}.unpriced_call_count`),
  models: list(`${table}.models`),
  agents: list(`${table}.agents`),
  input_preview: text(`${table}.input_preview`),
  output_preview: text(`${table}.output_preview`),
});

/** The fields of the listed item. A trace's `framework` is its spans': the page names it among those. */
export const FIELDS: Readonly<Record<Listed, Readonly<Record<string, Field>>>> = {
  spans: SPAN_FIELDS,
  traces: {
    ...sums('traces'),
    trace_id: text('traces.trace_id'),
    trace_name: text('traces.trace_name'),
    duration_ms: number('traces.duration_ns / 1e6'),
    cache_read_tokens: number('traces.cache_read_tokens'),
    cache_write_tokens: number('traces.cache_write_tokens'),
    reasoning_tokens: number('traces.reasoning_tokens'),
    input_cost: cost('traces.input_cost'),
    output_cost: cost('traces.output_cost'),
    observation_count: number('traces.observation_count'),
    llm_call_count: number('traces.llm_call_count'),
    tool_call_count: number('traces.tool_call_count'),
    running_span_count: number('traces.running_span_count'),
    tags: list('traces.tags'),
    error_preview: text(TRACE_ERROR),
    root_has_error: boolean(ROOT_ERROR),
    is_complete: boolean('traces.is_complete'),
  },
  sessions: {
    ...sums('sessions'),
    duration_ms: number('(sessions.end_ns - sessions.start_ns) / 1e6'),
    trace_count: number('sessions.trace_count'),
    frameworks: list('sessions.frameworks'),
    running_span_count: number(OPENNESS.running_span_count),
    is_complete: boolean(OPENNESS.is_complete),
  },
};

/** What the interface without projects calls them, as far as it has other names than the lists of a project. */
const unscopedSums = (table: string): Readonly<Record<string, Field>> => ({
  total_input_tokens: number(`${table}.input_tokens`),
  total_output_tokens: number(`${table}.output_tokens`),
  has_errors: boolean(`(${table}.error_count > 0)`),
});

/** The same of spans; null where the span reports nothing. */
const UNSCOPED_SPAN_FIELDS: Readonly<Record<string, Field>> = {
  detected_framework: SPAN_FIELDS['framework']!,
  start_time_ns: number('spans.start_ns'),
  end_time_ns: number(SPAN_END),
  duration_ns: number('MAX(spans.end_ns - spans.start_ns, 0)'),
  detected_category: text('spans.category'),
  gen_ai_agent_name: agent,
  gen_ai_tool_name: tool,
  request_duration_ms: number('spans.request_duration_ms'),
  usage_input_tokens: number('spans.input_tokens'),
  usage_output_tokens: number('spans.output_tokens'),
  usage_total_tokens: number(REPORTED_TOTAL),
  usage_cache_read_tokens: number('spans.cache_read_tokens'),
  usage_cache_write_tokens: number('spans.cache_write_tokens'),
};

const UNSCOPED_FIELDS: typeof FIELDS = {
  spans: UNSCOPED_SPAN_FIELDS,
  traces: {
    ...unscopedSums('traces'),
    start_time_ns: number('traces.start_ns'),
    end_time_ns: number('traces.end_ns'),
    duration_ns: number('traces.duration_ns'),
    root_span_id: text('traces.root_span_id'),
    root_span_name: text('CASE WHEN traces.root_span_id IS NOT NULL THEN traces.trace_name END'),
    detected_framework: text('traces.framework'),
  },
  sessions: {
    ...unscopedSums('sessions'),
    first_seen_ns: number('sessions.start_ns'),
    last_seen_ns: number('sessions.end_ns'),
    duration_ns: number('(sessions.end_ns - sessions.start_ns)'),
  },
};

/** Keys that say what another says now, and are read into the same column. */
const FORMER_KEYS: ReadonlyMap<string, string> = new Map([['deployment.environment', 'environment']]);

const fieldIn = (fields: Readonly<Record<string, Field>>, key: string): Field | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

/** Where a key is looked for: in the item's row, in its spans' rows, or in the attribute index. */
export type FieldPlace =
  | { readonly at: 'item' | 'spans'; readonly field: Field; readonly isAttribute: boolean }
  | { readonly at: 'index' };

export function placeOfField(listed: Listed, key: string): FieldPlace {
  const own = fieldIn(FIELDS[listed], key) ?? fieldIn(UNSCOPED_FIELDS[listed], key);
  if (own) return { at: 'item', field: own, isAttribute: false };
  const at = listed === 'spans' ? 'item' : 'spans';
  const ofSpan = fieldIn(SPAN_FIELDS, key) ?? fieldIn(UNSCOPED_SPAN_FIELDS, key);
  if (ofSpan) return { at, field: ofSpan, isAttribute: false };
  const column = FIELD_OF_KEY.get(key) ?? FORMER_KEYS.get(key);
  if (column === undefined) return { at: 'index' };
  return { at, field: { ...SPAN_FIELDS, ...REPORTED }[column]!, isAttribute: true };
}
