import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { everyRoute, type Route } from '../testing/every-route.ts';
import { send } from '../testing/http-client.ts';
import { store } from '../testing/otlp-client.ts';
import { SAMPLE_REQUESTS } from '../testing/sample-traces.ts';
import { exchange, oddRequest, statusesOf } from '../torture/odd-http.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

/** What a 500 would be logged as. */
const logged: string[] = [];
let collector: RunningCollector;
let routes: readonly Route[];
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  collector = await startCollector({ log });
  await store(collector.url, 'default', ...SAMPLE_REQUESTS.slice(0, 3));
  routes = await everyRoute();
});
afterAll(() => collector.stop());

test('whatever is sent to any route, the answer is never a 500 and the collector lives on', async () => {
  const servers = [collector.url, collector.otlpUrl];
  await fc.assert(
    fc.asyncProperty(oddRequest(routes), fc.constantFrom(...servers), async (sent, server) => {
      const answer = await exchange(server, sent);
      const statuses = statusesOf(answer);
      expect(statuses.length, String(sent.bytes)).toBeGreaterThanOrEqual(sent.isWhole ? 1 : 0);
      for (const status of statuses) expect(status, answer).toBeLessThan(500);
    }),
    { seed: 20_261_121, numRuns: 1000, endOnFailure: true },
  );
  expect(logged).toEqual([]);
  expect((await read(Health, `${collector.url}/api/v1/health`)).status).toBe('ok');
}, 120_000);

test('every route answers a query string of 20 kB and one that no text decoder takes', async () => {
  for (const { path, query } of routes) {
    if (path.endsWith('/sse')) continue;
    const at = `${collector.url}${path.replaceAll(/:[a-z_]+|\*/g, 'x')}`;
    // What a path does not have is refused before anything is read of it.
    const names = query.length > 0 ? query : ['x'];
    const all = names.map((name, i) => `${name}=${['%00', '%c3%28', '%zz'][i % 3]}`).join('&');
    for (const search of [`${names[0]}=${'y'.repeat(20_000)}`, `${names[0]}=%ff%00%`, all])
      expect((await send(`${at}?${search}`)).status, at).toBeLessThan(500);
  }
  expect(logged).toEqual([]);
});

test('the routes that were tried are those that are served', async () => {
  expect(routes.length).toBeGreaterThan(40);
  for (const path of ['/api/v1/health', '/v1/traces', '/api/v1/traces/:trace_id'])
    expect(routes.map((route) => route.path)).toContain(path);
  expect((await send(`${projectUrl(collector.url)}/traces`)).status).toBe(200);
});
