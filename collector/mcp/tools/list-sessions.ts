import { SessionListQuery } from '../../contract/sessions.ts';
import { listSessions } from '../../query/operations/sessions.ts';
import { sessionListParameters } from '../../query/parameters/lists.ts';
import { pageText } from '../text/rows.ts';
import { LEAVES_OUT, noneIn, parametersOf, tool } from './tool.ts';

export const listSessionsTool = tool({
  name: 'list_sessions',
  title: 'List sessions',
  description: `Conversations of several traces, the latest first, with the sums of their traces. list_traces with a session_id has the traces of one. ${LEAVES_OUT}`,
  parameters: parametersOf(SessionListQuery),
  tell(reader, { project_id: project, ...query }) {
    const page = listSessions(reader, sessionListParameters(project, query));
    return pageText('Sessions', noneIn(project, 'session'), page, [
      'session_id',
      'user_id',
      'environment',
      'service_name',
      'start_time',
      'end_time',
      'trace_count',
      'span_count',
      'error_count',
      'running_span_count',
      'input_tokens',
      'output_tokens',
      'total_cost',
      'unpriced_call_count',
      'models',
      'agents',
      'frameworks',
      'input_preview',
      'output_preview',
    ]);
  },
});
