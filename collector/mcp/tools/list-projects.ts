import { Type } from 'typebox';
import { listProjects } from '../../query/operations/projects.ts';
import { wholeLines } from '../text/bounds.ts';
import { rowText } from '../text/rows.ts';
import { NOT_STORED, tool } from './tool.ts';

export const listProjectsTool = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'The projects that hold traces, with what each holds. Most machines have one, called default.',
  parameters: Type.Object({}),
  tell(reader) {
    const { data } = listProjects(reader);
    if (data.length === 0) return `Nothing has arrived yet: no project holds anything. ${NOT_STORED}.`;
    const rows = data.map((project) =>
      rowText(project, [
        'project_id',
        'trace_count',
        'span_count',
        'session_count',
        'first_seen',
        'last_seen',
      ]),
    );
    return wholeLines(rows, 'GET /api/v1/projects has all');
  },
});
