import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';
import { everyRoute } from '../testing/every-route.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { ServedDocument } from '../testing/served-document.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import type { JsonSchema } from './openapi/components.ts';
import { pathOf, type OpenApiDocument } from './openapi/document.ts';

const collector = sharedCollector();
let served: ServedDocument;
let routes: readonly string[];
beforeAll(async () => {
  served = await ServedDocument.of(collector.url);
  routes = (await everyRoute()).map(({ method, path }) => `${method} ${pathOf(path)}`);
});

/** Files of the window and of the page: whatever else is routed is documented. */
const UNDOCUMENTED = new Set(['/', '/p/*', '/assets/*', '/favicon.svg', '/theme.js', '/api/v1/docs.css']);

describe('GET /api/v1/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(served.document) as object as never);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('tells every route, and routes every path that it tells', () => {
    const routed = routes.filter(
      (route) => !route.startsWith('HEAD ') && !UNDOCUMENTED.has(route.slice('GET '.length)),
    );
    const told = served.operations().map(({ method, path }) => `${method} ${path}`);
    expect(told.toSorted()).toEqual(routed.toSorted());
  });

  test('tells HEAD of every GET but streams in one sentence', () => {
    const heads = routes
      .filter((route) => route.startsWith('HEAD '))
      .map((route) => route.slice('HEAD '.length))
      .filter((path) => !UNDOCUMENTED.has(path));
    const gets = served.operations().filter(({ method, path }) => method === 'GET' && !path.endsWith('/sse'));
    expect(heads.toSorted()).toEqual(gets.map(({ path }) => path).toSorted());
  });

  test('names each operation once', () => {
    const ids = served.operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every parameter of a path is told, and no other', () => {
    for (const { path, operation } of served.operations()) {
      const told = operation.parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name);
      expect(told, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test('says of every parameter what it does', () => {
    const unsaid = served
      .operations()
      .flatMap(({ operation: { operationId, parameters } }) =>
        parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
      );
    expect(unsaid).toEqual([]);
  });

  test('says of every setting what it does', () => {
    const unsaid = (schema: JsonSchema, at: string): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
        const key = at === '' ? name : `${at}.${name}`;
        if (field.type === 'object' && field.properties) return unsaid(field, key);
        const said = [field, ...(field.anyOf ?? [])].some(({ description }) => description);
        return said ? [] : [key];
      });
    expect(unsaid(served.document.components.schemas['SettingsPatch']!, '')).toEqual([]);
  });

  test('says which traces and sessions match a filter by a field of spans', () => {
    const said = served
      .operations()
      .flatMap(({ operation }) => operation.parameters)
      .filter(({ name }) => name === 'filters' || name === 'attributes')
      .map(({ description }) => description);
    expect(said).not.toEqual([]);
    for (const description of said)
      expect(description).toContain(
        'matches when any of their spans matches, `ne` and `is_null` when none has',
      );
  });

  test('limits, defaults and formats are those that requests are held to', () => {
    const limit = (path: string): unknown =>
      served.document.paths[path]?.['get']?.parameters.find(({ name }) => name === 'limit')?.schema;
    const project = '/api/v1/project/{project_id}/otel';
    expect(limit(`${project}/traces`)).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 50 });
    expect(limit(`${project}/spans`)).toMatchObject({ maximum: 1000, default: 100 });
    expect(limit('/api/v1/traces')).toMatchObject({ maximum: 100, default: 50 });
    const { schemas } = served.document.components;
    expect(schemas['UnscopedSpan']?.properties?.['start_time_ns']).toMatchObject({
      type: 'integer',
      format: 'int64',
    });
    expect(schemas['SpanCategory']).toMatchObject({ type: 'string', enum: expect.arrayContaining(['llm']) });
    expect(schemas['Health']?.properties?.['otel']?.properties?.['status']).toMatchObject({
      enum: ['receiving', 'paused', 'failing'],
    });
  });

  test('only what is open to all says that it needs no token', () => {
    const open = served.operations().filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ path }) => path)).toEqual(['/api/v1/health']);
    expect(served.document.security).toEqual([{ token: [] }, {}]);
  });
});

describe('GET /api/v1/docs', () => {
  test('shows every operation and every schema', async () => {
    const page = String((await send(`${collector.url}/api/v1/docs`)).body);
    for (const { method, path, operation } of served.operations()) {
      expect(page).toContain(`id="${operation.operationId}"`);
      expect(page).toContain(`${method}</span> <code>${path}</code>`);
    }
    for (const name of Object.keys(served.document.components.schemas))
      expect(page).toContain(`id="${name}"`);
    expect(page).toContain(
      '--data-binary @traces.jsonl &#39;http://127.0.0.1:5388/api/v1/project/default/otel/import',
    );
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of new Set(targets)) expect(page, `#${id}`).toContain(`id="${id}"`);
  });

  test('loads only its own style and runs nothing', async () => {
    const { headers, body } = await send(`${collector.url}/api/v1/docs`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(contentSecurityPolicy);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(String(body)).not.toMatch(/<script|<style|style=|\son\w+=|https?:\/\/(?!127\.0\.0\.1)/);
    const style = await send(`${collector.url}/api/v1/docs.css`);
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(String(style.body)).not.toMatch(/url\(|@import/);
  });
});

test('HEAD answers like GET, without a body', async () => {
  const url = `${collector.url}/api/v1/openapi.json`;
  const [head, get] = await Promise.all([send(url, { method: 'HEAD' }), send(url)]);
  expect(head.body).toHaveLength(0);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect((jsonOf(get) as OpenApiDocument).info.title).toBe('Tracedeck');
});
