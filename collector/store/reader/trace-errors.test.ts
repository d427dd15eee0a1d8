import { expect, test } from 'vitest';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { Writer } from '../writing/writer.ts';
import { ROOT_ERROR, TRACE_ERROR } from './filter-fields.ts';
import { Statements } from './list-query.ts';
import { findProject } from './projects.ts';
import { findTrace, type TraceRow } from './traces.ts';

const own = ownDatabase();

type Sketch = Pick<SpanSpec, 'start' | 'end' | 'events'> & {
  readonly message?: string;
  readonly code?: number;
};

/** What a trace of these spans fails with, each the parent of the next. */
const errorOf = (...sketches: readonly Sketch[]) => traceOf(...sketches)?.error_preview;

function traceOf(...sketches: readonly Sketch[]): TraceRow | undefined {
  new Writer(own.writing).write((append) => {
    for (const [at, { message, code = 2, ...times }] of sketches.entries()) {
      const parent = at === 0 ? {} : { parentSpanId: spanIdOf(at) };
      const status = { code, ...(message === undefined ? {} : { message }) };
      append('p', rowOf({ traceId: traceIdOf(1), spanId: spanIdOf(at + 1), ...parent, ...times, status }));
    }
  });
  const statements = new Statements(own.reading);
  return findTrace(statements, findProject(statements, 'p')!, traceIdOf(1));
}

test('is what the root failed with, also where a child ended in the same millisecond', () =>
  expect(errorOf({ start: 0, end: 9, message: 'run' }, { start: 1, end: 9, message: 'call' })).toBe('run'));

test('is what failed last where the root says nothing', () =>
  expect(errorOf({ start: 0, end: 9 }, { end: 5, message: 'first' }, { end: 7, message: 'last' })).toBe(
    'last',
  ));

test('is what the last failed span threw, whose status says nothing', () => {
  const attributes = { 'exception.type': 'LookupError', 'exception.message': 'No such city.' };
  const events = [{ name: 'exception', time: 4, attributes }];
  expect(errorOf({ start: 0, end: 9 }, { end: 5, events })).toBe('LookupError: No such city.');
});

test('is null of a trace that is well, and of one that fails without a message', () => {
  expect(errorOf({ start: 0, end: 9 })).toBeNull();
  expect(errorOf({ start: 0, end: 9, code: 1, message: 'all well' })).toBeNull();
});

test('is cut', () => expect(errorOf({ start: 0, end: 9, message: 'é'.repeat(300) })).toBe('é'.repeat(200)));

test('tells whether the root failed, or only something on the way', () => {
  expect(traceOf({ start: 0, end: 9 }, { end: 5, code: 1 })?.root_has_error).toBe(1);
  expect(traceOf({ start: 0, end: 9, code: 1 }, { end: 9, message: 'call' })?.root_has_error).toBe(0);
});

test('of a long trace no span is looked at but those that failed', () => {
  const plan = own.reading
    .prepare(`EXPLAIN QUERY PLAN SELECT ${TRACE_ERROR}, ${ROOT_ERROR} FROM traces`)
    .all();
  expect(JSON.stringify(plan)).toContain('spans_identity (trace=? AND span_id=?)');
  expect(JSON.stringify(plan)).toContain('INDEX spans_failed (trace=?)');
  expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
});
