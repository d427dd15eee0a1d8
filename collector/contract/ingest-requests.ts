import { Type, type Static } from 'typebox';
import { Nullable, Timestamp, object } from './common.ts';

/** One export request as it was taken or refused. */
export const IngestRequest = object(
  'IngestRequest',
  '`time` is when it was answered. What it says of itself, and `message`, is cut to 300 characters.',
  {
    time: Timestamp,
    project: Nullable(Type.String({ description: 'null where it was refused before that was known' })),
    signal: Nullable(
      Type.Union([Type.Literal('traces'), Type.Literal('metrics'), Type.Literal('logs')], {
        description: 'null where it came to no path or service that takes one, or could not be read',
      }),
    ),
    transport: Type.Union([Type.Literal('http'), Type.Literal('grpc')], {
      description: 'what the request spoke, whichever port it came to',
    }),
    path: Nullable(Type.String({ description: 'without its query; null where the port could not read it' })),
    encoding: Nullable(
      Type.String({ description: '`Content-Encoding`; null over gRPC, which unpacks by itself' }),
    ),
    content_type: Nullable(Type.String()),
    bytes: Type.Integer({ description: 'of the body, unpacked; what was announced where it was not read' }),
    spans: Type.Integer({ description: 'spans, log records or data points that were stored' }),
    rejected: Type.Integer({ description: 'those that were rejected one by one' }),
    redacted: Type.Integer({
      description: 'texts and values in which redaction rules (`redaction.rules`) replaced something',
    }),
    status: Type.Integer({ description: 'of HTTP; over gRPC the one that HTTP would have had' }),
    code: Nullable(Type.String({ description: 'of the error that it was answered with' })),
    message: Nullable(
      Type.String({
        description: 'what the exporter was told: why it was refused, or why items of it were rejected',
      }),
    ),
    advice: Nullable(Type.String({ description: 'one sentence that names the fix of a usual mistake' })),
    duration_ms: Type.Number(),
    user_agent: Nullable(Type.String()),
  },
);
export type IngestRequest = Static<typeof IngestRequest>;

export const IngestRequestList = object('IngestRequestList', 'The last 200, newest first.', {
  data: Type.Array(IngestRequest),
});
export type IngestRequestList = Static<typeof IngestRequestList>;
