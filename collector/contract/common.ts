import {
  Type,
  type Static,
  type TLiteral,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnion,
} from 'typebox';
import { OBSERVATION_TYPES, SPAN_CATEGORIES, SPAN_KINDS, STATUS_CODES } from './span-names.ts';

/** `T` or JSON null: absent values are null, never missing. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An object with a name of its own, under which the OpenAPI document and generated clients know it. */
export const object = <T extends TProperties>(title: string, description: string, properties: T) =>
  Type.Object(properties, { title, description });

/** A named object that has all that `base` has, and more. */
export const extended = <B extends TSchema, T extends TProperties>(
  title: string,
  description: string,
  base: B,
  properties: T,
) => Type.Intersect([base, Type.Object(properties)], { title, description });

/** Values of any kind by their names. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** UTC with `Z`, microseconds where the source has them, e.g. `2026-02-13T00:43:53.316465Z`. */
export const Timestamp = Type.String({ format: 'date-time' });

/** What is told of tokens; cached ones are part of the input, reasoning is part of the output. */
export const tokenCounts = {
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  cache_read_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
};

/** US dollars. */
export const Dollars = Type.Number({ description: 'US dollars' });
export const UnpricedCalls = Type.Integer({
  description: 'how many of the calls that count have no known price: `total_cost` is without them',
});

/** What a schema of names allows, in its order. */
export const namesOf = (schema: { readonly anyOf: readonly { readonly const: string }[] }): string[] =>
  schema.anyOf.map((option) => option.const);

type Literals<N extends readonly string[]> = N extends readonly [
  infer First extends string,
  ...infer Others extends readonly string[],
]
  ? [TLiteral<First>, ...Literals<Others>]
  : [];

/** One of these names. */
const oneOf = <const N extends readonly string[]>(names: N, options: TSchemaOptions) => {
  const literals: TSchema[] = names.map((name) => Type.Literal(name));
  return Type.Union(literals, options) as TSchema as TUnion<Literals<N>>;
};

export const SpanCategory = oneOf(SPAN_CATEGORIES, {
  title: 'SpanCategory',
  description: 'what kind of work a span is; embedding calls are `llm`',
});
export type SpanCategory = Static<typeof SpanCategory>;

export const ObservationType = oneOf(OBSERVATION_TYPES, {
  title: 'ObservationType',
  description: 'what a span is to a program with AI; `span` where it is nothing of the kind',
});
export type ObservationType = Static<typeof ObservationType>;

export const StatusCode = oneOf(STATUS_CODES, {
  title: 'StatusCode',
  description: "the span's status in the protocol",
});
export type StatusCode = Static<typeof StatusCode>;

export const SpanKind = oneOf(SPAN_KINDS, { title: 'SpanKind' });
export type SpanKind = Static<typeof SpanKind>;

export const PageMeta = object('PageMeta', 'Which part of a list an answer is.', {
  page: Type.Integer(),
  limit: Type.Integer(),
  total_items: Type.Integer({ description: 'exact' }),
  total_pages: Type.Integer(),
});
export type PageMeta = Static<typeof PageMeta>;

/** The project-scoped page envelope. */
export const Page = <T extends TSchema>(title: string, item: T) =>
  object(title, 'One page of a list; past the end `data` is empty.', {
    data: Type.Array(item),
    meta: PageMeta,
  });

const time = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

export const fromTimestamp = time(
  'ISO 8601, UTC where it names no zone: only what starts, or happened, at or after it',
  '2026-02-13T00:43:53.316465Z',
);
export const toTimestamp = time(
  'ISO 8601, UTC where it names no zone: only what starts, or happened, at or before it; a day or a minute (2026-02-13, 2026-02-13T00:43Z) counts to its end',
  '2026-02-13',
);

/** A parameter that restricts a list to items of which something is exactly this text. */
export const textFilter = (description: string) => Type.Optional(Type.String({ description }));

/** `environment` of every list. */
export const environmentFilter = Type.Optional(
  Type.Array(Type.String(), {
    description: 'any of these: repeat the parameter, or give a JSON array of names once',
  }),
);

/** `order_by` of a list that is sorted by one of `fields`; what it is when absent stands in its description. */
export const orderBy = (fields: readonly string[], standard: string) =>
  Type.Optional(
    Type.String({
      description: `one of ${fields.map((field) => `\`${field}\``).join(', ')}, with \`:asc\` or \`:desc\` (when neither is said); \`${standard}\` when absent. Ties break on the id`,
      examples: [standard],
    }),
  );

/** What every project-scoped list takes. `defaultLimit` is 50 for traces and sessions, 100 for the others. */
export const pageQuery = (defaultLimit: number) => ({
  // Bounded so that the rows to skip stay an integer that SQLite holds.
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    default: 1,
    description: 'the first one is 1',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: defaultLimit, description: 'items a page' }),
  from_timestamp: fromTimestamp,
  to_timestamp: toTimestamp,
});

export const includeRawSpan = Type.Boolean({
  default: false,
  description: 'adds `raw_span`: the span in OTLP JSON, equal to what was sent',
});

export const ErrorBody = object('Error', 'The body of every refusal.', {
  error: Type.String({ description: 'what the HTTP status means', examples: ['Bad Request'] }),
  code: Type.String({ description: 'says which refusal it is; stays the same between versions' }),
  message: Type.String({ description: 'for people: names what is wrong' }),
});
export type ErrorBody = Static<typeof ErrorBody>;
