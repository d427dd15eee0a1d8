import { Type, type Static } from 'typebox';
import { Nullable, Timestamp } from './common.ts';

/** One export request as it was taken or refused. What it says of itself is cut to 300 characters. */
export const IngestRequest = Type.Object({
  /** When it was answered. */
  time: Timestamp,
  /** Null where it was refused before the project was known. */
  project: Nullable(Type.String()),
  /** Null where its path names none. */
  signal: Nullable(Type.Union([Type.Literal('traces'), Type.Literal('metrics'), Type.Literal('logs')])),
  /** What the request spoke, whichever port it came to. */
  transport: Type.Union([Type.Literal('http'), Type.Literal('grpc')]),
  /** Null where the port could not read it. */
  path: Nullable(Type.String()),
  encoding: Nullable(
    Type.String({ description: '`Content-Encoding`; null over gRPC, which unpacks by itself' }),
  ),
  content_type: Nullable(Type.String()),
  bytes: Type.Integer({ description: 'of the body, unpacked; what was announced where it was not read' }),
  spans: Type.Integer({ description: 'spans, log records or data points that were stored' }),
  rejected: Type.Integer({ description: 'those that were rejected one by one' }),
  status: Type.Integer({ description: 'of HTTP; over gRPC the one that HTTP would have had' }),
  code: Nullable(Type.String({ description: 'of the error that it was answered with' })),
  advice: Nullable(Type.String({ description: 'one sentence that names the fix of a usual mistake' })),
  duration_ms: Type.Number(),
  user_agent: Nullable(Type.String()),
});
export type IngestRequest = Static<typeof IngestRequest>;

/** The last 200, newest first. */
export const IngestRequestList = Type.Object({ data: Type.Array(IngestRequest) });
export type IngestRequestList = Static<typeof IngestRequestList>;
