import { Type, type Static } from 'typebox';
import { object } from './common.ts';

export const OptionCount = object(
  'OptionCount',
  'A value and how many of the items have it, also of those without any AI span where nothing else is asked for.',
  {
    value: Type.String(),
    count: Type.Integer(),
  },
);
export type OptionCount = Static<typeof OptionCount>;

const options = Type.Array(OptionCount);

/** The same in either interface. */
export const AttributeOption = object('AttributeOption', 'An indexed attribute key.', {
  key: Type.String(),
  key_type: Type.Union([
    Type.Literal('string'),
    Type.Literal('number'),
    Type.Literal('boolean'),
    Type.Literal('array'),
  ]),
  entity_type: Type.Union([Type.Literal('trace'), Type.Literal('span')]),
  sample_values: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
    description:
      'the first few that any span of the project has; none where only the presence of the key is indexed',
  }),
});
export type AttributeOption = Static<typeof AttributeOption>;

/** Absent values are left out. */
export const FilterOptions = object('FilterOptions', 'The 100 most frequent values of each field.', {
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
  services: Type.Array(Type.String(), { description: 'of any span of the project' }),
  frameworks: Type.Array(Type.String(), { description: 'of any span of the project' }),
  attributes: Type.Array(AttributeOption, { description: 'that any span of the project has' }),
});
export type FilterOptions = Static<typeof FilterOptions>;

export const TraceOptionsQuery = Type.Object({
  include_nongenai: Type.Optional(
    Type.Boolean({
      description: 'false counts traces with an AI span alone, as the list of traces does; default true',
    }),
  ),
});
