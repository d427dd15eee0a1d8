import type { FilterOptions } from '../../collector/contract/filter-options.ts';

export type ValueKind = 'text' | 'number' | 'boolean';
export type Listed = 'traces' | 'sessions' | 'spans';
export type OptionField = keyof FilterOptions['options'];

const OPTION_LABELS: Readonly<Record<OptionField, string>> = {
  model: 'Model',
  framework: 'Framework',
  agent: 'Agent',
  tool: 'Tool',
  status_code: 'Status',
  environment: 'Environment',
  service_name: 'Service',
  session_id: 'Session',
  user_id: 'User',
  trace_name: 'Name',
  tags: 'Tag',
};

/** Fields whose values filter-options counts, in the order of the menu. */
export function optionFields(listed: Listed): readonly OptionField[] {
  const fields = Object.keys(OPTION_LABELS) as OptionField[];
  // A trace's name is no field of a span or a session.
  return listed === 'traces' ? fields : fields.filter((field) => field !== 'trace_name');
}

const NUMBERS: Readonly<Record<string, string>> = {
  duration_ms: 'Duration (ms)',
  total_tokens: 'Tokens',
  input_tokens: 'Input tokens',
  output_tokens: 'Output tokens',
  cache_read_tokens: 'Tokens read from cache',
  cache_write_tokens: 'Tokens written to cache',
  reasoning_tokens: 'Reasoning tokens',
  total_cost: 'Cost ($)',
  input_cost: 'Input cost ($)',
  output_cost: 'Output cost ($)',
  unpriced_call_count: 'Calls without a price',
  span_count: 'Spans',
  trace_count: 'Traces',
  error_count: 'Errors',
  llm_call_count: 'Model calls',
  tool_call_count: 'Tool calls',
  running_span_count: 'Running spans',
  observation_count: 'Observations',
  time_to_first_token_ms: 'Time to first token (ms)',
  event_count: 'Events',
  link_count: 'Links',
};
const BOOLEANS: Readonly<Record<string, string>> = {
  has_error: 'Has errors',
  root_has_error: 'Root failed',
  is_complete: 'Is complete',
  cost_known: 'Cost is known',
};
const TEXTS: Readonly<Record<string, string>> = {
  trace_id: 'Trace id',
  span_id: 'Span id',
  parent_span_id: 'Parent span id',
  span_name: 'Span name',
  span_category: 'Category',
  observation_type: 'Type',
  status_message: 'Status message',
  gen_ai_system: 'Provider',
  gen_ai_operation_name: 'Operation',
  finish_reasons: 'Finish reason',
  input_preview: 'Input',
  output_preview: 'Output',
  error_preview: 'Error',
  state: 'State',
  span_kind: 'Kind',
  gen_ai_request_model: 'Requested model',
  gen_ai_response_model: 'Answering model',
  agent_name: 'Agent',
  tool_name: 'Tool',
  models: 'Models',
  agents: 'Agents',
  frameworks: 'Frameworks',
  metadata: 'Metadata',
  start_time: 'Start',
  end_time: 'End',
  timestamp_start: 'Start',
  timestamp_end: 'End',
};
const LABELS: Readonly<Record<string, string>> = { ...TEXTS, ...BOOLEANS, ...NUMBERS, ...OPTION_LABELS };

/** Every field that a condition may name; any other key is an attribute's. */
export const FIELD_KEYS: readonly string[] = Object.keys(LABELS);

const COMMON = ['duration_ms', 'total_tokens', 'input_tokens', 'output_tokens', 'total_cost', 'has_error'];
const PARTS = ['cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens', 'input_cost', 'output_cost'];
const SUGGESTED: Readonly<Record<Listed, readonly string[]>> = {
  traces: [
    ...COMMON,
    'span_count',
    'error_count',
    'llm_call_count',
    'tool_call_count',
    'running_span_count',
    'observation_count',
    'is_complete',
    'trace_id',
    ...PARTS,
  ],
  sessions: [...COMMON, 'trace_count', 'span_count', 'error_count', 'running_span_count', 'is_complete'],
  spans: [
    ...COMMON,
    'span_name',
    'span_category',
    'observation_type',
    'time_to_first_token_ms',
    'finish_reasons',
    'gen_ai_system',
    'error_preview',
    'event_count',
    'link_count',
    'span_id',
    'trace_id',
    ...PARTS,
  ],
};

/** Fields beside those with counted values, in the order of the menu; all of them are the listed item's own. */
export function suggestedFields(listed: Listed): readonly string[] {
  return SUGGESTED[listed];
}

/**
 * The key that a typed text means: a field's or an attribute's as it stands, otherwise that of the field which is called so.
 * What is neither stays as it is: it may be an attribute that nobody has sent yet.
 */
export function keyOf(text: string, listed: Listed, attributes: readonly { readonly key: string }[]): string {
  const typed = text.trim();
  if (Object.hasOwn(LABELS, typed) || attributes.some(({ key }) => key === typed)) return typed;
  const isCalledSo = (key: string): boolean => fieldLabel(key).toLowerCase() === typed.toLowerCase();
  return [...optionFields(listed), ...suggestedFields(listed), ...FIELD_KEYS].find(isCalledSo) ?? typed;
}

/** What people call a field; an attribute's key is its own name. */
export function fieldLabel(key: string): string {
  return Object.hasOwn(LABELS, key) ? (LABELS[key] ?? key) : key;
}

/** Of which type a field's values are; undefined for what is no field, or an attribute. */
export function fieldKind(key: string): ValueKind | undefined {
  if (Object.hasOwn(NUMBERS, key)) return 'number';
  if (Object.hasOwn(BOOLEANS, key)) return 'boolean';
  return Object.hasOwn(LABELS, key) ? 'text' : undefined;
}
