import { expect, test } from 'vitest';
import type { OpenApiDocument } from './document.ts';
import { html } from './html.ts';
import { documentationPage } from './page.ts';

const HOSTILE = `<img src=x onerror="alert('x')">&`;

test('whatever text a document holds stays text', () => {
  const schema = { type: 'string', description: HOSTILE, default: HOSTILE, enum: [HOSTILE] };
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: { title: HOSTILE, version: HOSTILE, description: HOSTILE, license: { name: '', identifier: '' } },
    servers: [],
    security: [],
    tags: [{ name: HOSTILE, description: HOSTILE }],
    paths: {
      [HOSTILE]: {
        post: {
          operationId: HOSTILE,
          tags: [HOSTILE],
          summary: HOSTILE,
          description: HOSTILE,
          parameters: [{ in: 'query', name: HOSTILE, required: false, description: HOSTILE, schema }],
          requestBody: { required: true, content: { [HOSTILE]: { schema } } },
          responses: { 200: { description: HOSTILE, content: { [HOSTILE]: { schema } } } },
        },
      },
    },
    components: {
      securitySchemes: {},
      schemas: { [HOSTILE]: { type: 'object', properties: { [HOSTILE]: schema } } },
    },
  };
  const page = documentationPage(document);
  expect(page).not.toContain('<img');
  expect(page).not.toContain('onerror="');
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt;&amp;');
});

test('markup made here is not escaped again, absent values leave nothing', () => {
  const inner = html`<b>${'<'}</b>`;
  expect(String(html`<p>${inner}${[inner, 'a&b', 1]}${null}${undefined}${false}</p>`)).toBe(
    '<p><b>&lt;</b><b>&lt;</b>a&amp;b1</p>',
  );
});
