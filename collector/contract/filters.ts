import { Type, type Static } from 'typebox';

export const FilterOperator = Type.Union([
  Type.Literal('eq'),
  Type.Literal('ne'),
  Type.Literal('contains'),
  Type.Literal('starts_with'),
  Type.Literal('in'),
  Type.Literal('gt'),
  Type.Literal('lt'),
  Type.Literal('gte'),
  Type.Literal('lte'),
  Type.Literal('is_null'),
  Type.Literal('is_not_null'),
]);
export type FilterOperator = Static<typeof FilterOperator>;

/** The query parameter, read by `query/parameters/filters.ts`. */
export const FiltersParameter = Type.Optional(
  Type.String({
    description:
      'a JSON array of `{key, op, value}`, combined with AND, at most 50. `key` is a field of the listed item, of a span, or an indexed attribute; `op` is one of `eq`, `ne`, `contains`, `starts_with`, `in` (a list of at most 500), `gt`, `lt`, `gte`, `lte`, `is_null`, `is_not_null`. A value must be of the type of its field, and one of its names where it has no others, as `status_code`. On a list of traces or sessions a field of spans or an attribute matches when any of their spans matches, `ne` and `is_null` when none has that value or key. Ids of traces and spans are found in any case. Of a time that is a day or a minute `lte` and `gt` mean its end',
    examples: ['[{"key":"model","op":"eq","value":"gpt-4o"}]'],
  }),
);

/** The query parameter: what a person types. */
export const SearchParameter = Type.Optional(
  Type.String({
    maxLength: 1000,
    description:
      'Full text of messages, names and ids: words, "quoted phrases" and -excluded ones, all of which must hold, in any case; the last word may be the beginning of one. A trace or session is found when each stands somewhere in it, a span when all stand in what it was the first of its trace to tell. `search.behind_spans` of `/api/v1/health` says how many spans are not indexed yet',
  }),
);

/** Integers that a double can't hold come as bigint. */
export type FilterValue = string | number | bigint | boolean;

/** A condition that was checked: `values` are of the type that key and operator want, one but for `in`. */
export interface CheckedFilter {
  readonly key: string;
  readonly op: FilterOperator;
  readonly values: readonly FilterValue[];
}
