import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../collector/contract/content-security-policy.ts';
import { TracePage } from '../../collector/contract/traces.ts';
import { exactly } from '../../collector/testing/exact-schema.ts';
import { spanIdOf, traceIdOf, traceRequest } from '../../collector/testing/otlp.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { answerPage, type PageServer } from './answer.ts';
import { PageLife } from './page-life.ts';

let folder: string;
let collector: RunningCollector;
let server: PageServer;
const page = new PageLife();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-answer-'));
  writeFileSync(path.join(folder, 'index.html'), '<title>page</title>');
  collector = await startCollector({
    configure: (config) => {
      config.auth.enabled = true;
      config.stream.max_connections = 1;
    },
  });
  const { url, token } = collector;
  server = { folder, target: () => ({ url, token }), life: () => page.signal };
});
afterAll(async () => {
  page.end();
  await collector.stop();
  rmSync(folder, { recursive: true });
});

const project = '/api/v1/project/default/otel';
const ask = (where: string, init?: RequestInit): Promise<Response> =>
  answerPage(new Request(new URL(where, 'app://tracedeck/'), init), server);
const exportSpan = async (n: number): Promise<void> => {
  const body = JSON.stringify(traceRequest({ spans: [{ traceId: traceIdOf(n), spanId: spanIdOf(n) }] }));
  const answer = await ask('/otel/v1/traces', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
};

test('the page is a file with the policy; the collector answers under the same origin, with the token of the window', async () => {
  const file = await ask('/p/default/traces');
  expect(file.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  expect(await file.text()).toContain('page');
  expect((await fetch(`${collector.url}${project}/traces`)).status).toBe(401);
  await exportSpan(1);
  const answer = await ask(`${project}/traces?include_nongenai=true`);
  const { data } = exactly(TracePage, await answer.json());
  expect(data.map(({ trace_id }) => trace_id)).toEqual([traceIdOf(1)]);
});

test('an address of the scheme that is not the page’s is nothing', async () => {
  const answer = await answerPage(new Request('app://elsewhere/api/v1/health'), server);
  expect(answer.status).toBe(404);
});

test('a stream tells what is stored, and its place is free when the page goes', async () => {
  const stream = await ask(`${project}/sse`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  await exportSpan(2);
  let seen = '';
  while (!seen.includes(spanIdOf(2))) seen += (await reader.read()).value ?? '';
  expect((await ask(`${project}/sse`)).status).toBe(503);
  page.end();
  await expect.poll(() => ask(`${project}/sse`).then(({ status }) => status)).toBe(200);
});
