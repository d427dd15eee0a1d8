import type { TObject, TSchema } from 'typebox';
import { STATUS_TEXTS } from '../../errors.ts';
import type { Components, JsonSchema, ShownContent } from './components.ts';
import { refusalsOf, type Response } from './refusals.ts';
import type { Route } from './route.ts';

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: ShownContent };
  /** By status. */
  readonly responses: Readonly<Record<string, Response>>;
}

const JSON_TYPE = 'application/json';

/** Throws for a route that does not say what it is. */
export function operationOf(route: Route, components: Components): Operation {
  const { operationId, tags, summary, description, unread, body } = route.schema;
  if (operationId === undefined || summary === undefined || tags?.length !== 1)
    throw new Error(`${route.method} ${route.url} has no operationId, summary or tag`);
  const content =
    unread?.body ?? (body === undefined ? undefined : { [JSON_TYPE]: { schema: body as TSchema } });
  return {
    operationId,
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(route.tokenNeededBy === 'nobody' ? { security: [] } : {}),
    parameters: parametersOf(route, components),
    ...(content && { requestBody: { required: true, content: components.show(content) } }),
    responses: { ...answersOf(route, components), ...refusalsOf(route, components) },
  };
}

function parametersOf({ schema }: Route, components: Components): Parameter[] {
  const { params, querystring, unread } = schema;
  const given = { path: unread?.params ?? params, query: querystring, header: unread?.headers };
  return Object.entries(given).flatMap(([place, fields]) =>
    fields === undefined ? [] : parametersAt(place as Parameter['in'], fields as TObject, components),
  );
}

/** What has a default need not be sent. */
function parametersAt(
  place: Parameter['in'],
  { properties, required }: TObject,
  components: Components,
): Parameter[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...undescribed } = field as JsonSchema;
    // What a named schema says of itself stays with it.
    const schema = (field as JsonSchema).title === undefined ? undescribed : (field as JsonSchema);
    return {
      in: place,
      name,
      required: place === 'path' || ((required?.includes(name) ?? false) && schema.default === undefined),
      ...(description === undefined ? {} : { description }),
      schema: components.refer(schema),
    };
  });
}

function answersOf(
  { schema: { response, unread } }: Route,
  components: Components,
): Record<string, Response> {
  if (unread?.answer) {
    const { answer, emptyAnswer: empty } = unread;
    const ok = { 200: { description: 'OK', content: components.show(answer) } };
    return empty === undefined ? ok : { ...ok, [empty]: { description: STATUS_TEXTS[empty] ?? `${empty}` } };
  }
  const entries = Object.entries((response ?? {}) as Record<string, TSchema>).map(([status, schema]) => {
    const description = STATUS_TEXTS[Number(status)] ?? status;
    const isEmpty = (schema as JsonSchema).type === 'null';
    const content = { [JSON_TYPE]: { schema } };
    return [status, isEmpty ? { description } : { description, content: components.show(content) }];
  });
  return Object.fromEntries(entries) as Record<string, Response>;
}
