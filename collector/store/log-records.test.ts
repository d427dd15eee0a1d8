import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXPORT_REQUESTS } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import type { Signal } from '../decode/count.ts';
import { AttributeIndexer } from '../ingest/attribute-indexer.ts';
import { Pipeline } from '../ingest/pipeline.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { LOG_TIME, logBytes, type LogSpec } from '../testing/otlp-logs.ts';
import { ChunkWriter } from './chunks.ts';
import { openForReading, openForWriting, type ReadableDatabase, type WritableDatabase } from './database.ts';
import { LogDeletion } from './log-deletion.ts';
import { MetricDeletion } from './metric-deletion.ts';
import { SharedBytesTable } from './shared-bytes.ts';
import { Writer } from './writer.ts';

let directory: string;
let writing: WritableDatabase;
let reading: ReadableDatabase;
const indexer = new AttributeIndexer({ trace_attributes: [], span_attributes: [], auto_index_genai: true });

let pipeline: Pipeline;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-logs-'));
  writing = openForWriting(directory, 'normal');
  reading = openForReading(directory);
  pipeline = new Pipeline(new Writer(writing), indexer);
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
const shared = () => ({
  chunks: new ChunkWriter(writing),
  resources: new SharedBytesTable(writing, 'resources'),
  scopes: new SharedBytesTable(writing, 'scopes'),
});
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

describe('deleting log records', () => {
  let deletion: LogDeletion;
  const project = (name: string): number =>
    reading.prepare<[string], number>('SELECT id FROM projects WHERE project_id = ?').pluck().get(name)!;
  const left = (): unknown[] =>
    reading.prepare('SELECT search_text FROM log_records ORDER BY search_text').pluck().all();

  beforeEach(() => {
    const at = (trace: number, body: string, second: number): LogSpec => ({
      body,
      traceId: traceIdOf(trace),
      spanId: spanIdOf(1),
      time: LOG_TIME + BigInt(second),
    });
    keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
    keepLogs('p', at(1, 'stored', 1), at(1, 'stored too', 2), at(2, 'not stored', 3));
    keepLogs('p', { body: 'of none', time: LOG_TIME + 4n });
    keepLogs('q', at(1, 'elsewhere', 1));
    deletion = new LogDeletion(writing, shared());
  });

  test('of a trace takes its records of one project', () => {
    expect(deletion.ofTrace(project('p'), traceIdOf(1))).toBe(2);
    expect(left()).toEqual(['\nelsewhere', '\nnot stored', '\nof none']);
    expect(all('SELECT log_count FROM projects ORDER BY id')).toEqual([{ log_count: 2 }, { log_count: 1 }]);
    expect(deletion.ofTrace(project('p'), traceIdOf(9))).toBe(0);
  });

  test('before a time takes those that no stored trace holds, oldest first, as many as asked', () => {
    expect(deletion.looseBefore(project('p'), LOG_TIME + 4n, 10)).toBe(1);
    expect(left()).toEqual(['\nelsewhere', '\nof none', '\nstored', '\nstored too']);
    expect(deletion.looseBefore(project('p'), LOG_TIME + 100n, 1)).toBe(1);
    expect(deletion.looseBefore(project('p'), LOG_TIME + 100n, 1)).toBe(0);
    expect(left()).toEqual(['\nelsewhere', '\nstored', '\nstored too']);
  });

  test('of a project takes all of it, with their bytes', () => {
    expect([3, 3, 3].map((limit) => deletion.ofProject(project('p'), limit))).toEqual([3, 1, 0]);
    expect(left()).toEqual(['\nelsewhere']);
    expect(all('SELECT log_count, log_bytes FROM projects WHERE log_count = 0')).toEqual([
      { log_count: 0, log_bytes: 0 },
    ]);
    // That of the span and that of the other project.
    expect(one('SELECT COUNT(*) FROM chunks')).toBe(2);
  });
});

describe('deleting data points', () => {
  const keepPoints = (project: string, name: string, ...times: number[]): void => {
    const dataPoints = times.map((time) => ({ timeUnixNano: String(time), asInt: '1' }));
    const request = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name, gauge: { dataPoints } }] }] }] };
    commit(project, ['metrics', jsonToWire(EXPORT_REQUESTS.metrics, JSON.stringify(request))]);
  };
  const series = (): unknown[] => all('SELECT name, point_count, last_ns FROM metric_series ORDER BY name');

  test('takes the oldest, and series that have none left', () => {
    keepPoints('p', 'a', 1, 2, 3);
    keepPoints('p', 'b', 1, 2);
    keepPoints('q', 'c', 1);
    const deletion = new MetricDeletion(writing, shared());
    expect(deletion.before(1, 3n, 3)).toBe(3);
    expect(series()).toEqual([
      { name: 'a', point_count: 1, last_ns: 3 },
      { name: 'b', point_count: 1, last_ns: 2 },
      { name: 'c', point_count: 1, last_ns: 1 },
    ]);
    expect(deletion.before(1, 3n, 3)).toBe(1);
    expect(series()).toMatchObject([{ name: 'a' }, { name: 'c' }]);
    expect(all('SELECT point_count FROM projects ORDER BY id')).toEqual([
      { point_count: 1 },
      { point_count: 1 },
    ]);
    expect(deletion.ofProject(1, 10)).toBe(1);
    expect(series()).toMatchObject([{ name: 'c' }]);
    expect(one('SELECT COUNT(*) FROM metric_points')).toBe(1);
  });
});
