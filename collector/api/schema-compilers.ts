import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { PROJECT_ID_RULE, isProjectId } from '../contract/project-id.ts';
import type { SchemaNode } from '../contract/schema-node.ts';
import { ApiError } from '../errors.ts';
import { DOCS } from './docs-path.ts';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

export const validate: FastifySchemaCompiler<TSchema> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    // A body is JSON and has types of its own; everything else is text.
    if (httpPart !== 'body') readText(schema, value as Record<string, unknown>);
    if (httpPart === 'params' && !isProject((value as { project_id?: unknown }).project_id))
      return { error: new ApiError('INVALID_PROJECT_ID', PROJECT_ID_RULE) };
    const unknown = httpPart === 'querystring' ? unknownParameter(schema, value as object) : undefined;
    if (unknown !== undefined) return { error: unknown };
    return Value.Check(schema, value) ? { value } : { error: firstProblem(schema, value) };
  };

/**
 * How requests are held against the schemas of their route. Those are looked through with each request, not compiled:
 * nothing is made at the start nor with a first request, and the few values of a request take microseconds. Answers are
 * written as their handlers made them. Its type is that of what ajv makes, which Fastify would load without these.
 */
export const schemaCompilers = {
  buildValidator: () => validate,
  buildSerializer: () => () => (answer: unknown) => JSON.stringify(answer),
} as unknown as Factories;

const NO_PARAMETERS = Type.Object({});

/** Has paths of the interface that take no parameters refuse them, too. Call before the routes are registered. */
export function refuseParameters(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || route.schema?.hide === true) return;
    route.schema = { querystring: NO_PARAMETERS, ...route.schema };
  });
}

/** In any case: Python writes `True`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** `Number` alone takes a space for 0, and what programs write: `0x10`. */
const DECIMAL = /^[-+.\de]+$/i;

/** Of a path without a project too. */
const isProject = (id: unknown): boolean => id === undefined || isProjectId(id);

/** Turns the text of each value into what the schema wants, and fills in what was left out. */
function readText({ properties = {} }: SchemaNode, values: Record<string, unknown>): void {
  for (const [name, node] of Object.entries(properties)) {
    const value = values[name];
    if (value !== undefined) values[name] = fromText(node, value);
    else if (node.default !== undefined) values[name] = node.default;
  }
}

/** What is no text of the wanted type stays as it is, to be refused. One value may stand for a list of it. */
function fromText({ type, items = {} }: SchemaNode, value: unknown): unknown {
  if (type === 'array') return (Array.isArray(value) ? value : [value]).map((item) => fromText(items, item));
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return BOOLEANS.get(value.toLowerCase()) ?? value;
  if (type !== 'integer' && type !== 'number') return value;
  const text = value.trim();
  return !DECIMAL.test(text) || Number.isNaN(Number(text)) ? value : Number(text);
}

/** Of the first parameter that a path does not have: without a word the answer would hold more than was asked for. */
function unknownParameter({ properties = {} }: SchemaNode, values: object): ApiError | undefined {
  const name = Object.keys(values).find((one) => !Object.hasOwn(properties, one));
  if (name === undefined) return undefined;
  return new ApiError(
    'VALIDATION_ERROR',
    `${JSON.stringify(name)} is no parameter of this path, which has ${Object.keys(properties).join(', ') || 'none'}; ${DOCS} says what each path has`,
  );
}

/** What is wrong with the first value that is wrong. Of one that is none of a few it names those. */
function firstProblem(schema: TSchema, value: unknown) {
  const [first] = Value.Errors(schema, value);
  if (first === undefined) throw new Error('nothing is wrong with what the schema refused');
  // The one schema that is `false` is that of what no schema names.
  if (first.keyword === 'boolean') return [{ ...first, message: 'is an unknown key' }];
  const node = (schema as SchemaNode).properties?.[first.instancePath.slice(1)];
  if (node?.type === 'boolean') return [{ ...first, message: 'must be true or false' }];
  const allowed = (node?.anyOf ?? (node ? [node] : [])).map((one) => one.const);
  if (allowed.length === 0 || allowed.includes(undefined)) return [first];
  return [{ ...first, message: `must be ${oneOf(allowed.map((one) => JSON.stringify(one)))}` }];
}

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
