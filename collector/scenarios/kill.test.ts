import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { ProjectList } from '../contract/projects.ts';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage, type Span } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { random } from '../testing/random.ts';
import { searchCaughtUp } from '../testing/search-store.ts';
import { serve, type Served } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { quickDeletesIn, slowDeletesIn } from '../testing/slow-deletes.ts';
import {
  faultsOf,
  ingestUntilKilled,
  nothingSent,
  requestOf,
  SPANS_A_REQUEST,
  type Victim,
} from '../torture/kills.ts';

let served: Served | undefined;
afterEach(() => void served?.process.kill('SIGKILL'));

async function allSpans(base: string): Promise<Span[]> {
  const spans: Span[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await read(SpanPage, `${projectUrl(base)}/spans?limit=1000&page=${page}`);
    spans.push(...data);
    if (page >= meta.total_pages) return spans;
  }
}

const sumOf = (spans: readonly Span[]): object => ({
  span_count: spans.length,
  total_tokens: spans.reduce((sum, { total_tokens }) => sum + total_tokens, 0),
});

/** Whatever is kept of traces, sessions and the project is what the spans themselves add up to. */
async function expectRecount(base: string, spans: readonly Span[]): Promise<void> {
  const { data: traces } = await read(TracePage, `${projectUrl(base)}/traces?limit=1000`);
  const byTrace = Map.groupBy(spans, ({ trace_id }) => trace_id);
  expect(traces.length).toBe(byTrace.size);
  for (const trace of traces) expect(trace).toMatchObject(sumOf(byTrace.get(trace.trace_id)!));
  const { data: sessions } = await read(SessionPage, `${projectUrl(base)}/sessions?limit=1000`);
  const bySession = Map.groupBy(spans, ({ session_id }) => session_id);
  expect(sessions.length).toBe(bySession.size);
  for (const session of sessions) expect(session).toMatchObject(sumOf(bySession.get(session.session_id)!));
  const { data: projects } = await read(ProjectList, `${base}/api/v1/projects`);
  expect(projects).toMatchObject([
    { span_count: spans.length, trace_count: traces.length, session_count: sessions.length },
  ]);
}

function integrityOf(dataDir: string): unknown {
  const database = new Database(path.join(dataDir, 'tracedeck.db'));
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}

const victimOf = ({ process, exit, addresses }: Served): Victim => ({
  http: addresses.http,
  otlp: addresses.otlp!,
  grpc: addresses.grpc!,
  kill: async () => {
    process.kill('SIGKILL');
    expect((await exit).signal).toBe('SIGKILL');
  },
});

test('kill -9 during ingestion loses nothing that was acknowledged and leaves all totals right', async () => {
  const next = random(20_260_213);
  const dataDir = testFolder();
  const sent = nothingSent();
  for (let round = 0; round < 3; round++) {
    served = await serve(['--data-dir', dataDir]);
    await ingestUntilKilled(victimOf(served), sent, next);
    expect(faultsOf(dataDir, sent)).toEqual([]);
  }

  served = await serve(['--data-dir', dataDir]);
  const { http } = served.addresses;
  const found = await allSpans(http);
  const stored = new Set(found.map(({ span_id }) => span_id));
  const lost = [...sent.acknowledged].flatMap((n) =>
    requestOf(n).spans.filter(({ spanId }) => !stored.has(spanId)),
  );
  expect(lost).toEqual([]);
  // A request is stored whole or not at all.
  expect(found.length % SPANS_A_REQUEST).toBe(0);
  await expectRecount(http, found);

  // Exporters send again what nobody answered: each span is there once.
  const unanswered = Array.from({ length: sent.next }, (_, n) => n).filter((n) => !sent.acknowledged.has(n));
  await store(http, 'default', ...unanswered.map(requestOf));
  const whole = await allSpans(http);
  expect(whole.length).toBe(sent.next * SPANS_A_REQUEST);
  await expectRecount(http, whole);
  served.process.kill('SIGTERM');
  expect(await served.exit).toMatchObject({ code: 0 });
  expect(integrityOf(dataDir)).toBe('ok');
}, 180_000);

/** Resolves when a deletion is under way: some of its rows have gone, others are still to go. */
async function deletionUnderWay(dataDir: string): Promise<void> {
  const database = new Database(path.join(dataDir, 'tracedeck.db'), { readonly: true });
  const doomed = database.prepare('SELECT 1 FROM doomed_traces LIMIT 1');
  while (doomed.get() === undefined) await new Promise((resolve) => setImmediate(resolve));
  database.close();
}

test('kill -9 in the middle of a large delete leaves whole traces and right totals', async () => {
  const dataDir = testFolder();
  served = await serve(['--data-dir', dataDir]);
  const { http } = served.addresses;
  await store(http, 'default', ...Array.from({ length: 60 }, (_, n) => requestOf(n)));
  const before = Map.groupBy(await allSpans(http), ({ trace_id }) => trace_id);

  slowDeletesIn(dataDir);
  const body = JSON.stringify({ session_ids: Array.from({ length: 9 }, (_, i) => `session ${i}`) });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const answer = send(`${projectUrl(http)}/sessions`, { method: 'DELETE', headers, body }).catch(() => null);
  await deletionUnderWay(dataDir);
  served.process.kill('SIGKILL');
  expect((await served.exit).signal).toBe('SIGKILL');
  expect(await answer).toBeNull();
  expect(integrityOf(dataDir)).toBe('ok');
  quickDeletesIn(dataDir);

  served = await serve(['--data-dir', dataDir]);
  const left = await allSpans(served.addresses.http);
  for (const [traceId, spans] of Map.groupBy(left, ({ trace_id }) => trace_id))
    expect(spans.length).toBe(before.get(traceId)!.length);
  await expectRecount(served.addresses.http, left);

  // Asked for again, it is done.
  const again = await send(`${projectUrl(served.addresses.http)}/sessions`, {
    method: 'DELETE',
    headers,
    body,
  });
  expect(again.status).toBe(204);
  const rest = await allSpans(served.addresses.http);
  expect(new Set(rest.map(({ session_id }) => session_id)).size).toBe(8);
  await expectRecount(served.addresses.http, rest);
}, 180_000);

/** Resolves when search has begun to find what was stored; a fast machine may find all of it by then. */
async function indexingUnderWay(dataDir: string): Promise<void> {
  const database = new Database(path.join(dataDir, 'tracedeck.db'), { readonly: true });
  const indexed = database.prepare('SELECT 1 FROM search_spans LIMIT 1');
  while (indexed.get() === undefined) await new Promise((resolve) => setImmediate(resolve));
  database.close();
}

test('kill -9 in the middle of indexing: the next start finds all that was stored, once', async () => {
  const dataDir = testFolder();
  for (let round = 0; round < 2; round++) {
    served = await serve(['--data-dir', dataDir]);
    const { http } = served.addresses;
    if (round === 0) await store(http, 'default', ...Array.from({ length: 50 }, (_, n) => requestOf(n)));
    await indexingUnderWay(dataDir);
    served.process.kill('SIGKILL');
    expect((await served.exit).signal).toBe('SIGKILL');
    expect(integrityOf(dataDir)).toBe('ok');
  }

  served = await serve(['--data-dir', dataDir]);
  const { http } = served.addresses;
  await searchCaughtUp(http);
  const searched = async (text: string): Promise<number> =>
    (await read(SpanPage, `${projectUrl(http)}/spans?search=${encodeURIComponent(text)}&limit=1`)).meta
      .total_items;
  expect(await searched('gpt-4o')).toBe(50 * SPANS_A_REQUEST);
  expect(await searched('"session 16"')).toBe(
    (await allSpans(http)).filter(({ session_id }) => session_id === 'session 16').length,
  );
  expect(await searched(spanIdOf(1234))).toBe(1);
}, 180_000);
