import { LogListQuery } from '../../contract/logs.ts';
import { listLogs } from '../../query/operations/logs.ts';
import { logListParameters } from '../../query/parameters/lists.ts';
import { pageText } from '../text/rows.ts';
import { LEAVES_OUT, noneIn, parametersOf, tool } from './tool.ts';

export const listLogsTool = tool({
  name: 'list_logs',
  title: 'List log records',
  description: `What programs logged, newest first; trace_id and span_id have what belongs to one. ${LEAVES_OUT} Long values are cut.`,
  parameters: parametersOf(LogListQuery),
  tell(reader, { project_id: project, ...query }) {
    const page = listLogs(reader, logListParameters(project, query));
    return pageText('Log records', noneIn(project, 'log record'), page, [
      'time',
      'severity_text',
      'event_name',
      'body',
      'attributes',
      'service_name',
      'trace_id',
      'span_id',
    ]);
  },
});
