import { beforeEach, expect, test } from 'vitest';
import { rowOf } from '../../testing/span-sketches.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import type { SpanRow } from '../rows/span-row.ts';
import type { CommittedSpan } from '../rows/committed-span.ts';
import { Writer } from '../writing/writer.ts';

const own = ownDatabase();
let writer: Writer;

beforeEach(() => void (writer = new Writer(own.writing)));

const ATTRIBUTES = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };
const root: SpanSpec = { traceId: traceIdOf(1), spanId: spanIdOf(1), name: 'run' };
const call: SpanSpec = {
  traceId: traceIdOf(1),
  spanId: spanIdOf(2),
  parentSpanId: spanIdOf(1),
  name: 'chat',
  attributes: { ...ATTRIBUTES, 'gen_ai.usage.input_tokens': 5 },
};
const placeholder = (of: SpanSpec): SpanRow =>
  rowOf({
    traceId: of.traceId,
    spanId: spanIdOf(0xff),
    parentSpanId: of.spanId,
    name: of.name!,
    attributes: {
      ...(of === call ? ATTRIBUTES : {}),
      'logfire.span_type': 'pending_span',
      'logfire.pending_parent_id': of.parentSpanId ?? spanIdOf(0),
    },
  });

const write = (...rows: readonly SpanRow[]): CommittedSpan[] =>
  writer.write((append) => {
    for (const row of rows) append('p', row);
  });
const spans = (): unknown[] =>
  own.reading.prepare('SELECT span_id, parent_span_id, running FROM spans ORDER BY 1').all();
const trace = () =>
  own.reading
    .prepare<[], Record<string, number>>(
      'SELECT span_count, llm_call_count, total_tokens, error_count, is_complete FROM traces',
    )
    .get();

test('until its span comes, a placeholder is that span, running, in its place of the tree', () => {
  expect(write(placeholder(root), placeholder(call))).toMatchObject([
    { spanId: root.spanId, replaced: false, traceComplete: false },
    { spanId: call.spanId, replaced: false, traceComplete: false },
  ]);
  expect(spans()).toEqual([
    { span_id: root.spanId, parent_span_id: null, running: 1 },
    { span_id: call.spanId, parent_span_id: root.spanId, running: 1 },
  ]);
  expect(trace()).toMatchObject({ span_count: 2, llm_call_count: 1, is_complete: 0 });
});

const AFTERWARDS = [
  { span_id: root.spanId, parent_span_id: null, running: 0 },
  { span_id: call.spanId, parent_span_id: root.spanId, running: 0 },
];
const COUNTS = { span_count: 2, llm_call_count: 1, total_tokens: 5, error_count: 0, is_complete: 1 };

test('its span takes its place, and is told as what replaced it', () => {
  write(placeholder(root), placeholder(call));
  expect(write(rowOf(call), rowOf(root))).toMatchObject([
    { spanId: call.spanId, replaced: true },
    { spanId: root.spanId, replaced: true, traceComplete: true },
  ]);
  expect(spans()).toEqual(AFTERWARDS);
  expect(trace()).toEqual(COUNTS);
});

test('one that comes after its span, or again, leaves nothing and is not told', () => {
  write(rowOf(root), placeholder(call), rowOf(call), placeholder(call));
  expect(write(placeholder(root), placeholder(call))).toEqual([]);
  writer = new Writer(own.writing);
  expect(write(placeholder(call))).toEqual([]);
  expect(spans()).toEqual(AFTERWARDS);
  expect(trace()).toEqual(COUNTS);
});
