import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { environmentFilter, fromTimestamp, namesOf, toTimestamp } from '../contract/common.ts';
import { choiceOf, type SchemaNode } from '../contract/schema-node.ts';
import { FilterOperator, FiltersParameter, SearchParameter } from '../contract/filters.ts';
import { StatsQuery } from '../contract/stats.ts';
import { firstProblem, readGiven, unknownName } from '../query/parameters/given.ts';

const { interval, time_zone, group_by } = StatsQuery.properties;

/**
 * Parameters in the words of the tools: shorter ones of what lists share, since an assistant reads those of all tools in
 * each conversation, and of statistics what the text has, which is no answer of the REST interface.
 */
const IN_OTHER_WORDS: ReadonlyMap<TSchema, string> = new Map<TSchema, string>([
  [fromTimestamp, 'ISO 8601, UTC (2026-02-13T00:43:53Z): what starts, or happened, at or after it'],
  [toTimestamp, 'ISO 8601, UTC (2026-02-13, to its end): what starts, or happened, at or before it'],
  [environmentFilter, 'any of these'],
  [
    SearchParameter,
    'full text of messages, names and ids: words, "quoted phrases" and -excluded ones, all of which must hold',
  ],
  [
    FiltersParameter,
    `a JSON array of {key, op, value}, such as [{"key":"model","op":"eq","value":"gpt-4o"}], all of which must hold: key is a field of a row or a span, or an indexed attribute (list_filter_values has keys and values; any other is found nowhere); op is one of ${namesOf(FilterOperator).join(', ')}`,
  ],
  [interval, 'a row for each minute, hour or day in which a trace started; without it, none'],
  [time_zone, 'IANA name (Europe/Berlin) of the zone whose hours and days these are; default UTC'],
  [group_by, 'a row for each value, the most tokens first; without it, none'],
]);

/**
 * The schema of a tool's arguments, as the library wants it. They are read as the parameters of the REST interface are; null, which
 * some models write for what they leave out, counts as left out.
 */
export function argumentsOf(schema: TObject): StandardSchemaWithJSON {
  const json = (): Record<string, unknown> => ({
    ...schema,
    properties: described(schema),
    required: mustBeGiven(schema),
  });
  return {
    '~standard': {
      version: 1,
      vendor: 'tracedeck',
      jsonSchema: { input: json, output: json },
      validate: (given) => read(schema, given),
    },
  };
}

const described = ({ properties }: TObject): Record<string, object> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, forModels(schema)]));

interface Annotated extends SchemaNode {
  readonly title?: string;
  readonly examples?: unknown;
}

/** With no keyword that Gemini does not know, as `const` and `examples` are: it refuses all that is asked with such a tool. */
function forModels(schema: TSchema): object {
  const { title: _title, examples: _examples, ...rest } = schema as Annotated;
  const { anyOf: _anyOf, ...single } = rest;
  const texts = choiceOf(rest);
  const description = IN_OTHER_WORDS.get(schema);
  return {
    ...(texts === undefined ? rest : { type: 'string', enum: texts, ...single }),
    ...(description === undefined ? {} : { description }),
  };
}

const mustBeGiven = ({ required, properties }: TObject): readonly string[] =>
  (required ?? []).filter((name) => !('default' in properties[name]!));

type Read = { readonly value: unknown } | { readonly issues: readonly { readonly message: string }[] };

function read(schema: TObject, given: unknown): Read {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong('they must be an object');
  const values = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, schema.properties[name] === FiltersParameter ? asJson(value) : value]],
    ),
  );
  readGiven(schema, values);
  const unknown = unknownName(schema, values);
  if (unknown !== undefined)
    return wrong(
      `there is no ${JSON.stringify(unknown)}, but ${Object.keys(schema.properties).join(', ') || 'none'}`,
    );
  if (Value.Check(schema, values)) return { value: values };
  const { instancePath, message } = firstProblem(schema, values);
  return wrong(`${instancePath.slice(1)} ${message}`.trim());
}

/** A parameter that is the text of a list: models write the list itself. One condition without its list is told what it must be. */
const asJson = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

const wrong = (message: string): Read => ({ issues: [{ message }] });
