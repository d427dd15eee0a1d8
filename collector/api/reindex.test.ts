import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { Reindexed } from '../contract/reindex.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { exactly } from '../testing/exact-schema.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { makeOlder } from '../testing/older-extraction.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { searchCaughtUp } from '../testing/search-store.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { EXTRACTION_VERSION } from '../lib/version.ts';

let collector: RunningCollector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

const ask = async (body: object) => {
  const answer = await send(`${collector.url}/api/v1/reindex`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status === 200 ? exactly(Reindexed, jsonOf(answer)) : errorOf(answer);
};

test('what is due is told, done a piece a request, and its project told to reload', async () => {
  const spans = [1, 2, 3].map((n) => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n),
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': n },
  }));
  await store(collector.url, 'shop', { spans });
  const version = EXTRACTION_VERSION;
  expect(await ask({})).toEqual({ version, done_spans: 0, unreadable_spans: 0, due_spans: 0 });

  const database = new Database(path.join(collector.dataDir, 'tracedeck.db'));
  makeOlder(database);
  database.exec('UPDATE spans SET input_tokens = NULL; UPDATE traces SET total_tokens = 0');
  database.close();
  expect((await read(Health, `${collector.url}/api/v1/health`)).reindex).toEqual({ version, due_spans: 3 });
  const stream = await openStream(`${projectUrl(collector.url, 'shop')}/sse`);
  expect(await ask({ max_spans: 1 })).toEqual({ version, done_spans: 1, unreadable_spans: 0, due_spans: 2 });
  await stream.until(() => stream.events().some(({ event }) => event === 'resync'));
  stream.close();
  expect(await ask({})).toEqual({ version, done_spans: 2, unreadable_spans: 0, due_spans: 0 });
  const answer = await send(`${projectUrl(collector.url, 'shop')}/traces?order_by=total_tokens:asc`);
  const { data } = jsonOf(answer) as { data: { total_tokens: number }[] };
  expect(data.map(({ total_tokens }) => total_tokens)).toEqual([1, 2, 3]);
  expect(await ask({ all: true })).toMatchObject({ done_spans: 3, due_spans: 0 });
});

test('search takes in what was read anew, though nothing else comes', async () => {
  await store(collector.url, 'shop', { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });
  await searchCaughtUp(collector.url);
  expect(await ask({ all: true })).toMatchObject({ done_spans: 1 });
  const behind = async () => (await read(Health, `${collector.url}/api/v1/health`)).search.behind_spans;
  await expect.poll(behind).toBe(0);
});

test('a request that asks for nothing sensible is refused', async () => {
  for (const body of [{ max_spans: 0 }, { max_spans: '5' }, { all: 1 }, { spans: 5 }])
    expect(await ask(body)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
});
