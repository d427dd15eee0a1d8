import { Type, type Static, type TSchema } from 'typebox';
import { Nullable } from './common.ts';
import { RedactionRule } from './redaction.ts';

const port = (of: string) =>
  Type.Integer({ minimum: 0, maximum: 65_535, description: `${of}; 0 picks a free one` });
const count = (description: string) => Type.Integer({ minimum: 1, description });
/** Longer than a timer can wait is refused: it would ring at once. */
const seconds = (description: string) => Type.Integer({ minimum: 1, maximum: 2_000_000, description });
const flag = (description: string) => Type.Boolean({ description });
const keys = (description: string) => Type.Array(Type.String(), { description });

const section = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false });

const dollars = (description: string) => Type.Number({ minimum: 0, description });

const PriceOverride = section({
  input: dollars('per million tokens'),
  output: dollars('per million tokens'),
  cache_read: Type.Optional(dollars('per million tokens; as `input` where it is absent')),
  cache_write: Type.Optional(dollars('per million tokens; as `input` where it is absent')),
});

/** Every setting: one schema for files, variables, flags and requests. Null, where it is allowed, stands for "not set". */
export const Config = section({
  server: section({
    host: Type.String({
      minLength: 1,
      description: 'address that all servers listen on; beyond this machine only with `auth.enabled`',
    }),
    port: port('of this interface, its streams and the window in a browser'),
    cors_origins: Type.Array(Type.String(), {
      description: 'origins whose pages may do everything',
      examples: [['https://traces.example']],
    }),
  }),
  auth: section({ enabled: flag('whether who reads or changes anything needs a token') }),
  otel: section({
    http: section({
      enabled: flag('OTLP over HTTP on a port of its own, the standard one'),
      port: port('of OTLP over HTTP'),
    }),
    grpc: section({ enabled: flag('OTLP over gRPC'), port: port('of OTLP over gRPC') }),
    auth: section({
      required: Nullable(
        Type.Boolean({ description: 'whether exporters need a token; null: as `auth.enabled`' }),
      ),
    }),
    ingestion: section({
      max_body_bytes: count('of one export request, unpacked; a larger one is 413 `PAYLOAD_TOO_LARGE`'),
      channel_capacity: count('requests that may wait for their commit; past it 503 `BUFFER_FULL`'),
      buffer_max_spans: count('spans that may wait for their commit; past it 503 `BUFFER_FULL`'),
      buffer_max_bytes: count('bytes that may wait for their commit; past it 503 `BUFFER_FULL`'),
    }),
    attributes: section({
      trace_attributes: keys('further attributes that lists can be filtered by, named as those of traces'),
      span_attributes: keys('the same, named as those of spans'),
      auto_index_genai: flag('whether every `gen_ai.*` attribute can be filtered by as well'),
    }),
    search: section({
      enabled: flag(
        'whether new spans become findable by full text; what came while it was off does when it is on again',
      ),
    }),
    retention: section({
      days: Nullable(
        Type.Number({ exclusiveMinimum: 0, description: 'traces go that ended longer ago; null: none' }),
      ),
      max_spans: Nullable(count('the oldest traces go while there are more; null: none')),
      max_bytes: Nullable(count('the oldest traces go while the database takes more; null: none')),
      check_interval_secs: seconds('between two looks for what is to go'),
    }),
  }),
  stream: section({
    max_connections: count('streams at once; the next gets 503 `TOO_MANY_STREAMS`'),
    timeout_secs: seconds('after which a stream ends'),
    keepalive_secs: seconds('between two comment lines of a stream'),
  }),
  pricing: section({
    overrides: Type.Record(Type.String(), PriceOverride, {
      description: 'by model name as the spans write it, in any case; goes before the price list',
    }),
  }),
  redaction: section({
    rules: Type.Array(RedactionRule, {
      maxItems: 50,
      description:
        'what is taken out of everything that arrives before it is stored, in this order; spans already stored stay as they are',
    }),
  }),
  storage: section({
    data_dir: Type.String({ minLength: 1, description: 'folder of the database, the tokens and their key' }),
    synchronous: Type.Union([Type.Literal('normal'), Type.Literal('full')], {
      description: '`normal` survives a killed process, `full` a power cut as well',
    }),
  }),
  /** Of the desktop app, which alone reads and changes them. */
  desktop: section({
    close_to_tray: Type.Boolean({
      description: 'closing the window leaves the collector running, where there is a tray',
    }),
    start_at_login: flag('starts the app when somebody signs in'),
    error_badge: Type.Boolean({
      description: 'the icon counts traces with errors that came while the window was away',
    }),
    notifications: section({
      errors: Type.Boolean({ description: 'tells of traces that end in an error' }),
      cost_dollars: Nullable(
        Type.Number({ exclusiveMinimum: 0, description: 'tells of traces that cost more' }),
      ),
      duration_secs: Nullable(
        Type.Number({ exclusiveMinimum: 0, description: 'tells of traces that take longer' }),
      ),
    }),
    updates: section({
      enabled: Type.Boolean({ description: 'looks for new versions on GitHub; off until somebody agrees' }),
    }),
  }),
});
export type Config = Static<typeof Config>;
