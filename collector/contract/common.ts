import { Type, type Static, type TSchema } from 'typebox';

/** `T` or JSON null: absent values are null, never missing (API.md section 3). */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** UTC with `Z`, microseconds where the source has them, e.g. `2026-02-13T00:43:53.316465Z`. */
export const Timestamp = Type.String({ format: 'date-time' });

export const SpanCategory = Type.Union([
  Type.Literal('llm'),
  Type.Literal('tool'),
  Type.Literal('agent'),
  Type.Literal('chain'),
  Type.Literal('db'),
  Type.Literal('http'),
  Type.Literal('other'),
]);
export type SpanCategory = Static<typeof SpanCategory>;

export const ObservationType = Type.Union([
  Type.Literal('generation'),
  Type.Literal('embedding'),
  Type.Literal('agent'),
  Type.Literal('tool'),
  Type.Literal('chain'),
  Type.Literal('retriever'),
  Type.Literal('reranker'),
  Type.Literal('guardrail'),
  Type.Literal('evaluator'),
  Type.Literal('span'),
]);
export type ObservationType = Static<typeof ObservationType>;

export const StatusCode = Type.Union([Type.Literal('UNSET'), Type.Literal('OK'), Type.Literal('ERROR')]);
export type StatusCode = Static<typeof StatusCode>;

/** The project-scoped page envelope; `total_items` is exact. */
export const PageMeta = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total_items: Type.Integer(),
  total_pages: Type.Integer(),
});
export type PageMeta = Static<typeof PageMeta>;

export const Page = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item), meta: PageMeta });

/** Query parameters that every project-scoped list takes. `defaultLimit` is 50 for traces and sessions, 100 for spans. */
export const pageQuery = (defaultLimit: number) => ({
  // Bounded so that the rows to skip stay an integer that SQLite holds.
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: defaultLimit }),
  order_by: Type.Optional(Type.String()),
  from_timestamp: Type.Optional(Type.String()),
  to_timestamp: Type.Optional(Type.String()),
});

export const ErrorBody = Type.Object({ error: Type.String(), code: Type.String(), message: Type.String() });
export type ErrorBody = Static<typeof ErrorBody>;

export const ProjectParams = Type.Object({ project_id: Type.String() });
