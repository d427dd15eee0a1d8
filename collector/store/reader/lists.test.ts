import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageMeta } from '../../contract/common.ts';
import type { Span } from '../../contract/spans.ts';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { openForReading, openForWriting, type ReadableDatabase } from '../file/database.ts';
import { Writer } from '../writing/writer.ts';
import { Statements, type Order } from './list-query.ts';
import { PreviewReader } from '../chunks/preview-reader.ts';
import { findProject, listProjects, storageTotals } from './projects.ts';
import { SESSION_ORDER, findSession, listSessions, sessionSummary } from './sessions.ts';
import { listSpans } from './span-list.ts';
import { SPAN_ORDER, findSpan, pageOfTrace, spanItem, spansOfTrace, type SpanRecordRow } from './spans.ts';
import { TRACE_ORDER, listTraces } from './trace-list.ts';
import { findTrace, traceSummary, tracesOfSession } from './traces.ts';

const START = Date.UTC(2026, 1, 1);
const TRACES = 60;

/** Traces of one to three spans, made so that every field ties often and is often absent. */
function spansOf(trace: number): SpanSpec[] {
  const isCall = trace % 6 !== 5;
  return Array.from({ length: 1 + (trace % 3) }, (_, i) => ({
    traceId: traceIdOf(trace + 1),
    spanId: spanIdOf(trace * 10 + i + 1),
    ...(i === 0 ? {} : { parentSpanId: spanIdOf(trace * 10 + 1) }),
    name: `name ${(trace + i) % 4}`,
    start: START + (trace % 7) * 1000 + i,
    // Some end before they start.
    end: START + (trace % 7) * 1000 + ((trace * 7) % 5) - 1,
    attributes: {
      ...(isCall ? { 'gen_ai.operation.name': 'chat' } : {}),
      ...(trace % 2 === 0 && isCall ? { 'gen_ai.usage.input_tokens': trace % 4 } : {}),
      ...(trace % 3 === 0 && isCall ? { 'gen_ai.usage.output_tokens': trace % 5 } : {}),
      ...(trace % 4 === 0 && isCall ? { 'gen_ai.usage.cost': (trace % 3) / 10 } : {}),
      ...(trace % 3 === 1 ? { 'gen_ai.request.model': `model-${trace % 2}` } : {}),
      ...(trace % 2 === 1 ? { 'session.id': `session-${trace % 11}` } : {}),
    },
  }));
}

let directory: string;
const itemsOf = (rows: readonly SpanRecordRow[]): Span[] => {
  const previews = new PreviewReader(reading).read(rows);
  return rows.map((row, i) => spanItem(row, previews[i]));
};
let reading: ReadableDatabase;
let statements: Statements;
let project: number;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-lists-'));
  const database = openForWriting(directory, 'normal');
  const [decoder, extractor, writer] = [new TraceDecoder(), createExtractor(), new Writer(database)];
  const spans = Array.from({ length: TRACES }, (_, trace) => spansOf(trace));
  writer.write((append) => {
    for (const name of ['default', 'other'])
      for (const list of name === 'other' ? spans.slice(0, 5) : spans)
        decoder.decode(traceBytes({ spans: list }), (span) =>
          append(name, spanRow(span, extractor.extract(span))),
        );
  });
  writer.close();
  reading = openForReading(directory);
  statements = new Statements(reading);
  project = findProject(statements, 'default')!;
});
afterAll(() => {
  reading.close();
  rmSync(directory, { recursive: true, force: true });
});

type Item = Record<string, unknown>;
interface List {
  readonly orders: Readonly<Record<string, string>>;
  readonly id: string;
  readonly total: number;
  page(order: Order, page: number, limit: number): { data: Item[]; meta: PageMeta };
}

const spanTotal = Array.from({ length: TRACES }, (_, trace) => 1 + (trace % 3)).reduce((sum, n) => sum + n);
const LISTS: Readonly<Record<string, List>> = {
  traces: {
    orders: TRACE_ORDER,
    id: 'trace_id',
    total: TRACES,
    page: (order, page, limit) =>
      listTraces(statements, project, { order, page, limit, include_nongenai: true }),
  },
  'traces with AI': {
    orders: TRACE_ORDER,
    id: 'trace_id',
    // One in six makes no call; of those some name a model, which is AI as well.
    total: Array.from({ length: TRACES }, (_, i) => i).filter((i) => i % 6 !== 5 || i % 3 === 1).length,
    page: (order, page, limit) =>
      listTraces(statements, project, { order, page, limit, include_nongenai: false }),
  },
  sessions: {
    orders: SESSION_ORDER,
    id: 'session_id',
    total: 11,
    page: (order, page, limit) => listSessions(statements, project, { order, page, limit }),
  },
  spans: {
    orders: SPAN_ORDER,
    id: 'span_id',
    total: spanTotal,
    page: (order, page, limit) => {
      const { rows, meta } = listSpans(statements, project, { order, page, limit, include_raw_span: false });
      return { data: itemsOf(rows), meta };
    },
  },
  'spans of one trace': {
    orders: SPAN_ORDER,
    id: 'span_id',
    total: 3,
    page: (order, page, limit) => {
      const trace = findTrace(statements, project, traceIdOf(3))!;
      const { rows, meta } = pageOfTrace(statements, trace.id, trace.span_count, { page, limit }, order);
      return { data: itemsOf(rows), meta };
    },
  },
};

/** All pages end to end. */
function walk(list: List, order: Order, limit: number): Item[] {
  const pages = Math.ceil(list.total / limit);
  const items = Array.from({ length: pages }, (_, i) => {
    const { data, meta } = list.page(order, i + 1, limit);
    expect(meta).toEqual({ page: i + 1, limit, total_items: list.total, total_pages: pages });
    expect(Object.keys(meta)).toEqual(['page', 'limit', 'total_items', 'total_pages']);
    return data;
  });
  return items.flat();
}

/** What a client sees sorted: by the field, absent values lowest, then by the id. */
function compare(a: Item, b: Item, field: string, id: string): number {
  for (const key of [field, id]) {
    const [left, right] = [a[key], b[key]] as (string | number | null)[];
    if (left === right) continue;
    if (left === null) return -1;
    return right === null || left! > right! ? 1 : -1;
  }
  return 0;
}

describe.for(Object.entries(LISTS))('a list of %s', ([, list]) => {
  const orders = Object.keys(list.orders).flatMap((field) =>
    (['asc', 'desc'] as const).map((direction): Order => ({ field, direction })),
  );

  test.for(orders)('by $field $direction: each once, in order, ties by id', (order) => {
    const whole = walk(list, order, 1000);
    const ids = new Set(whole.map((item) => item[list.id]));
    expect([whole.length, ids.size]).toEqual([list.total, list.total]);
    const sign = order.direction === 'asc' ? 1 : -1;
    expect(whole).toEqual([...whole].sort((a, b) => sign * compare(a, b, order.field, list.id)));
    for (const limit of [1, 7]) expect(walk(list, order, limit)).toEqual(whole);
  });

  test('is empty past its end, with the same total', () => {
    const order: Order = { field: Object.keys(list.orders)[0]!, direction: 'asc' };
    expect(list.page(order, 1000, 10)).toEqual({
      data: [],
      meta: { page: 1000, limit: 10, total_items: list.total, total_pages: Math.ceil(list.total / 10) },
    });
  });
});

test('an item found by its id is the item of the list', () => {
  const order: Order = { field: 'start_time', direction: 'asc' };
  for (const trace of LISTS['traces']!.page(order, 1, 100).data)
    expect(traceSummary(findTrace(statements, project, String(trace['trace_id']))!)).toEqual(trace);
  for (const session of LISTS['sessions']!.page(order, 1, 100).data)
    expect(sessionSummary(findSession(statements, project, String(session['session_id']))!)).toEqual(session);
  for (const span of LISTS['spans']!.page({ field: 'timestamp_start', direction: 'asc' }, 1, 1000).data) {
    const trace = findTrace(statements, project, String(span['trace_id']))!;
    expect(itemsOf([findSpan(statements, trace.id, String(span['span_id']))!])).toEqual([span]);
  }
});

test('an id that is not there is undefined, also where another project has it', () => {
  const other = findProject(statements, 'other')!;
  expect(findTrace(statements, other, traceIdOf(TRACES))).toBeUndefined();
  expect(findTrace(statements, project, 'nonsense')).toBeUndefined();
  expect(findSession(statements, other, 'session-10')).toBeUndefined();
  expect(findSpan(statements, -1, spanIdOf(1))).toBeUndefined();
  expect(findProject(statements, 'Default')).toBeUndefined();
});

test('the spans of a trace and the traces of a session come in start order', () => {
  const trace = findTrace(statements, project, traceIdOf(3))!;
  expect(spansOfTrace(statements, trace.id).map(({ span_id }) => span_id)).toEqual(
    [21, 22, 23].map(spanIdOf),
  );
  const session = findSession(statements, project, 'session-1')!;
  const starts = tracesOfSession(statements, session.id).map(({ start_us }) => start_us);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts).toHaveLength(session.trace_count);
});

test('projects are told by name, with what each holds', () => {
  expect(listProjects(statements)).toMatchObject([
    { project_id: 'default', trace_count: TRACES, span_count: spanTotal, session_count: 11 },
    { project_id: 'other', trace_count: 5, span_count: 9, session_count: 2 },
  ]);
  expect(listProjects(statements)[1]).toMatchObject({
    first_seen: '2026-02-01T00:00:00.000000Z',
    last_seen: '2026-02-01T00:00:04.001000Z',
  });
  expect(storageTotals(statements)).toEqual({ traces: TRACES + 5, spans: spanTotal + 9 });
});

test('a project that nothing came for has no items', () => {
  const order: Order = { field: 'start_time', direction: 'asc' };
  const meta = { page: 1, limit: 10, total_items: 0, total_pages: 0 };
  const page = { order, page: 1, limit: 10 };
  expect(listTraces(statements, -1, { ...page, include_nongenai: true })).toEqual({ data: [], meta });
  expect(listSessions(statements, -1, page)).toEqual({ data: [], meta });
});
