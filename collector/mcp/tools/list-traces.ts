import { TraceListQuery } from '../../contract/traces.ts';
import { listTraces } from '../../query/operations/traces.ts';
import { traceListParameters } from '../../query/parameters/lists.ts';
import { pageText } from '../text/rows.ts';
import { LEAVES_OUT, noneIn, parametersOf, tool } from './tool.ts';

export const listTracesTool = tool({
  name: 'list_traces',
  title: 'List traces',
  description: `Runs of agents, newest first: a row each with its times, counts, tokens, cost in US dollars, models and the beginnings of what was asked and answered. ${LEAVES_OUT}`,
  parameters: parametersOf(TraceListQuery),
  tell(reader, { project_id: project, ...query }) {
    const page = listTraces(reader, traceListParameters(project, query));
    const others = query.include_nongenai ? '' : ' Those without AI are listed with include_nongenai.';
    return pageText('Traces', `${noneIn(project, 'trace')}${others}`, page, [
      'trace_id',
      'trace_name',
      'start_time',
      'duration_ms',
      'span_count',
      'llm_call_count',
      'tool_call_count',
      'error_count',
      'root_has_error',
      'running_span_count',
      'input_tokens',
      'output_tokens',
      'total_cost',
      'unpriced_call_count',
      'session_id',
      'user_id',
      'environment',
      'service_name',
      'framework',
      'models',
      'agents',
      'tags',
      'input_preview',
      'output_preview',
      'error_preview',
    ]);
  },
});
