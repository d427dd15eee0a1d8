import { ErrorBody } from '../../contract/common.ts';
import type { SchemaNode } from '../../contract/schema-node.ts';
import { ERROR_CATALOGUE, STATUS_TEXTS, type ErrorCode } from '../../errors.ts';
import type { Components, JsonSchema, ShownContent } from './components.ts';
import type { Route } from './route.ts';

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: ShownContent;
}

const HEADERS: Readonly<Record<number, NonNullable<Response['headers']>>> = {
  401: { 'WWW-Authenticate': { description: 'how to ask', schema: { type: 'string', const: 'Bearer' } } },
  503: { 'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } } },
};

/** All codes that a route can refuse with, its own and those that follow from what it is. */
function errorsOf({ schema, tokenNeededBy }: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(schema.errors);
  const takes = schema.params ?? schema.querystring ?? schema.body ?? schema.unread?.params;
  if (takes !== undefined) codes.add('VALIDATION_ERROR');
  if (Object.hasOwn((schema.params as SchemaNode | undefined)?.properties ?? {}, 'project_id'))
    codes.add('INVALID_PROJECT_ID');
  if (schema.body !== undefined) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (tokenNeededBy !== 'nobody') codes.add('AUTH_REQUIRED').add('TOKEN_EXPIRED').add('TOKEN_INVALID');
  codes.add('HOST_NOT_ALLOWED').add('ORIGIN_NOT_ALLOWED');
  codes.add('STORAGE_ERROR').add('STORAGE_UNAVAILABLE');
  // In the catalogue's order.
  return (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).filter((code) => codes.has(code));
}

/** By status, each with the codes that it can stand for, and the other bodies that the route may have for it. */
export function refusalsOf(route: Route, components: Components): Record<string, Response> {
  const byStatus = Map.groupBy<number, ErrorCode>(errorsOf(route), (code) => ERROR_CATALOGUE[code].status);
  const { refusals = {} } = route.schema.unread ?? {};
  const statuses = new Set([...byStatus.keys(), ...Object.keys(refusals).map(Number)]);
  const entries = [...statuses].map((status): [number, Response] => {
    const codes = byStatus.get(status) ?? [];
    const headers = HEADERS[status];
    const named = codes.map((code) => `\`${code}\``).join(', ');
    const content = eitherOf(ours(codes, components), components.show(refusals[status] ?? {}));
    return [
      status,
      {
        description: [STATUS_TEXTS[status], named].filter(Boolean).join(': '),
        ...(headers && { headers }),
        content,
      },
    ];
  });
  return Object.fromEntries(entries);
}

function ours(codes: readonly ErrorCode[], components: Components): ShownContent {
  if (codes.length === 0) return {};
  const error = components.refer(ErrorBody);
  const schema: JsonSchema = { allOf: [error, { type: 'object', properties: { code: { enum: codes } } }] };
  return { 'application/json': { schema } };
}

function eitherOf(one: ShownContent, other: ShownContent): ShownContent {
  const both = Object.entries(other).map(([type, { schema }]) => {
    const first = one[type]?.schema;
    return [type, { schema: first === undefined ? schema : { anyOf: [first, schema] } }];
  });
  return { ...one, ...(Object.fromEntries(both) as ShownContent) };
}
