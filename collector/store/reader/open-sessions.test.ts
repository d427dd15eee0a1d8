import { expect, test } from 'vitest';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { Writer } from '../writing/writer.ts';
import { OPENNESS } from './filter-fields.ts';
import { Statements } from './list-query.ts';
import { findProject } from './projects.ts';
import { listSessions } from './sessions.ts';

const own = ownDatabase();

function write(...specs: readonly SpanSpec[]): void {
  new Writer(own.writing).write((append) => {
    for (const spec of specs)
      append('p', rowOf({ ...spec, attributes: { ...spec.attributes, 'session.id': 's' } }));
  });
}

function told() {
  const statements = new Statements(own.reading);
  const page = { order: { field: 'end_time', direction: 'desc' }, page: 1, limit: 50 } as const;
  const { data } = listSessions(statements, findProject(statements, 'p')!, page);
  return data.map(({ is_complete, running_span_count }) => [is_complete, running_span_count]);
}

const root = (trace: number): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(1),
  name: 'run',
});
const child = (trace: number): SpanSpec => ({
  ...root(trace),
  spanId: spanIdOf(2),
  parentSpanId: spanIdOf(1),
});
const placeholder = (of: SpanSpec): SpanSpec => ({
  ...of,
  spanId: spanIdOf(0xff),
  parentSpanId: of.spanId,
  attributes: {
    'logfire.span_type': 'pending_span',
    'logfire.pending_parent_id': of.parentSpanId ?? spanIdOf(0),
  },
});

test('a session is complete when each of its traces is, and what runs in them runs in it', () => {
  write(root(1), child(1), child(2), placeholder(root(3)), placeholder(child(3)), placeholder(root(4)));
  expect(told()).toEqual([[false, 3]]);
  write(root(3), root(4), child(3));
  expect(told()).toEqual([[false, 0]]);
  write(root(2));
  expect(told()).toEqual([[true, 0]]);
});

test('of a long session no trace is looked at that is complete', () => {
  for (const sql of Object.values(OPENNESS)) {
    const plan = own.reading.prepare(`EXPLAIN QUERY PLAN SELECT ${sql} FROM sessions`).all();
    expect(JSON.stringify(plan)).toContain('COVERING INDEX traces_open (session=?');
  }
});
