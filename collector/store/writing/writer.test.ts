import { renameSync } from 'node:fs';
import { queryObjects } from 'node:v8';
import { beforeEach, describe, expect, test } from 'vitest';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec, type SpanSpec } from '../../testing/otlp.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import { openForWriting } from '../file/database.ts';
import { RawRecordReader, type RawPlace } from '../chunks/raw-records.ts';
import { packHere } from '../packing/packer.ts';
import type { SpanRow } from '../rows/span-row.ts';
import type { CommittedSpan } from '../rows/committed-span.ts';
import { TraceSummary } from '../traces/trace-summary.ts';
import { Writer } from './writer.ts';

const own = ownDatabase();
let writer: Writer;

beforeEach(() => void (writer = new Writer(own.writing)));

type Sketch = Partial<SpanSpec> & {
  readonly span: number;
  readonly trace?: number;
  readonly parent?: number;
};

const specOf = ({ span, trace = 1, parent, ...rest }: Sketch): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(span),
  ...(parent === undefined ? {} : { parentSpanId: spanIdOf(parent) }),
  ...rest,
});
/** A model call with that many tokens. */
const call = (span: number, tokens: number, more: Partial<Sketch> = {}): Sketch => ({
  span,
  attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': tokens },
  ...more,
});

const decoder = new TraceDecoder();
const extractor = createExtractor();
function rowsOf(spans: readonly Sketch[], under: Omit<RequestSpec, 'spans'> = {}): SpanRow[] {
  const rows: SpanRow[] = [];
  decoder.decode(traceBytes({ ...under, spans: spans.map(specOf) }), (span) =>
    rows.push(spanRow(span, extractor.extract(span))),
  );
  return rows;
}
const write = (
  spans: readonly Sketch[],
  project = 'default',
  under?: Omit<RequestSpec, 'spans'>,
): CommittedSpan[] =>
  writer.write((append) => {
    for (const row of rowsOf(spans, under)) append(project, row);
  });

type Row = Record<string, unknown>;
const select = (sql: string): Row[] => own.reading.prepare<[], Row>(sql).all();
const one = (sql: string): unknown => own.reading.prepare(sql).pluck().get();
const TABLES = ['projects', 'resources', 'scopes', 'chunks', 'sessions', 'traces', 'spans'];
const everything = (): Row =>
  Object.fromEntries(TABLES.map((name) => [name, select(`SELECT * FROM ${name}`)]));

describe('a span that comes again', () => {
  test('replaces the stored one and is told so, also when nothing changed', () => {
    expect(write([call(1, 10)]).map(({ replaced }) => replaced)).toEqual([false]);
    expect(write([call(1, 10)]).map(({ replaced }) => replaced)).toEqual([true]);
    expect(write([call(1, 25)]).map(({ replaced }) => replaced)).toEqual([true]);
    expect(select('SELECT span_count, total_tokens FROM traces')).toEqual([
      { span_count: 1, total_tokens: 25 },
    ]);
    expect(select('SELECT trace_count, span_count FROM projects')).toEqual([
      { trace_count: 1, span_count: 1 },
    ]);
  });

  test('in one commit, counts once, with what came last', () => {
    const told = write([call(1, 10), call(2, 1), call(1, 20)]);
    expect(told.map(({ spanId, replaced }) => [spanId, replaced])).toEqual([
      [spanIdOf(1), false],
      [spanIdOf(2), false],
      [spanIdOf(1), true],
    ]);
    expect(one('SELECT total_tokens FROM traces')).toBe(21);
  });

  test('at its end, sent when it began, is counted without a look at the others of its trace', () => {
    write([call(1, 10), { span: 2, attributes: { 'gen_ai.operation.name': 'chat' } }]);
    own.writing
      .prepare('UPDATE spans SET input_tokens = 99, total_tokens = 99 WHERE total_tokens = 10')
      .run();
    write([call(2, 5)]);
    expect(select('SELECT total_tokens, llm_call_count, span_count FROM traces')).toEqual([
      { total_tokens: 15, llm_call_count: 2, span_count: 2 },
    ]);
  });

  test('to a writer that was started since, replaces as well', () => {
    write([call(1, 10)]);
    writer = new Writer(own.writing);
    expect(write([call(1, 30)])).toMatchObject([{ replaced: true }]);
    expect(one('SELECT total_tokens FROM traces')).toBe(30);
  });

  test('in another project or trace is another span', () => {
    write([call(1, 10)], 'a');
    write([call(1, 10)], 'b');
    expect(write([call(1, 10, { trace: 2 })], 'a')).toMatchObject([{ replaced: false, projectId: 'a' }]);
    expect(select('SELECT project_id, trace_count, span_count FROM projects ORDER BY 1')).toEqual([
      { project_id: 'a', trace_count: 2, span_count: 2 },
      { project_id: 'b', trace_count: 1, span_count: 1 },
    ]);
  });
});

describe('a trace', () => {
  test('counts a call once when the span around it comes later', () => {
    const inner = call(2, 10, { parent: 1 });
    write([inner]);
    expect(select('SELECT total_tokens, is_complete FROM traces')).toEqual([
      { total_tokens: 10, is_complete: 0 },
    ]);
    write([call(1, 10)]);
    expect(select('SELECT total_tokens, is_complete FROM traces')).toEqual([
      { total_tokens: 10, is_complete: 1 },
    ]);
  });

  test('moves to the session that its root names, and an empty session goes', () => {
    write([call(2, 10, { parent: 1, attributes: { 'session.id': 'of the child' } })]);
    expect(select('SELECT session_id, trace_count FROM sessions')).toEqual([
      { session_id: 'of the child', trace_count: 1 },
    ]);
    const told = write([
      { span: 1, attributes: { 'session.id': 'of the root' } },
      { span: 3, parent: 1 },
    ]);
    expect(told.map(({ sessionId }) => sessionId)).toEqual(['of the root', 'of the root']);
    expect(select('SELECT session_id, trace_count, span_count FROM sessions')).toEqual([
      { session_id: 'of the root', trace_count: 1, span_count: 3 },
    ]);
    expect(one('SELECT session_count FROM projects')).toBe(1);
  });

  test('leaves its session when its spans no longer name one', () => {
    write([call(1, 10, { attributes: { 'session.id': 's', 'user.id': 'u' } })]);
    expect(write([call(1, 10)])).toMatchObject([{ sessionId: null, userId: null }]);
    expect(select('SELECT * FROM sessions')).toEqual([]);
    expect(select('SELECT session, session_id, user_id FROM traces')).toEqual([
      { session: null, session_id: null, user_id: null },
    ]);
  });

  test('shares its session with others, each project its own', () => {
    const attributes = { 'session.id': 's' };
    write([call(1, 10, { trace: 1, attributes }), call(1, 10, { trace: 2, attributes })], 'a');
    write([call(1, 10, { attributes })], 'b');
    expect(select('SELECT session_id, trace_count FROM sessions ORDER BY id')).toEqual([
      { session_id: 's', trace_count: 2 },
      { session_id: 's', trace_count: 1 },
    ]);
  });
});

describe('a write that fails', () => {
  beforeEach(() => {
    write([call(1, 10, { attributes: { 'session.id': 's' } })]);
    own.writing.exec(`CREATE TRIGGER poison BEFORE INSERT ON spans WHEN NEW.name = 'poison'
                  BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
  });
  const batch = [
    call(1, 20),
    call(2, 5, { parent: 1 }),
    call(1, 7, { trace: 2, attributes: { 'session.id': 't' } }),
    { span: 9, name: 'poison' },
  ];

  test('leaves nothing behind, and the writer goes on as if it had never been', () => {
    const before = everything();
    expect(() => write(batch, 'new', { resource: { 'service.name': 'new' } })).toThrow('poisoned');
    expect(() => write(batch)).toThrow('poisoned');
    expect(everything()).toEqual(before);
    write(batch.slice(0, -1));
    expect(select('SELECT span_count, total_tokens FROM traces ORDER BY id')).toEqual([
      { span_count: 2, total_tokens: 5 },
      { span_count: 1, total_tokens: 0 },
    ]);
    expect(select('SELECT trace_count, span_count, session_count FROM projects')).toEqual([
      { trace_count: 2, span_count: 3, session_count: 1 },
    ]);
    expect(readRaw()).toHaveLength(3);
  });

  test('for what fills it leaves nothing behind either', () => {
    const before = everything();
    expect(() =>
      writer.write((append) => {
        for (const row of rowsOf(batch.slice(0, -1))) append('default', row);
        throw new Error('no more');
      }),
    ).toThrow('no more');
    expect(everything()).toEqual(before);
    expect(write([call(1, 30)])).toMatchObject([{ replaced: true }]);
    expect(one('SELECT total_tokens FROM traces')).toBe(30);
  });

  test('at the very end, when its transaction is gone already, too', () => {
    own.writing.exec('DROP TRIGGER poison');
    own.writing.exec(
      "CREATE TRIGGER poison BEFORE UPDATE ON projects BEGIN SELECT RAISE(ROLLBACK, 'poisoned'); END",
    );
    const before = everything();
    expect(() => write([call(1, 20), call(2, 1)])).toThrow('poisoned');
    expect(everything()).toEqual(before);
    own.writing.exec('DROP TRIGGER poison');
    write([call(2, 1)]);
    expect(select('SELECT span_count, total_tokens FROM traces')).toEqual([
      { span_count: 2, total_tokens: 1 },
    ]);
  });

  test('on a closed database says so', () => {
    writer.close();
    expect(() => write([call(1, 1)])).toThrow('not open');
    own.writing = openForWriting(own.directory, 'normal');
  });
});

const readRaw = () =>
  new RawRecordReader(own.reading).read(select('SELECT * FROM spans ORDER BY id') as unknown as RawPlace[]);

test('the bytes of spans, resources and scopes come back as they were sent', () => {
  const under = { resource: { 'service.name': 'shop', n: 1 }, scope: { name: 'lib', version: '1' } };
  const rows = rowsOf([call(1, 10), { span: 2, name: 'x'.repeat(300_000) }, { span: 3 }], under);
  writer.write((append) => {
    for (const row of rows) append('default', row);
  });
  expect(readRaw().map(({ bytes, resource, scope }) => [bytes, resource.bytes, scope.bytes])).toEqual(
    rows.map(({ raw, resource, scope }) => [raw, resource.bytes, scope.bytes]),
  );
});

test('a resource and a scope stand once, however many spans were sent under them', () => {
  for (const span of [1, 2, 3]) write([{ span }], 'default', { resource: { 'service.name': 'a' } });
  write([{ span: 4 }], 'default', { resource: { 'service.name': 'b' } });
  writer = new Writer(own.writing);
  write([{ span: 5 }], 'default', { resource: { 'service.name': 'a' } });
  expect([one('SELECT COUNT(*) FROM resources'), one('SELECT COUNT(*) FROM scopes')]).toEqual([2, 1]);
});

test('times past 2262 and values of every column are stored', () => {
  const [row] = rowsOf([call(1, 10)]);
  const endless = {
    ...row!.columns,
    startNs: 2n ** 63n - 1n,
    endNs: 2n ** 63n - 1n,
    timeToFirstTokenMs: 0.5,
  };
  writer.write((append) => append('default', { ...row!, columns: endless }));
  expect(select('SELECT time_to_first_token_ms, start_ns = 9223372036854775807 AS late FROM spans')).toEqual([
    { time_to_first_token_ms: 0.5, late: 1 },
  ]);
});

test('of traces that have ended it holds few, however many are written', () => {
  const [row] = rowsOf([{ span: 1 }]);
  for (let commit = 0; commit < 10; commit++)
    writer.write((append) => {
      for (let i = 1; i <= 500; i++) append('p', { ...row!, traceId: traceIdOf(500 * commit + i) });
    });
  expect(queryObjects(TraceSummary)).toBeLessThan(2000);
});

test('whoever packs hears of a commit when it is in the file, and of none that failed', () => {
  const counts: unknown[] = [];
  const committed = (): void =>
    void counts.push(own.reading.prepare('SELECT COUNT(*) FROM spans').pluck().get());
  writer = new Writer(own.writing, { ...packHere, committed });
  const write = (span: number): unknown => writer.write((append) => append('p', rowsOf([{ span }])[0]!));
  write(1);
  const fail = (): never => {
    throw new Error('no');
  };
  expect(() => writer.write(fail)).toThrow('no');
  write(2);
  expect(counts).toEqual([1, 2]);
});

test.skipIf(process.platform === 'win32')('nothing is told as stored once the file has another name', () => {
  write([call(1, 10)]);
  renameSync(own.writing.name, `${own.writing.name}.moved`);
  expect(() => write([call(2, 10)])).toThrow('moved, deleted or replaced');
});
