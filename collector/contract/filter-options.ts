import { Type, type Static } from 'typebox';

/** A value and how many of the listed items (traces, spans, sessions) have it. */
export const OptionCount = Type.Object({ value: Type.String(), count: Type.Integer() });
export type OptionCount = Static<typeof OptionCount>;

const options = Type.Array(OptionCount);

/** An indexed attribute key. Samples are the first few of its values; none where only its presence is indexed. */
export const AttributeOption = Type.Object({
  key: Type.String(),
  key_type: Type.Union([
    Type.Literal('string'),
    Type.Literal('number'),
    Type.Literal('boolean'),
    Type.Literal('array'),
  ]),
  entity_type: Type.Union([Type.Literal('trace'), Type.Literal('span')]),
  sample_values: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
});
export type AttributeOption = Static<typeof AttributeOption>;

/** What a list can be filtered by: the 100 most frequent values of each field, absent ones left out. */
export const FilterOptions = Type.Object({
  options: Type.Object({
    environment: options,
    user_id: options,
    session_id: options,
    trace_name: options,
    tags: options,
    framework: options,
    model: options,
    agent: options,
    tool: options,
    status_code: options,
    service_name: options,
  }),
  services: Type.Array(Type.String()),
  frameworks: Type.Array(Type.String()),
  attributes: Type.Array(AttributeOption),
});
export type FilterOptions = Static<typeof FilterOptions>;
