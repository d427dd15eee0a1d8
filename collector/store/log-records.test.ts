import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Signal } from '../decode/count.ts';
import { AttributeIndexer } from '../ingest/attribute-indexer.ts';
import { Pipeline } from '../ingest/pipeline.ts';
import { keyValues, spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { LOG_TIME, logBytes, type LogSpec } from '../testing/otlp-logs.ts';
import { metricBytes } from '../testing/otlp-metrics.ts';
import { runCommand } from '../testing/run-command.ts';
import { ChunkCleaner } from './chunk-cleaner.ts';
import { openForReading, openForWriting, type ReadableDatabase, type WritableDatabase } from './database.ts';
import { LogDeletion } from './log-deletion.ts';
import { LooseLogs } from './loose-logs.ts';
import type { RetentionPolicy } from './retention.ts';
import { SharedBytesTable } from './shared-bytes.ts';
import { Writer } from './writer.ts';

let directory: string;
let writing: WritableDatabase;
let reading: ReadableDatabase;
const indexer = new AttributeIndexer({ trace_attributes: [], span_attributes: [], auto_index_genai: true });

let writer: Writer;
let pipeline: Pipeline;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-logs-'));
  writing = openForWriting(directory, 'normal');
  reading = openForReading(directory);
  writer = new Writer(writing);
  pipeline = new Pipeline(writer, indexer);
});
afterEach(() => {
  reading.close();
  writing.close();
  rmSync(directory, { recursive: true, force: true });
});

/** One commit of all bodies. */
function commit(project: string, ...bodies: [Signal, Buffer][]): void {
  const jobs = bodies.map(([signal, body], id) => ({
    id,
    signal,
    encoding: 'protobuf' as const,
    projectId: project,
    body: new Uint8Array(body),
  }));
  const { failure } = pipeline.commit(() => jobs.shift());
  if (failure) throw failure;
}
const keepLogs = (project: string, ...logs: LogSpec[]): void => commit(project, ['logs', logBytes({ logs })]);
const keepSpans = (project: string, ...spans: SpanSpec[]): void =>
  commit(project, ['traces', traceBytes({ spans })]);
const all = (sql: string): unknown[] => reading.prepare(sql).all();
const one = (sql: string): unknown => reading.prepare(sql).pluck().get();

/* What a trace shows of its log records is found anew here, naively, whatever came in which order. */
interface Said {
  readonly span: number;
  readonly time: number;
  readonly isChoice: boolean;
}
interface Item {
  readonly span: { span: number; isTool: boolean; says: string | null } | null;
  readonly log: Said | null;
  readonly ends: 'request' | 'commit' | 'restart';
}
const textOf = ({ span, time, isChoice }: Said): string =>
  `${isChoice ? 'answer' : 'question'} ${span} ${time}`;
const item: fc.Arbitrary<Item> = fc.record({
  span: fc.option(
    fc.record({
      span: fc.integer({ min: 1, max: 4 }),
      isTool: fc.boolean(),
      says: fc.option(fc.constantFrom('own', 'words'), { freq: 2 }),
    }),
  ),
  log: fc.option(
    fc.record({ span: fc.integer({ min: 1, max: 5 }), time: fc.nat(9), isChoice: fc.boolean() }),
  ),
  ends: fc.constantFrom('request', 'commit', 'restart'),
});

const spanOf = ({ span, isTool, says }: NonNullable<Item['span']>): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(span),
  start: 1_770_000_000_000 + span,
  attributes: {
    'gen_ai.operation.name': isTool ? 'execute_tool' : 'chat',
    ...(says === null || isTool
      ? {}
      : {
          'gen_ai.input.messages': JSON.stringify([
            { role: 'user', parts: [{ type: 'text', content: says }] },
          ]),
        }),
  },
});
const logOf = (said: Said): LogSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(said.span),
  // A time of its own for every span and moment, so that the records alone say their order.
  time: LOG_TIME + BigInt(said.time * 10 + said.span),
  eventName: said.isChoice ? 'gen_ai.choice' : 'gen_ai.user.message',
  body: said.isChoice ? { message: { content: textOf(said) } } : { content: textOf(said) },
});

function expectedPreviews(items: readonly Item[]): unknown[] {
  const spans = new Map<number, NonNullable<Item['span']>>();
  for (const { span } of items) if (span) spans.set(span.span, span);
  if (spans.size === 0) return [];
  const told = items
    .flatMap(({ log }) => (log && spans.get(log.span)?.isTool === false ? [log] : []))
    .sort((a, b) => a.time * 10 + a.span - (b.time * 10 + b.span));
  const own = [...spans.values()].sort((a, b) => a.span - b.span).find(({ says, isTool }) => says && !isTool);
  const question = told.find(({ isChoice }) => !isChoice);
  const answer = told.findLast(({ isChoice }) => isChoice);
  return [
    {
      input_preview: own?.says ?? (question ? textOf(question) : null),
      output_preview: answer ? textOf(answer) : null,
    },
  ];
}

const previewsOf = (project: string): unknown[] =>
  reading
    .prepare(
      `SELECT input_preview, output_preview FROM traces
       WHERE project = (SELECT id FROM projects WHERE project_id = ?)`,
    )
    .all(project);

test("a trace's previews are those of its spans, else of their log records, whatever came in which order", () => {
  let runs = 0;
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), (items) => {
      const project = `p${++runs}`;
      let bodies: [Signal, Buffer][] = [];
      items.forEach(({ span, log, ends }, i) => {
        if (log) bodies.push(['logs', logBytes({ logs: [logOf(log)] })]);
        if (span) bodies.push(['traces', traceBytes({ spans: [spanOf(span)] })]);
        if (ends === 'request' && i < items.length - 1) return;
        commit(project, ...bodies);
        bodies = [];
        if (ends === 'restart') pipeline = new Pipeline(new Writer(writing), indexer);
      });
      expect(previewsOf(project)).toEqual(expectedPreviews(items));
    }),
    { numRuns: 100 },
  );
});

test('a rollback leaves nothing of log records behind', () => {
  keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
  writing.exec(`CREATE TRIGGER poison BEFORE INSERT ON log_records BEGIN SELECT RAISE(ABORT, 'no'); END`);
  expect(() => keepLogs('p', { ...logOf({ span: 1, time: 1, isChoice: false }) })).toThrow('no');
  writing.exec('DROP TRIGGER poison');
  keepLogs('p', { body: 'other' });
  expect(all('SELECT log_count, log_bytes > 0 AS bytes FROM projects')).toEqual([{ log_count: 1, bytes: 1 }]);
  expect(one('SELECT input_preview FROM traces')).toBeNull();
});

test('what comes again leaves no bytes', () => {
  keepLogs('p', { body: 'a' }, { body: 'b' });
  const before = all('SELECT * FROM chunks');
  keepLogs('p', { body: 'a' }, { body: 'b' });
  expect(all('SELECT * FROM chunks')).toEqual(before);
  expect(one('SELECT log_count FROM projects')).toBe(2);
});

const retain = (policy: Partial<RetentionPolicy>, nowMs = 0): unknown =>
  runCommand(writing, writer, {
    type: 'retain',
    policy: { days: null, maxSpans: null, maxBytes: null, ...policy },
    nowMs,
  });

describe('deleting log records', () => {
  const left = (): unknown[] =>
    reading.prepare('SELECT search_text FROM log_records ORDER BY search_text').pluck().all();
  const at = (trace: number, body: string, second: number): LogSpec => ({
    body,
    traceId: traceIdOf(trace),
    spanId: spanIdOf(1),
    time: LOG_TIME + BigInt(second),
  });

  beforeEach(() => {
    keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
    keepLogs('p', at(1, 'stored', 1), at(1, 'stored too', 2), at(2, 'not stored', 3));
    keepLogs('p', { body: 'of none', time: LOG_TIME + 4n });
    keepLogs('q', at(1, 'elsewhere', 1));
  });

  test('a trace takes its records of one project with it', () => {
    runCommand(writing, writer, { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(1) });
    expect(left()).toEqual(['\nelsewhere', '\nnot stored', '\nof none']);
    expect(all('SELECT log_count FROM projects ORDER BY id')).toEqual([{ log_count: 2 }, { log_count: 1 }]);
  });

  test('records that come while the trace is being swept stay, also such as had come before', () => {
    keepLogs('p', { ...at(1, 'undated', 0), time: 0n });
    const deleting = writer.delete((deletion) => deletion.doom(Number(one('SELECT id FROM traces'))));
    expect(deleting?.traceId).toBe(traceIdOf(1));
    keepLogs('p', at(1, 'stored', 1), at(1, 'late', 9), { ...at(1, 'undated', 0), time: 0n });
    while (writer.delete((deletion) => deletion.sweep()));
    expect(left()).toEqual(['\nelsewhere', '\nlate', '\nnot stored', '\nof none', '\nstored', '\nundated']);
    expect(one("SELECT log_count FROM projects WHERE project_id = 'p'")).toBe(5);
    const inChunks = reading.prepare<[], Buffer>('SELECT data FROM chunks').pluck().all();
    const bytes = inChunks.map((data) => zstdDecompressSync(data).toString('latin1')).join();
    expect([bytes.includes('stored too'), bytes.split('late').length]).toEqual([false, 2]);
  });

  test('also after a restart in between, and when the last of all went first', () => {
    keepLogs('p', at(1, 'last', 5));
    writer.delete((deletion) => {
      deletion.doom(Number(one('SELECT id FROM traces')));
      // The span, then the chunk with the last record.
      deletion.sweep();
    });
    writing.exec(`DELETE FROM log_records WHERE search_text = '${'\n'}last'`);
    writer = new Writer(writing);
    pipeline = new Pipeline(writer, indexer);
    keepLogs('p', at(1, 'late', 9));
    while (writer.delete((deletion) => deletion.sweep()));
    expect(left()).toEqual(['\nelsewhere', '\nlate', '\nnot stored', '\nof none']);
  });

  test('by age those go that no stored trace holds; the others go with their trace', () => {
    const day = 86_400_000;
    const now = Number(LOG_TIME / 1_000_000n) + 2 * day;
    keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1), start: now - day, end: now - day });
    keepLogs('q', { body: 'young', time: LOG_TIME + 3n * BigInt(day) * 1_000_000n });
    retain({ days: 1.5 }, now);
    expect(left()).toEqual(['\nstored', '\nstored too', '\nyoung']);
    expect(all('SELECT log_count FROM projects ORDER BY id')).toEqual([{ log_count: 2 }, { log_count: 1 }]);
    retain({ days: 0.5 }, now);
    expect(left()).toEqual(['\nyoung']);
    expect(all('SELECT project_id FROM projects')).toEqual([{ project_id: 'q' }]);
  });

  test('by age more than a step looks at, past records that stay, however they lie in chunks', () => {
    const count = 700;
    // Every commit has a chunk of its own, in which old and young, loose and held records lie side by side.
    for (let chunk = 0; chunk < 20; chunk++)
      keepLogs(
        'many',
        ...Array.from({ length: count / 20 }, (_, i) => ({
          ...(i % 3 === 0 ? { traceId: traceIdOf(7), spanId: spanIdOf(1) } : {}),
          body: `record ${chunk} ${i}`,
          time: LOG_TIME + BigInt(i * 20 + chunk),
        })),
      );
    keepSpans('many', { traceId: traceIdOf(7), spanId: spanIdOf(1), start: 2e12, end: 2e12 });
    const cut = 300;
    retain({ days: 1 }, Number(LOG_TIME / 1_000_000n) + 86_400_000);
    expect(one("SELECT log_count FROM projects WHERE project_id = 'many'")).toBe(count);
    const task = new LooseLogs(
      writing,
      new LogDeletion(writing, {
        resources: new SharedBytesTable(writing, 'resources'),
        scopes: new SharedBytesTable(writing, 'scopes'),
        cleaner: new ChunkCleaner(writing),
      }),
      () => {},
    );
    let steps = 0;
    while (task.removeSome(LOG_TIME + BigInt(cut))) steps++;
    expect(steps).toBeGreaterThan(1);
    const held = (i: number): boolean => Math.floor(i / 20) % 3 === 0;
    const kept = Array.from({ length: count }, (_, i) => i).filter((i) => i >= cut || held(i));
    expect(one(`SELECT COUNT(*) FROM log_records WHERE search_text LIKE '%record%'`)).toBe(kept.length);
    expect(one("SELECT log_count FROM projects WHERE project_id = 'many'")).toBe(kept.length);
    while (task.removeSome(LOG_TIME + BigInt(count)));
    expect(one("SELECT log_count FROM projects WHERE project_id = 'many'")).toBe(240);
  });

  test('a project takes all of it with it, with their bytes', () => {
    runCommand(writing, writer, { type: 'delete-project', projectId: 'p' });
    expect(left()).toEqual(['\nelsewhere']);
    expect(all('SELECT project_id, log_count FROM projects')).toEqual([{ project_id: 'q', log_count: 1 }]);
    expect(one('SELECT COUNT(*) FROM chunks')).toBe(1);
  });
});

describe('deleting data points', () => {
  const keepPoints = (project: string, name: string, ...times: number[]): void => {
    const dataPoints = times.map((time) => ({ timeUnixNano: String(time), asInt: '1' }));
    commit(project, ['metrics', metricBytes([{ name, gauge: { dataPoints } }])]);
  };
  const series = (): unknown[] => all('SELECT name, point_count, last_ns FROM metric_series ORDER BY name');

  test('by age the oldest go, and series that have none left', () => {
    keepPoints('p', 'a', 1, 2, 3);
    keepPoints('p', 'b', 1, 2);
    keepPoints('q', 'c', 1);
    const day = 86_400_000;
    // Older than 3 ns.
    writing.exec('UPDATE metric_points SET time_ns = time_ns * 1000000');
    writing.exec('UPDATE metric_series SET last_ns = last_ns * 1000000');
    retain({ days: 1 }, day + 2);
    expect(series()).toEqual([
      { name: 'a', point_count: 2, last_ns: 3_000_000 },
      { name: 'b', point_count: 1, last_ns: 2_000_000 },
    ]);
    expect(all('SELECT project_id, point_count FROM projects')).toEqual([
      { project_id: 'p', point_count: 3 },
    ]);
    retain({ days: 1 }, day + 3);
    expect(series()).toMatchObject([{ name: 'a', point_count: 1 }]);
    // A series that is there again is known anew.
    keepPoints('p', 'b', 1);
    expect(series()).toMatchObject([{ name: 'a' }, { name: 'b', point_count: 1 }]);
  });

  test('a project takes its own with it, more than go in a step', () => {
    for (let n = 0; n < 6; n++) keepPoints('p', `p${n}`, ...Array.from({ length: 100 }, (_, i) => i + 1));
    keepPoints('q', 'c', 1);
    runCommand(writing, writer, { type: 'delete-project', projectId: 'p' });
    expect(series()).toMatchObject([{ name: 'c' }]);
    expect(one('SELECT COUNT(*) FROM metric_points')).toBe(1);
    expect(all('SELECT project_id FROM projects')).toEqual([{ project_id: 'q' }]);
  });
});

describe('too many bytes', () => {
  const second = (n: number): bigint => LOG_TIME + BigInt(n) * 1_000_000_000n;
  const used = (): number => {
    const [pages, free] = ['page_count', 'freelist_count'].map((name) =>
      writing.pragma(name, { simple: true }),
    );
    return 4096 * (Number(pages) - Number(free));
  };

  test('the oldest go first, whatever they are', () => {
    const text = (): string => randomBytes(3000).toString('base64');
    const seconds = Array.from({ length: 200 }, (_, n) => n);
    for (let n = 0; n < seconds.length; n += 20) {
      const some = seconds.slice(n, n + 20);
      const dataPoints = some.map((at) => ({
        timeUnixNano: String(second(at)),
        asInt: '1',
        attributes: keyValues({ text: text() }),
      }));
      const spans = some.map((at) => ({
        traceId: traceIdOf(at + 1),
        spanId: spanIdOf(1),
        start: Number(second(at) / 1_000_000n),
        end: Number(second(at) / 1_000_000n),
        attributes: { text: text() },
      }));
      keepLogs('q', ...some.map((at) => ({ body: text(), time: second(at) })));
      commit(
        'p',
        ['traces', traceBytes({ spans })],
        ['metrics', metricBytes([{ name: 'm', gauge: { dataPoints } }])],
      );
    }
    const bound = Math.round(used() * 0.6);
    retain({ maxBytes: bound });
    expect(used()).toBeLessThanOrEqual(bound);
    const times = { log_records: 'time_ns', metric_points: 'time_ns', traces: 'end_ns' };
    const oldest = Object.entries(times).map(([table, time]) =>
      Number(one(`SELECT MIN(${time}) / 1000000000 FROM ${table}`)),
    );
    // Traces go some at a time.
    expect(Math.max(...oldest) - Math.min(...oldest)).toBeLessThanOrEqual(64);
    expect(Math.min(...oldest)).toBeGreaterThan(Number(second(0) / 1_000_000_000n));
  });

  test('what belongs to no trace goes although there is none', () => {
    for (let n = 0; n < 3000; n += 500)
      keepLogs(
        'p',
        ...Array.from({ length: 500 }, (_, i) => ({
          body: randomBytes(500).toString('hex'),
          time: second(n + i),
        })),
      );
    const bound = Math.round(used() / 2);
    retain({ maxBytes: bound });
    expect(used()).toBeLessThanOrEqual(bound);
    const left = Number(one('SELECT COUNT(*) FROM log_records'));
    expect(left).toBeGreaterThan(500);
    expect(one('SELECT MIN(time_ns) / 1000000000 FROM log_records')).toBe(
      Number(second(3000 - left) / 1_000_000_000n),
    );
    retain({ maxBytes: 1 });
    expect(all('SELECT * FROM projects')).toEqual([]);
  });
});
