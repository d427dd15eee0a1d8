import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../config/config.ts';
import { storedOrigin, type Origin } from '../../decode/export-request.ts';
import { EXTRACTION_VERSION } from '../../lib/version.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import { contentsOf } from '../../testing/contents.ts';
import { makeOlder } from '../../testing/older-extraction.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import type { CommandDone } from '../jobs.ts';
import { RequestWriter } from './request-writer.ts';
import { Reindexing } from './reindexing.ts';

const INDEXED: Config['otel']['attributes'] = {
  trace_attributes: [],
  span_attributes: [],
  auto_index_genai: true,
};
/** More than is handed out at once. */
const MANY = 300;

let store: OpenStore;
let done: CommandDone[];
let changed: string[];
let now: number;
/** What reading one span takes on the test's clock. */
let spanMs: number;

beforeEach(() => {
  store = new OpenStore();
  onTestFinished(() => store.close());
  done = [];
  changed = [];
  now = 1000;
  spanMs = 0;
});

/** `see`: what is called with the origin of each span before it is read. */
function reindexing(indexed = INDEXED, see: (origin: Origin) => void = () => {}): Reindexing {
  const requests = new RequestWriter({ attributes: indexed });
  const finder = new TraceFinder(store.writing);
  return new Reindexing({
    writer: store.writer,
    extract: (bytes, origin) => {
      now += spanMs;
      see(origin);
      return requests.extractStored(bytes, origin);
    },
    originOf: storedOrigin,
    lastTrace: () => finder.lastIds().trace,
    onChanged: (projectIds) => changed.push(...projectIds),
    onDone: (one, failure) => done.push({ ...one, ...(failure && { failure: failure.message }) }),
    now: () => now,
  });
}

test('a command fails alone where the database can not tell what there is, not the thread that takes it', () => {
  keep(1, 1);
  const work = reindexing();
  store.writing.exec('DROP TABLE metric_series');
  expect(run(work, true)).toMatchObject({ ok: false, failure: expect.stringContaining('metric_series') });
  expect(run(work)).toMatchObject({ ok: true });
});

function run(work: Reindexing, all = false, maxSpans = 100_000): CommandDone {
  work.add(done.length + 1, { type: 'reindex', all, maxSpans });
  for (const before = done.length; done.length === before;) work.step();
  return done.at(-1)!;
}

const keep = (trace: number, count: number): void =>
  store.keepSpans(
    'p',
    ...Array.from({ length: count }, (_, i) => ({
      traceId: traceIdOf(trace),
      spanId: spanIdOf(i + 1),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': 1,
        'shop.item': `item ${i}`,
      },
    })),
  );
const due = (): unknown => store.one('SELECT COALESCE(SUM(spans), 0) FROM extractions WHERE version = 0');

describe('how much is done', () => {
  test('nothing where nothing is due', () => {
    keep(1, 3);
    const before = contentsOf(store.reading);
    expect(reindexing().waitMs()).toBeNull();
    reindexing().step();
    expect(run(reindexing())).toMatchObject({
      ok: true,
      found: 0,
      reindexed: { spans: 0, unreadable: 0, why: null },
    });
    expect(contentsOf(store.reading)).toEqual(before);
    expect(changed).toEqual([]);
  });

  test('all that is due, in steps of a few milliseconds, however large a trace is', () => {
    keep(1, MANY);
    keep(2, 2);
    const before = contentsOf(store.reading);
    makeOlder(store.writing);
    store.writing.exec('UPDATE spans SET input_tokens = NULL, operation_name = NULL, counted = 0');
    store.writing.exec('UPDATE traces SET input_tokens = 7, total_tokens = 7');
    store.restart();
    spanMs = 0.1;
    const work = reindexing();
    work.add(1, { type: 'reindex', all: false, maxSpans: 100_000 });
    work.step();
    expect(done).toEqual([]);
    expect(due()).toBe(MANY + 2);
    expect(store.one('SELECT COUNT(*) FROM spans WHERE input_tokens = 1')).toBe(128);
    while (done.length === 0) work.step();
    expect(done).toMatchObject([{ ok: true, found: MANY + 2, reindexed: { spans: MANY + 2 } }]);
    expect(changed).toEqual(['p']);
    expect(contentsOf(store.reading)).toEqual(before);
  });

  test('about as much as a request asks for, the rest with the next ones', () => {
    for (const trace of [1, 2, 3]) keep(trace, 10);
    makeOlder(store.writing);
    store.restart();
    const work = reindexing();
    expect(run(work, false, 15).reindexed).toEqual({ spans: 20, unreadable: 0, why: null });
    expect(due()).toBe(10);
    expect(run(work, false, 15).reindexed).toEqual({ spans: 10, unreadable: 0, why: null });
    expect(due()).toBe(0);
    expect(changed).toEqual([]);
  });

  test('everything, with keys that were configured since, where all is asked for', () => {
    keep(1, MANY);
    expect(store.all("SELECT 1 FROM attribute_keys WHERE key = 'shop.item'")).toEqual([]);
    const work = reindexing({ ...INDEXED, span_attributes: ['shop.item'] });
    expect(run(work).reindexed).toEqual({ spans: 0, unreadable: 0, why: null });
    expect(run(work, true).reindexed).toEqual({ spans: MANY, unreadable: 0, why: null });
    expect(
      store.one(
        "SELECT COUNT(DISTINCT value) FROM attribute_index WHERE key = (SELECT id FROM attribute_keys WHERE key = 'shop.item')",
      ),
    ).toBe(MANY);
    // What a filter by them finds is another.
    expect(changed).toEqual(['p']);
    expect(run(work, true).reindexed).toEqual({ spans: MANY, unreadable: 0, why: null });
    expect(changed).toEqual(['p']);
    expect(run(work).reindexed).toEqual({ spans: 0, unreadable: 0, why: null });
    expect(store.all('SELECT version, spans FROM extractions')).toEqual([
      { version: EXTRACTION_VERSION, spans: MANY },
    ]);
  });
});

test('a span that comes for a trace which was made due is counted with that', () => {
  keep(1, 3);
  store.writer.reextract((reextraction) => reextraction.markSome(1));
  keep(1, 5);
  expect(store.all('SELECT version, spans FROM extractions')).toEqual([{ version: 0, spans: 5 }]);
  expect(run(reindexing()).reindexed?.spans).toBe(5);
  expect(store.all('SELECT version, spans FROM extractions')).toEqual([
    { version: EXTRACTION_VERSION, spans: 5 },
  ]);
});

test('a fault of the reader says what it was', () => {
  keep(1, 3);
  makeOlder(store.writing);
  let isFaulty = true;
  const work = reindexing(INDEXED, () => {
    if (isFaulty) throw new TypeError('no such thing');
  });
  const { reindexed } = run(work);
  expect(reindexed).toMatchObject({ spans: 3, unreadable: 3 });
  expect(reindexed?.why).toMatch(/^TypeError: no such thing\n {4}at /);
  isFaulty = false;
  makeOlder(store.writing);
  store.restart();
  expect(run(work).reindexed).toEqual({ spans: 3, unreadable: 0, why: null });
  makeOlder(store.writing);
  store.writing.exec('DELETE FROM chunks');
  store.restart();
  expect(run(work).reindexed?.why).toBe('their bytes are damaged or missing');
});

test('each span is read under its own resource and scope', () => {
  const SENT = [
    ['shop', 'one'],
    ['shop', 'other'],
    ['office', 'other'],
    ['shop', 'one'],
  ] as const;
  for (const [i, [service, name]] of SENT.entries()) {
    const spans = [{ traceId: traceIdOf(1), spanId: spanIdOf(i + 1) }];
    const body = traceBytes({ resource: { 'service.name': service }, scope: { name }, spans });
    store.commit('p', ['traces', body]);
  }
  makeOlder(store.writing);
  store.restart();
  const seen: unknown[] = [];
  const work = reindexing(INDEXED, ({ resource, scope }) =>
    seen.push([resource.attributes.get('service.name'), scope.record.name]),
  );
  expect(run(work).reindexed?.spans).toBe(SENT.length);
  expect(seen).toEqual(SENT);
});

test('spans whose bytes are damaged stay as they are and keep nothing from being done', () => {
  keep(1, 3);
  keep(2, 3);
  makeOlder(store.writing);
  store.writing.exec("UPDATE spans SET name = 'old'");
  store.writing.exec('DELETE FROM chunks WHERE id = (SELECT MIN(chunk) FROM spans)');
  store.restart();
  expect(run(reindexing()).reindexed).toEqual({
    spans: 6,
    unreadable: 3,
    why: 'their bytes are damaged or missing',
  });
  expect(store.all('SELECT name, COUNT(*) AS n FROM spans GROUP BY name ORDER BY name')).toEqual([
    { name: 'old', n: 3 },
    { name: 'span', n: 3 },
  ]);
  expect(due()).toBe(0);
});

test('a database that refuses fails the request; what was committed before stays', () => {
  keep(1, MANY);
  makeOlder(store.writing);
  store.writing.exec("UPDATE spans SET name = 'old'");
  store.restart();
  const work = reindexing();
  spanMs = 0.1;
  work.add(1, { type: 'reindex', all: false, maxSpans: 100_000 });
  work.step();
  store.writing.exec(
    "CREATE TRIGGER no_room BEFORE UPDATE ON spans BEGIN SELECT RAISE(ABORT, 'disk full'); END",
  );
  work.step();
  expect(done).toMatchObject([{ id: 1, ok: false, failure: 'disk full' }]);
  expect(store.one("SELECT COUNT(*) FROM spans WHERE name = 'span'")).toBe(128);
  store.writing.exec('DROP TRIGGER no_room');
  expect(run(work).reindexed).toEqual({ spans: MANY - 128, unreadable: 0, why: null });
  expect(store.one("SELECT COUNT(*) FROM spans WHERE name = 'span'")).toBe(MANY);
  expect(store.one('SELECT trace_name FROM traces')).toBe('span');
});

test('while exporters send, it rests for many times as long as it works', () => {
  keep(1, MANY);
  makeOlder(store.writing);
  store.restart();
  spanMs = 0.1;
  const work = reindexing();
  work.add(1, { type: 'reindex', all: false, maxSpans: 100_000 });
  expect(work.waitMs()).toBe(0);
  work.stored(1);
  work.step();
  work.stored(1);
  expect(work.waitMs()).toBe(30);
  now += 29;
  work.stored(1);
  expect(work.waitMs()).toBeGreaterThan(0);
  now += 30;
  expect(work.waitMs()).toBe(0);
});
