import { VERSION } from '../../lib/version.ts';
import { Components, type JsonSchema } from './components.ts';
import { operationOf, type Operation } from './operation.ts';
import { TAGS } from './route-documentation.ts';
import type { Route } from './route.ts';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: object;
  };
}

const RULES = `The REST interface of a Tracedeck collector, its streams and its OTLP/HTTP receivers.

Absent values are \`null\`, never missing; counts, tokens and costs are 0 when unknown. Timestamps are UTC with \`Z\` and keep their microseconds. Fields that end in \`_ns\`, and attribute values beyond 2^53, are JSON integers with all their digits; in messages and metadata such integers are text.

Ids in paths may be upper or lower case hex. Query strings are converted to the type that they must have, JSON bodies never are. Query parameters that are none of a path are refused with 400 \`VALIDATION_ERROR\`. Every GET but the streams answers HEAD as well, without a body.

Every refusal is an \`Error\`, on every path: an unknown path is 404 \`NOT_FOUND\`, a method that a path does not have 405 \`METHOD_NOT_ALLOWED\`, a request head of more than 64 kB 413 \`PAYLOAD_TOO_LARGE\`. With 503 comes \`Retry-After\`.

One answer is made of 256 MB of what was sent at most, of 200,000 spans or traces, and a conversation of 100,000 spans: what would be more is 400 \`VALIDATION_ERROR\` and says what to ask for instead. A connection's requests are answered one after another, and a client that takes nothing of a long answer for a minute is cut off.

Where authentication is on, \`tracedeck token create\` makes a token; every path but \`/api/v1/health\` and the files of the window wants one, this document and its page too.`;

/** Where a path has a parameter, OpenAPI writes braces. */
export const pathOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}');

/** OpenAPI 3.1 of the routes: what they validate with and answer is what the document says. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const components = new Components();
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = Object.keys(TAGS);
  const place = ({ schema }: Route): number => tags.indexOf(schema.tags?.[0] ?? '');
  for (const route of routes.toSorted((one, other) => place(one) - place(other)))
    (paths[pathOf(route.url)] ??= {})[route.method.toLowerCase()] = operationOf(route, components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tracedeck',
      version: VERSION,
      description: RULES,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    // Either: without authentication no token is asked for.
    security: [{ token: [] }, {}],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'tracedeck token create' },
      },
    },
  };
}
