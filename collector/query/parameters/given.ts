import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { SchemaNode } from '../../contract/schema-node.ts';

/** Looked up in lower case, since Python writes `True`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** Asked before `Number`, which also takes `0x10`, and a space for 0. */
const DECIMAL = /^[-+.\de]+$/i;

/** Turns what was given as text into what the schema wants, and fills in what was left out. */
export function readGiven({ properties = {} }: SchemaNode, values: Record<string, unknown>): void {
  for (const [name, node] of Object.entries(properties)) {
    const value = values[name];
    if (value !== undefined) values[name] = fromText(node, value);
    else if (node.default !== undefined) values[name] = node.default;
  }
}

/** A value that can't be converted stays as it is, to be refused. A single value counts as a list of one. */
function fromText({ type, items = {} }: SchemaNode, value: unknown): unknown {
  if (type === 'array') return (Array.isArray(value) ? value : [value]).map((item) => fromText(items, item));
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return BOOLEANS.get(value.toLowerCase()) ?? value;
  if (type !== 'integer' && type !== 'number') return value;
  const text = value.trim();
  return !DECIMAL.test(text) || Number.isNaN(Number(text)) ? value : Number(text);
}

/** The first parameter that the schema does not have: if it were passed over, the answer would hold more than was asked for. */
export const unknownName = ({ properties = {} }: SchemaNode, values: object): string | undefined =>
  Object.keys(values).find((one) => !Object.hasOwn(properties, one));

/** The first error, in words: where only a few values are allowed, it names them. */
export function firstProblem(schema: TSchema, value: unknown) {
  const [first] = Value.Errors(schema, value);
  if (first === undefined) throw new Error('nothing is wrong with what the schema refused');
  // Only a key that the schema does not have is held against a schema that is `false`.
  if (first.keyword === 'boolean') return { ...first, message: 'is an unknown key' };
  const node = (schema as SchemaNode).properties?.[first.instancePath.slice(1)];
  if (node?.type === 'boolean') return { ...first, message: 'must be true or false' };
  const allowed = (node?.anyOf ?? (node ? [node] : [])).map((one) => one.const);
  if (allowed.length === 0 || allowed.includes(undefined)) return first;
  return { ...first, message: `must be ${oneOf(allowed.map((one) => JSON.stringify(one)))}` };
}

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
