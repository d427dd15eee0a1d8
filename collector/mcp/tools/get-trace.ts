import { Type } from 'typebox';
import { getTraceTree } from '../../query/operations/traces.ts';
import { treeText } from '../text/tree.ts';
import { project_id, tool } from './tool.ts';

export const getTraceTool = tool({
  name: 'get_trace',
  title: 'Get a trace',
  description:
    'One run as a tree: a line for each span with its id, start and duration in milliseconds, what it is, its model, tokens and error, indented below its parent. get_span tells all of one, read_conversation what was said.',
  parameters: Type.Object({
    project_id,
    trace_id: Type.String({ description: '32 hex digits' }),
    from_span: Type.Integer({
      minimum: 1,
      default: 1,
      description: 'the place in the tree to begin at, of a large trace',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 200, description: 'spans at most' }),
  }),
  tell: (reader, { project_id: project, trace_id: traceId, from_span: from, limit }) =>
    treeText(getTraceTree(reader, { project, traceId }), { from, limit }),
});
