import { Type, type Static, type TSchema } from 'typebox';
import { Nullable } from './common.ts';
import { RedactionRule } from './redaction.ts';

const Port = Type.Integer({ minimum: 0, maximum: 65_535, description: '0 picks a free one.' });
const Count = Type.Integer({ minimum: 1 });
/** Longer than a timer can wait is refused: it would ring at once. */
const Seconds = Type.Integer({ minimum: 1, maximum: 2_000_000 });
const Switch = Type.Boolean();
const Names = Type.Array(Type.String());

const section = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false });

const Dollars = Type.Number({ minimum: 0 });

/** What a model costs, in dollars per million tokens. */
const PriceOverride = section({
  input: Dollars,
  output: Dollars,
  cache_read: Type.Optional(Dollars),
  cache_write: Type.Optional(Dollars),
});

/** Every setting: one schema for files, variables, flags and requests. Null, where it is allowed, stands for "not set". */
export const Config = section({
  server: section({
    host: Type.String({ minLength: 1 }),
    port: Port,
    cors_origins: Type.Array(Type.String(), {
      description: 'origins whose pages may do everything',
      examples: [['https://traces.example']],
    }),
  }),
  auth: section({ enabled: Switch }),
  otel: section({
    http: section({ enabled: Switch, port: Port }),
    grpc: section({ enabled: Switch, port: Port }),
    auth: section({
      required: Nullable(
        Type.Boolean({ description: 'whether exporters need a token; null: as `auth.enabled`' }),
      ),
    }),
    ingestion: section({
      max_body_bytes: Count,
      channel_capacity: Count,
      buffer_max_spans: Count,
      buffer_max_bytes: Count,
    }),
    /** Attribute keys that can be filtered by. */
    attributes: section({ trace_attributes: Names, span_attributes: Names, auto_index_genai: Switch }),
    /** Whether new spans become findable by full text; what is switched off catches up when it is switched on. */
    search: section({ enabled: Switch }),
    /** Null: no such bound. */
    retention: section({
      days: Nullable(Type.Number({ exclusiveMinimum: 0 })),
      max_spans: Nullable(Count),
      max_bytes: Nullable(Count),
      check_interval_secs: Seconds,
    }),
  }),
  stream: section({ max_connections: Count, timeout_secs: Seconds, keepalive_secs: Seconds }),
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
    data_dir: Type.String({ minLength: 1 }),
    synchronous: Type.Union([Type.Literal('normal'), Type.Literal('full')]),
  }),
  /** Of the desktop app, which alone reads and changes them. */
  desktop: section({
    close_to_tray: Type.Boolean({
      description: 'closing the window leaves the collector running, where there is a tray',
    }),
    start_at_login: Switch,
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
