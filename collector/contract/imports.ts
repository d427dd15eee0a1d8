import { Type, type Static } from 'typebox';
import { Nullable, object } from './common.ts';

/** What an imported file came to. */
export const ImportReport = object('ImportReport', 'What was stored of a file, and what was passed over.', {
  requests: Type.Integer({ description: 'export requests in it that were stored' }),
  items: Type.Integer({ description: 'spans, log records and data points in them' }),
  bad: Type.Integer({ description: 'parts that were passed over, or refused in part' }),
  problems: Type.Array(
    Type.Object({
      at: Type.String({ description: 'where in the file', examples: ['line 12'] }),
      reason: Type.String(),
    }),
    { description: 'the first 100 of them' },
  ),
  trace_id: Nullable(Type.String({ description: 'a trace to show: the first that the file names' })),
});
export type ImportReport = Static<typeof ImportReport>;
