import { Type } from 'typebox';
import { SpanListQuery } from '../../contract/spans.ts';
import { listSpans } from '../../query/operations/spans.ts';
import { spanListParameters } from '../../query/parameters/lists.ts';
import { pageText } from '../text/rows.ts';
import { LEAVES_OUT, noneIn, parametersOf, tool } from './tool.ts';

export const listSpansTool = tool({
  name: 'list_spans',
  title: 'List spans',
  description: `Single steps over all traces, newest first: calls of models and tools, agents, requests. has_error has those that failed, whatever their status, order_by duration_ms the slowest. ${LEAVES_OUT}`,
  parameters: parametersOf(Type.Omit(SpanListQuery, ['include_raw_span'])),
  tell(reader, { project_id: project, ...given }) {
    const page = listSpans(reader, spanListParameters(project, { ...given, include_raw_span: false }));
    return pageText('Spans', noneIn(project, 'span'), page, [
      'trace_id',
      'span_id',
      'parent_span_id',
      'span_name',
      'observation_type',
      'framework',
      'timestamp_start',
      'duration_ms',
      'status_code',
      'has_error',
      'error_preview',
      'model',
      'agent_name',
      'tool_name',
      'session_id',
      'input_tokens',
      'output_tokens',
      'total_cost',
      'time_to_first_token_ms',
      'finish_reasons',
      'input_preview',
      'output_preview',
    ]);
  },
});
