import type { TreeRow, TreeSpan } from '../../collector/contract/spans.ts';
import type { TraceDetail, TraceTreeDetail } from '../../collector/contract/traces.ts';
import { getJson, withQuery } from './client.ts';

/**
 * The trace with what its tree shows of each span, so that one of a hundred thousand spans opens as well: the pages of a
 * span fetch the span itself.
 */
export async function fetchTrace(path: string, signal: AbortSignal): Promise<TraceDetail> {
  const { spans, ...summary } = await getJson<TraceTreeDetail>(withQuery(path, { fields: 'tree' }), signal);
  const { trace_id } = summary;
  return { ...summary, spans: spans.map((row) => ({ ...LEFT_OUT, trace_id, ...row })) };
}

/** What the tree leaves out of each span. */
const LEFT_OUT: Omit<TreeSpan, keyof TreeRow | 'trace_id'> = {
  framework: null,
  service_name: null,
  session_id: null,
  user_id: null,
  environment: null,
  gen_ai_system: null,
  gen_ai_request_model: null,
  gen_ai_response_model: null,
  gen_ai_operation_name: null,
  finish_reasons: [],
  tags: [],
  metadata: {},
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  input_cost: 0,
  output_cost: 0,
  cost_known: false,
  link_count: 0,
  input_preview: null,
  output_preview: null,
};
