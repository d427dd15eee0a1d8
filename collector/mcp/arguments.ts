import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import { firstProblem, readGiven, unknownName } from '../query/parameters/given.ts';

/**
 * The arguments of a tool as the library wants their schema. They are read as the parameters of the REST interface are; null, which
 * some models write for what they leave out, is nothing.
 */
export function argumentsOf(schema: TObject): StandardSchemaWithJSON {
  const json = (): Record<string, unknown> => ({ ...schema, required: mustBeGiven(schema) });
  return {
    '~standard': {
      version: 1,
      vendor: 'tracedeck',
      jsonSchema: { input: json, output: json },
      validate: (given) => read(schema, given),
    },
  };
}

const mustBeGiven = ({ required, properties }: TObject): readonly string[] =>
  (required ?? []).filter((name) => !('default' in properties[name]!));

type Read = { readonly value: unknown } | { readonly issues: readonly { readonly message: string }[] };

function read(schema: TObject, given: unknown): Read {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong('they must be an object');
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
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

const wrong = (message: string): Read => ({ issues: [{ message }] });
