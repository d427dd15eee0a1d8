import { Type, type Static } from 'typebox';
import { Nullable, object } from './common.ts';
import { Receiving } from './receiving.ts';

export const Receiver = object('Receiver', 'Where exports are taken.', {
  enabled: Type.Boolean(),
  status: Type.Union([Type.Literal('listening'), Type.Literal('off'), Type.Literal('failed')]),
  address: Nullable(
    Type.String({
      description: 'null when it does not listen',
      examples: ['http://127.0.0.1:4318', '127.0.0.1:4317'],
    }),
  ),
  message: Nullable(Type.String({ description: 'why it does not listen, e.g. a taken port' })),
});
export type Receiver = Static<typeof Receiver>;

export const Health = object('Health', 'How the collector is.', {
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
    description: '`degraded`: a receiver that was asked for does not listen, or the storage failed',
  }),
  version: Type.String(),
  otel: Type.Object({
    enabled: Type.Boolean(),
    status: Type.String(),
    metrics: Type.Object({ total_traces: Type.Integer(), total_spans: Type.Integer() }),
  }),
  receivers: Type.Object({ http: Receiver, standard_http: Receiver, grpc: Receiver }),
  storage: Type.Object({ path: Type.String(), size_bytes: Type.Integer(), spans: Type.Integer() }),
  queue: Type.Object(
    { spans: Type.Integer(), bytes: Type.Integer() },
    { description: 'accepted and not yet committed' },
  ),
  ingest: Type.Object({ spans_per_second: Type.Number() }),
  receiving: Receiving,
  search: Type.Object({
    behind_spans: Type.Integer({ description: 'stored spans that `search` does not find yet' }),
  }),
});
export type Health = Static<typeof Health>;
