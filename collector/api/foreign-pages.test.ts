import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../testing/api-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { FRIEND } from '../testing/origins.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector({ configure: ({ server }) => (server.cors_origins = [FRIEND]) });

const ask = (path: string, headers: OutgoingHttpHeaders): Promise<Answer> =>
  send(`${collector.url}${path}`, { headers });
const EMBEDDED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
const FETCHED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' };
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
const PATHS = ['/', '/theme.js', '/api/v1/health', '/api/v1/traces', '/api/v1/project/default/otel/sse'];

describe('what a page of elsewhere asks for', () => {
  test.for<[what: string, headers: OutgoingHttpHeaders]>([
    ['embeds', EMBEDDED],
    ['embeds, on another port of this machine', { ...EMBEDDED, 'sec-fetch-site': 'same-site' }],
    ['frames', { ...EMBEDDED, 'sec-fetch-dest': 'iframe' }],
    ['fetches', { ...FETCHED, origin: 'https://evil.example' }],
    ['fetches without CORS', FETCHED],
  ])('is looked up for none that %s it', async ([, headers]) => {
    for (const path of PATHS)
      expect(errorOf(await ask(path, headers))).toMatchObject({
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
        message: expect.stringContaining('may not read anything here') as string,
      });
  });

  test.for<[who: string, headers: OutgoingHttpHeaders]>([
    ['our own page', { ...FETCHED, 'sec-fetch-site': 'same-origin' }],
    ['a person who types an address', { ...LINK, 'sec-fetch-site': 'none' }],
    ['a person who follows a link', LINK],
    ['a page of a configured origin', { ...FETCHED, origin: FRIEND }],
    ['a program', {}],
    ['a program that names an origin', { origin: 'http://localhost:3000' }],
  ])('%s reads', async ([, headers]) => {
    expect((await ask('/api/v1/traces', headers)).status).toBe(200);
  });
});

test('no answer is framed, embedded or taken for another type', async () => {
  for (const path of ['/api/v1/traces', '/%61pi/v1/traces', '/api/v1/nothing', '/api/v1/docs'])
    expect((await ask(path, LINK)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    });
});

test('a page that opens this one has no hold of its window', async () => {
  expect((await ask('/api/v1/docs', LINK)).headers['cross-origin-opener-policy']).toBe('same-origin');
});
