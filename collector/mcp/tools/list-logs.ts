import { Type } from 'typebox';
import { LogListQuery } from '../../contract/logs.ts';
import { listLogs } from '../../query/operations/logs.ts';
import { logListParameters } from '../../query/parameters/lists.ts';
import { MAX_VALUE, pageText } from '../text/rows.ts';
import { LEAVES_OUT, maxValueCharacters, noneIn, parametersOf, tool } from './tool.ts';

export const listLogsTool = tool({
  name: 'list_logs',
  title: 'List log records',
  description: `What programs logged, newest first; trace_id and span_id have what belongs to one. ${LEAVES_OUT}`,
  parameters: Type.Object({
    ...parametersOf(LogListQuery).properties,
    // A record of no span is told nowhere else.
    max_value_characters: maxValueCharacters(MAX_VALUE),
  }),
  tell(reader, { project_id: project, max_value_characters: maxValue, ...query }) {
    const page = listLogs(reader, logListParameters(project, query));
    const fields = [
      'time',
      'severity_number',
      'severity_text',
      'event_name',
      'body',
      'attributes',
      'service_name',
      'trace_id',
      'span_id',
    ] as const;
    return pageText('Log records', noneIn(project, 'log record'), page, fields, maxValue);
  },
});
