import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { DOCS } from '../docs-path.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Route } from '../openapi/route.ts';
import { documentationPage } from '../openapi/page.ts';
import { PAGE_HEADERS } from '../user-interface.ts';
import type { Routes } from './typed-routes.ts';

/** Beside the page's code in the sources, beside the bundle when built. */
const STYLE = new URL(
  import.meta.url.endsWith('.ts') ? '../openapi/docs.css' : './docs.css',
  import.meta.url,
);

const OpenApi = Type.Object({}, { description: 'an OpenAPI 3.1 document', additionalProperties: true });

/**
 * The OpenAPI document of every route registered after this call, and a page of it. Both are made when they are first
 * asked for.
 */
export function registerDocumentationRoutes(app: Routes): void {
  const routes = collectRoutes(app);
  const document = once(() => openApiDocument(routes));
  const json = once(() => Buffer.from(JSON.stringify(document())));
  const page = once(() => Buffer.from(documentationPage(document())));

  app.get(
    '/api/v1/openapi.json',
    {
      schema: {
        operationId: 'getOpenApi',
        tags: ['Collector'],
        summary: 'This document',
        unread: { answer: { 'application/json': { schema: OpenApi } } },
      },
    },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(json()),
  );
  app.get(
    DOCS,
    {
      schema: {
        operationId: 'getDocs',
        tags: ['Collector'],
        summary: 'This document as a page to read',
        description:
          'It loads nothing but its style. Where a token is asked for it wants one like every path: a browser can send none with an address, so save it with a client that can.',
        unread: { answer: { 'text/html': { schema: Type.String() } } },
      },
    },
    (_request, reply) =>
      reply
        .headers(PAGE_HEADERS)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(page()),
  );
  app.get(
    '/api/v1/docs.css',
    { config: { tokenNeededBy: 'nobody' }, schema: { hide: true } },
    (_request, reply) =>
      reply
        .headers(PAGE_HEADERS)
        .type('text/css; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(readFileSync(STYLE)),
  );
}

/** Fills while routes are registered. HEAD comes with every GET and is told in one sentence. */
function collectRoutes(app: Routes): readonly Route[] {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    // The first is where preflights are answered: no path of its own.
    if (url === '*' || method === 'HEAD' || schema.hide === true) return;
    for (const one of [method].flat())
      routes.push({ method: one, url, schema, tokenNeededBy: config?.tokenNeededBy ?? 'everybody' });
  });
  return routes;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
