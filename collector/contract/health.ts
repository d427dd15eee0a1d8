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
  message: Nullable(
    Type.String({
      description: 'why it does not listen, e.g. a taken port, or takes no more connections for now',
    }),
  ),
});
export type Receiver = Static<typeof Receiver>;

/** What keeps the database from being written or read. */
export const StorageFault = Type.Union([
  Type.Literal('disk_full'),
  Type.Literal('read_only'),
  Type.Literal('locked'),
  Type.Literal('damaged'),
  Type.Literal('moved'),
  Type.Literal('failing'),
]);
export type StorageFault = Static<typeof StorageFault>;

export const Health = object('Health', 'How the collector is.', {
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
    description:
      '`degraded`: a receiver that was asked for does not listen or turns connections away, or the storage failed',
  }),
  version: Type.String(),
  otel: Type.Object({
    enabled: Type.Boolean(),
    status: Type.Union([Type.Literal('receiving'), Type.Literal('paused'), Type.Literal('failing')], {
      description:
        '`paused`: somebody asked that nothing be received; `failing`: `storage.is_writable` is false; `receiving`: neither',
    }),
    metrics: Type.Object({ total_traces: Type.Integer(), total_spans: Type.Integer() }),
  }),
  receivers: Type.Object({ http: Receiver, standard_http: Receiver, grpc: Receiver }),
  storage: Type.Object({
    path: Type.String(),
    size_bytes: Type.Integer(),
    spans: Type.Integer(),
    free_bytes: Nullable(Type.Integer({ description: 'room left on its disk; null where it is not known' })),
    fault: Nullable(StorageFault),
    message: Nullable(
      Type.String({
        description: 'the fault in words and what to do about it',
        examples: ['disk full (/data/tracedeck.db): free some space'],
      }),
    ),
    is_writable: Type.Boolean({
      description:
        'false from a commit that is refused, or does not end, until one goes through: exporters are answered 503, or wait, and send again',
    }),
  }),
  queue: Type.Object(
    { spans: Type.Integer(), bytes: Type.Integer() },
    { description: 'accepted and not yet committed' },
  ),
  ingest: Type.Object({ spans_per_second: Type.Number() }),
  receiving: Receiving,
  search: Type.Object({
    behind_spans: Type.Integer({ description: 'stored spans that `search` does not find yet' }),
  }),
  reindex: Type.Object({
    version: Type.Integer({ description: 'of what is read from spans into columns, names and search' }),
    due_spans: Type.Integer({
      description: 'spans of traces that an older version read: `tracedeck reindex` reads them anew',
    }),
  }),
});
export type Health = Static<typeof Health>;
