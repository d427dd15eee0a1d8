import { Type, type Static } from 'typebox';
import { Nullable } from './common.ts';

export const Receiver = Type.Object({
  enabled: Type.Boolean(),
  status: Type.Union([Type.Literal('listening'), Type.Literal('off'), Type.Literal('failed')]),
  /** `http://127.0.0.1:4318`, or `127.0.0.1:4317` for gRPC; null when it does not listen. */
  address: Nullable(Type.String()),
  /** Why it does not listen, e.g. a taken port. */
  message: Nullable(Type.String()),
});
export type Receiver = Static<typeof Receiver>;

export const Health = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  version: Type.String(),
  otel: Type.Object({
    enabled: Type.Boolean(),
    status: Type.String(),
    metrics: Type.Object({ total_traces: Type.Integer(), total_spans: Type.Integer() }),
  }),
  receivers: Type.Object({ http: Receiver, standard_http: Receiver, grpc: Receiver }),
  storage: Type.Object({ path: Type.String(), size_bytes: Type.Integer(), spans: Type.Integer() }),
  queue: Type.Object({ spans: Type.Integer(), bytes: Type.Integer() }),
  ingest: Type.Object({ spans_per_second: Type.Number() }),
  /** Stored spans that `search` does not find yet. */
  search: Type.Object({ behind_spans: Type.Integer() }),
});
export type Health = Static<typeof Health>;
