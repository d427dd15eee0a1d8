import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { PROJECT_ID_RULE, isProjectId } from '../contract/project-id.ts';
import type { SchemaNode } from '../contract/schema-node.ts';
import { ApiError } from '../errors.ts';
import { firstProblem, readGiven, unknownName } from '../query/parameters/given.ts';
import { DOCS } from './docs-path.ts';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

export const validate: FastifySchemaCompiler<TSchema> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    // A body is JSON and has types of its own; everything else is text.
    if (httpPart !== 'body') readGiven(schema, value as Record<string, unknown>);
    if (httpPart === 'params' && !isProject((value as { project_id?: unknown }).project_id))
      return { error: new ApiError('INVALID_PROJECT_ID', PROJECT_ID_RULE) };
    const refusal = httpPart === 'querystring' ? refuseQuery(schema, value as object) : undefined;
    if (refusal !== undefined) return { error: refusal };
    return Value.Check(schema, value) ? { value } : { error: [firstProblem(schema, value)] };
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

/** Of a path without a project too. */
const isProject = (id: unknown): boolean => id === undefined || isProjectId(id);

function refuseQuery(schema: SchemaNode, values: object): ApiError | undefined {
  const { properties = {} } = schema;
  const unknown = unknownName(schema, values);
  if (unknown !== undefined)
    return new ApiError(
      'VALIDATION_ERROR',
      `${JSON.stringify(unknown)} is no parameter of this path, which has ${Object.keys(properties).join(', ') || 'none'}; ${DOCS} says what each path has`,
    );
  const repeated = Object.entries(values).find(
    ([name, value]) => Array.isArray(value) && properties[name]?.type !== 'array',
  );
  return repeated && new ApiError('VALIDATION_ERROR', `${repeated[0]} may be given only once`);
}
