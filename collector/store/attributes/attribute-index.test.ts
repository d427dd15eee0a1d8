import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { AttributeIndexer } from '../../ingest/worker/attribute-indexer.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue } from '../../testing/otlp.ts';
import { runCommand } from '../../testing/run-command.ts';
import { decodeEntries, encodeEntries } from './attribute-index.ts';
import { PRESENT, indexedBoolean, type IndexValue } from './attribute-rules.ts';
import { openForWriting, type WritableDatabase } from '../file/database.ts';
import type { SpanRow } from '../rows/span-row.ts';
import { Writer } from '../writing/writer.ts';
import { testFolder } from '../../testing/test-folder.ts';

let directory: string;
let database: WritableDatabase;
let writer: Writer;
beforeEach(() => {
  directory = testFolder();
  database = openForWriting(directory, 'normal');
  writer = new Writer(database);
});
afterEach(() => {
  database.close();
});

interface Sketch {
  readonly trace: number;
  readonly span: number;
  readonly project?: string;
  readonly attributes: Readonly<Record<string, PlainValue>>;
}
const decoder = new TraceDecoder();
const extractor = createExtractor();
const indexer = new AttributeIndexer(defaultConfig({}).otel.attributes);

function rowOf({ trace, span, attributes }: Sketch): SpanRow {
  const body = traceBytes({ spans: [{ traceId: traceIdOf(trace), spanId: spanIdOf(span), attributes }] });
  const found: SpanRow[] = [];
  decoder.decode(body, (wire) => found.push(spanRow(wire, extractor.extract(wire), indexer.read(wire))));
  return found[0]!;
}

/** In one commit. */
const write = (...sketches: Sketch[]): unknown =>
  writer.write((append) => sketches.forEach((sketch) => append(sketch.project ?? 'p', rowOf(sketch))));

function raise(message: string): never {
  throw new Error(message);
}

/** `trace/span key=value` of every row, in order. */
const rows = (): string[] =>
  database
    .prepare<[], string>(
      `SELECT (traces.trace_id + 0) || '/' || (spans.span_id + 0) || ' ' || attribute_keys.key || '=' || attributes.value
       FROM indexed_attributes AS attributes JOIN attribute_keys ON attribute_keys.id = attributes.key
         JOIN spans ON spans.id = attributes.span JOIN traces ON traces.id = attributes.trace
       ORDER BY 1`,
    )
    .pluck()
    .all();
const count = (table: string): unknown => database.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();

const A = { trace: 1, span: 1, attributes: { 'gen_ai.a': 'x', 'gen_ai.b': 5 } };

test('a span’s rows are there when the commit returns, whatever their number', () => {
  write(
    A,
    ...Array.from({ length: 40 }, (_, i) => ({ trace: 2, span: i + 1, attributes: { 'gen_ai.a': 'y' } })),
  );
  expect(rows()).toHaveLength(42);
  expect(rows()).toEqual(expect.arrayContaining(['1/1 gen_ai.a=x', '1/1 gen_ai.b=5', '2/1 gen_ai.a=y']));
});

test('a span that is replaced replaces its rows, in a later commit and in the same', () => {
  write(A, { ...A, span: 2 });
  write({ ...A, attributes: { 'gen_ai.c': 'z' } });
  expect(rows()).toEqual(['1/1 gen_ai.c=z', '1/2 gen_ai.a=x', '1/2 gen_ai.b=5']);
  write({ ...A, span: 3 }, { ...A, span: 3, attributes: {} }, { ...A, attributes: { 'gen_ai.c': 'w' } });
  expect(rows()).toEqual(['1/1 gen_ai.c=w', '1/2 gen_ai.a=x', '1/2 gen_ai.b=5']);
  expect(count('attribute_index')).toBe(3);
});

test('text that is cut inside a surrogate pair is the same in the row as in the index', () => {
  write({ ...A, attributes: { 'gen_ai.a': `${'x'.repeat(127)}😀` } });
  const [indexed] = database.prepare<[], string>('SELECT indexed FROM spans').pluck().all();
  const [value] = database.prepare<[], string>('SELECT value FROM attribute_index').pluck().all();
  expect(decodeEntries(indexed!)[1]).toBe(value);
  // Whole text of that length is never mistaken for it.
  expect(value!.length).toBeGreaterThan(128);
});

test('a commit that fails leaves no rows, and keys are known again', () => {
  expect(() => writer.write((append) => (append('p', rowOf(A)), raise('no')))).toThrow('no');
  expect([count('attribute_index'), count('attribute_keys'), count('trace_facets')]).toEqual([0, 0, 0]);
  write(A);
  expect(rows()).toEqual(['1/1 gen_ai.a=x', '1/1 gen_ai.b=5']);
});

test('each project has keys of its own, and at most 2,000', () => {
  write(A, { ...A, project: 'q' });
  expect(count('attribute_keys')).toBe(4);
  for (let i = 0; i < 30; i++)
    write({
      trace: 3,
      span: i + 1,
      attributes: Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`gen_ai.made.up-${i}-${n}`, n])),
    });
  expect(
    database
      .prepare('SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM attribute_keys GROUP BY project)')
      .pluck()
      .get(),
  ).toBe(2000);
});

test('what a project has is counted once, not again for each key or set that it has no room for', () => {
  let counts = 0;
  const prepare = database.prepare.bind(database);
  vi.spyOn(database, 'prepare').mockImplementation((sql: string) => {
    const statement = prepare(sql);
    if (sql.startsWith('SELECT COUNT(*)')) {
      const get = statement.get.bind(statement);
      statement.get = (...values) => (counts++, get(...values));
    }
    return statement;
  });
  writer = new Writer(database);
  const before = counts;
  for (let i = 0; i < 30; i++) {
    const numbers = Array.from({ length: 45 }, (_, n) => [`gen_ai.made.up-${i}-${n}`, n]);
    const content = Array.from({ length: 45 }, (_, n) => [`gen_ai.prompt.${i}.${n}`, 'x']);
    write({ trace: 3, span: i + 1, attributes: Object.fromEntries([...numbers, ...content]) });
  }
  expect(counts - before).toBeGreaterThan(0);
  expect(counts - before).toBeLessThan(5);
});

test('there is room again for keys once others are gone', () => {
  const keys = (from: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`gen_ai.made.up-${from + n}`, n]));
  for (let i = 0; i < 21; i++) write({ trace: 1, span: i + 1, attributes: keys(i * 100) });
  expect(count('attribute_keys')).toBe(2000);
  write({ trace: 1, span: 1, attributes: {} });
  expect(count('attribute_keys')).toBe(1900);
  expect(() =>
    writer.write((append) => (append('p', rowOf({ ...A, attributes: keys(3000) })), raise('no'))),
  ).toThrow('no');
  for (let i = 0; i < 2; i++) write({ trace: 1, span: i + 100, attributes: keys(4000 + i * 100) });
  expect(count('attribute_keys')).toBe(2000);
});

describe('a name goes with the last that has it', () => {
  const more = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
  const keys = (): unknown[] => database.prepare('SELECT key FROM attribute_keys ORDER BY key').pluck().all();
  const models = (): unknown[] =>
    database.prepare("SELECT value FROM facet_values WHERE facet = 'model'").pluck().all();
  const deleteTrace = (trace: number): unknown =>
    runCommand(database, writer, { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(trace) });

  test('when traces are deleted', () => {
    write(
      A,
      { ...A, span: 2, attributes: { ...A.attributes, ...more } },
      { ...A, trace: 2, attributes: more },
    );
    expect([keys(), models()]).toEqual([['gen_ai.a', 'gen_ai.b'], ['m']]);
    deleteTrace(1);
    expect([keys(), models()]).toEqual([[], ['m']]);
    deleteTrace(2);
    expect([count('attribute_keys'), count('facet_values')]).toEqual([0, 0]);
    write(A);
    expect([keys(), rows()]).toEqual([
      ['gen_ai.a', 'gen_ai.b'],
      ['1/1 gen_ai.a=x', '1/1 gen_ai.b=5'],
    ]);
  });

  test('when spans are replaced', () => {
    write({ ...A, attributes: { ...A.attributes, ...more } });
    write({ ...A, attributes: { 'gen_ai.b': 5, 'gen_ai.c': true } });
    expect([keys(), models()]).toEqual([['gen_ai.b', 'gen_ai.c'], []]);
    write({ ...A, attributes: { ...A.attributes, ...more } });
    expect([keys(), models()]).toEqual([['gen_ai.a', 'gen_ai.b'], ['m']]);
  });
});

describe('content', () => {
  const INPUT = { 'gen_ai.input.messages': '[]' };
  const OUTPUT = { 'gen_ai.output.messages': '[]' };
  const one = { ...A, attributes: { 'gen_ai.a': 'x', ...INPUT, ...OUTPUT } };
  const two = { ...A, span: 2, attributes: { ...OUTPUT, ...INPUT } };
  const alone = { ...A, span: 3, attributes: INPUT };

  test('of a span stands in one row, whatever its order, and is found by each key', () => {
    write(one, two, alone);
    write({ ...one, project: 'q' });
    expect(rows()).toEqual([
      '1/1 gen_ai.a=x',
      '1/1 gen_ai.a=x',
      '1/1 gen_ai.input.messages=',
      '1/1 gen_ai.input.messages=',
      '1/1 gen_ai.output.messages=',
      '1/1 gen_ai.output.messages=',
      '1/2 gen_ai.input.messages=',
      '1/2 gen_ai.output.messages=',
      '1/3 gen_ai.input.messages=',
    ]);
    // Two of the first span, one of each other.
    expect([count('attribute_index'), count('content_sets')]).toEqual([6, 2]);
  });

  test('goes with the last span that has it', () => {
    write(one, two, alone);
    write({ ...one, attributes: { 'gen_ai.a': 'x' } });
    expect([count('content_sets'), count('attribute_keys')]).toEqual([1, 3]);
    write({ ...two, attributes: {} });
    expect([count('content_sets'), count('content_set_keys')]).toEqual([0, 0]);
    expect(rows()).toEqual(['1/1 gen_ai.a=x', '1/3 gen_ai.input.messages=']);
    expect(count('attribute_keys')).toBe(2);
    write(two);
    expect(count('content_sets')).toBe(1);
  });

  test('of a commit that fails leaves no set, and is known again', () => {
    expect(() => writer.write((append) => (append('p', rowOf(one)), raise('no')))).toThrow('no');
    expect(count('content_sets')).toBe(0);
    write(one);
    expect(rows()).toHaveLength(3);
  });

  test('in more ways than there are to be sets is found all the same', () => {
    const keys = Array.from({ length: 11 }, (_, n) => `gen_ai.prompt.0.k${n}`);
    const spans = Array.from({ length: 1100 }, (_, n) => keys.filter((_key, bit) => ((n + 1) >> bit) & 1));
    write(
      ...spans.map((has, n) => ({
        trace: 1,
        span: n + 1,
        attributes: Object.fromEntries(has.map((key) => [key, 'x'])),
      })),
    );
    expect(count('content_sets')).toBe(1000);
    expect(rows()).toHaveLength(spans.flat().length);
  });
});

const pairsOf = (entries: readonly unknown[]): string[] =>
  entries.flatMap((key, i) => (i % 2 === 0 ? [`${String(key)} ${String(entries[i + 1])}`] : [])).sort();

describe('what a span’s row keeps of its entries', () => {
  test('reads back as it was written', () => {
    const value: fc.Arbitrary<IndexValue> = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.boolean().map(indexedBoolean),
      fc.constant(PRESENT),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), value), { minLength: 1 }), (pairs) => {
        const entries = pairs.flat();
        const decoded = decodeEntries(encodeEntries(entries)!);
        // Small integers may come back as numbers: to SQLite they are the same.
        expect(pairsOf(decoded)).toEqual(pairsOf(entries));
      }),
    );
  });

  test('of older versions reads as well', () => {
    const decoded = decodeEntries('[1,null,2,"text",3,true,4,9007199254740993]');
    expect(decoded).toEqual([1, PRESENT, 2, 'text', 3, indexedBoolean(true), 4, 9007199254740993n]);
  });

  test('takes no more room than it must', () => {
    expect(encodeEntries([7, PRESENT, 3, 0.5, 8, PRESENT])).toBe('[[7,8],3,0.5]');
    expect(encodeEntries([])).toBeNull();
  });
});
