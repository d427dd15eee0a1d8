import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../../testing/otlp.ts';
import { openForReading, openForWriting, type ReadableDatabase } from '../file/database.ts';
import { Writer } from '../writing/writer.ts';
import type { SessionFilter, SpanFilter, TraceFilter } from './list-filters.ts';
import { Statements } from './list-query.ts';
import { findProject } from './projects.ts';
import { listSessions } from './sessions.ts';
import { listSpans } from './span-list.ts';
import { listTraces } from './trace-list.ts';

const HOSTILE = `x' OR '1'='1`;

/**
 * Trace 1: an agent of alice in production with a call and a failing tool, all in session s1.
 * Trace 2: a call of bob in staging, session s2, in LangChain. Trace 3: no AI, of no one. Trace 4: hostile text.
 */
const REQUESTS: readonly RequestSpec[] = [
  {
    resource: { 'service.name': 'shop', 'deployment.environment.name': 'production' },
    spans: [
      {
        traceId: traceIdOf(1),
        spanId: spanIdOf(1),
        start: 1000,
        end: 5000,
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'planner',
          'session.id': 's1',
          'user.id': 'alice',
          'tag.tags': ['blue', 'big'],
        },
      },
      {
        traceId: traceIdOf(1),
        spanId: spanIdOf(2),
        parentSpanId: spanIdOf(1),
        start: 1500,
        end: 2000,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.response.model': 'gpt-4o-2024-08-06',
        },
        status: { code: 1 },
      },
      {
        traceId: traceIdOf(1),
        spanId: spanIdOf(3),
        parentSpanId: spanIdOf(1),
        start: 3000,
        end: 3500,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
        status: { code: 2, message: 'no network' },
      },
    ],
  },
  {
    resource: { 'deployment.environment.name': 'staging' },
    spans: [
      {
        traceId: traceIdOf(2),
        spanId: spanIdOf(4),
        start: 2000,
        end: 2002.007,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'claude',
          'session.id': 's2',
          'user.id': 'bob',
        },
      },
    ],
  },
  { spans: [{ traceId: traceIdOf(3), spanId: spanIdOf(5), start: 3000, end: 3000 }] },
  {
    spans: [
      {
        traceId: traceIdOf(4),
        spanId: spanIdOf(6),
        start: 4000,
        end: 4100,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': HOSTILE,
          'session.id': HOSTILE,
          'user.id': HOSTILE,
        },
      },
    ],
  },
];

let directory: string;
let reading: ReadableDatabase;
let statements: Statements;
let project: number;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-filters-'));
  const database = openForWriting(directory, 'normal');
  const [decoder, extractor, writer] = [new TraceDecoder(), createExtractor(), new Writer(database)];
  writer.write((append) => {
    for (const name of ['default', 'other'])
      for (const spec of REQUESTS)
        decoder.decode(traceBytes(spec), (span) => append(name, spanRow(span, extractor.extract(span))));
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

const PAGE = { page: 1, limit: 100 };
const millis = (value: number): bigint => BigInt(value) * 1_000_000n;

function tracesWith(filter: Partial<TraceFilter>): number[] {
  const order = { field: 'start_time', direction: 'asc' } as const;
  const asked = { ...PAGE, order, include_nongenai: true, ...filter };
  const { data, meta } = listTraces(statements, project, asked);
  expect(meta.total_items).toBe(data.length);
  // Whichever page is asked for, also past the end, the total is the same.
  const pages = [1, 2, 3, 4].map((page) => listTraces(statements, project, { ...asked, page, limit: 2 }));
  expect(pages.map((one) => one.meta.total_items)).toEqual(pages.map(() => data.length));
  expect(pages.flatMap((one) => one.data)).toEqual(data);
  return data.map(({ trace_id }) => Number.parseInt(trace_id, 16));
}
function spansWith(filter: Partial<SpanFilter>): number[] {
  const order = { field: 'timestamp_start', direction: 'asc' } as const;
  const { rows, meta } = listSpans(statements, project, {
    ...PAGE,
    order,
    include_raw_span: false,
    ...filter,
  });
  expect(meta.total_items).toBe(rows.length);
  return rows.map(({ span_id }) => Number.parseInt(span_id, 16));
}
function sessionsWith(filter: Partial<SessionFilter>): string[] {
  const order = { field: 'start_time', direction: 'asc' } as const;
  const { data, meta } = listSessions(statements, project, { ...PAGE, order, ...filter });
  expect(meta.total_items).toBe(data.length);
  return data.map(({ session_id }) => session_id);
}

describe('traces', () => {
  test.for<[filter: Partial<TraceFilter>, expected: number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ include_nongenai: false }, [1, 2, 4]],
    [{ session_id: 's1' }, [1]],
    [{ session_id: 'S1' }, []],
    [{ user_id: 'bob' }, [2]],
    [{ environment: ['production'] }, [1]],
    [{ environment: ['staging', 'production'] }, [1, 2]],
    [{ environment: [] }, []],
    [{ framework: 'otel-genai' }, [1, 2, 4]],
    [{ framework: 'langchain' }, []],
    [{ model: 'gpt-4o' }, [1]],
    [{ model: 'gpt-4o-2024-08-06' }, [1]],
    [{ model: 'gpt' }, []],
    [{ agent: 'planner' }, [1]],
    [{ tool: 'search' }, [1]],
    [{ tag: 'big' }, [1]],
    [{ tag: 'b' }, []],
    [{ has_error: true }, [1]],
    [{ has_error: false }, [2, 3, 4]],
    [{ min_duration_ms: 100 }, [1, 4]],
    [{ min_duration_ms: 100.001 }, [1]],
    // What the list shows, whose millionfold is more than it in floating point.
    [{ min_duration_ms: 2.007 }, [1, 2, 4]],
    [{ min_duration_ms: 2.0071 }, [1, 4]],
    [{ min_duration_ms: 0 }, [1, 2, 3, 4]],
    [{ user_id: 'alice', environment: ['staging'] }, []],
    [{ user_id: 'alice', has_error: true, model: 'gpt-4o', session_id: 's1' }, [1]],
    [{ session_id: HOSTILE }, [4]],
    [{ model: HOSTILE, user_id: HOSTILE }, [4]],
    [{ tag: HOSTILE, agent: HOSTILE }, []],
  ])('%j', ([filter, expected]) => {
    expect(tracesWith(filter)).toEqual(expected);
  });

  test('start within a range, both ends included', () => {
    expect(tracesWith({ from: millis(2000) })).toEqual([2, 3, 4]);
    expect(tracesWith({ from: millis(2000) + 1n })).toEqual([3, 4]);
    expect(tracesWith({ to: millis(2000) })).toEqual([1, 2]);
    expect(tracesWith({ to: millis(2000) - 1n })).toEqual([1]);
    expect(tracesWith({ from: millis(2000), to: millis(3000) })).toEqual([2, 3]);
    expect(tracesWith({ from: -(2n ** 63n), to: 2n ** 63n - 1n })).toEqual([1, 2, 3, 4]);
  });
});

describe('spans', () => {
  test.for<[filter: Partial<SpanFilter>, expected: number[]]>([
    [{}, [1, 2, 4, 3, 5, 6]],
    [{ trace_id: traceIdOf(1) }, [1, 2, 3]],
    [{ trace_id: traceIdOf(0xabc) }, []],
    // Its root alone names it.
    [{ session_id: 's1' }, [1, 2, 3]],
    [{ session_id: 's1', status_code: 'ERROR' }, [3]],
    [{ filters: [{ key: 'session_id', op: 'eq', values: ['s1'] }] }, [1, 2, 3]],
    [{ filters: [{ key: 'session_id', op: 'in', values: ['s1', 's2'] }] }, [1, 2, 4, 3]],
    [{ filters: [{ key: 'session_id', op: 'is_null', values: [] }] }, [5]],
    [{ filters: [{ key: 'session.id', op: 'eq', values: ['s1'] }] }, [1]],
    [{ user_id: 'bob' }, [4]],
    // As the session: its root alone names it.
    [{ user_id: 'alice' }, [1, 2, 3]],
    [{ user_id: 'alice', session_id: 's2' }, []],
    [{ user_id: 'alice', span_category: 'tool' }, [3]],
    [{ filters: [{ key: 'user_id', op: 'in', values: ['alice', 'bob'] }] }, [1, 2, 4, 3]],
    [{ filters: [{ key: 'user_id', op: 'is_null', values: [] }] }, [5]],
    [{ filters: [{ key: 'user.id', op: 'eq', values: ['alice'] }] }, [1]],
    [{ environment: ['production', 'nowhere'] }, [1, 2, 3]],
    [{ span_category: 'tool' }, [3]],
    [{ observation_type: 'generation' }, [2, 4, 6]],
    [{ framework: 'otel-genai', span_category: 'agent' }, [1]],
    [{ gen_ai_request_model: 'gpt-4o' }, [2]],
    [{ gen_ai_request_model: 'gpt-4o-2024-08-06' }, []],
    [{ status_code: 'ERROR' }, [3]],
    [{ status_code: 'OK' }, [2]],
    [{ is_observation: true }, [1, 2, 4, 3, 6]],
    [{ is_observation: false }, [5]],
    [{ session_id: HOSTILE, gen_ai_request_model: HOSTILE }, [6]],
    [{ framework: HOSTILE }, []],
  ])('%j', ([filter, expected]) => {
    expect(spansWith(filter)).toEqual(expected);
  });

  test('of a trace whose id is given in upper case', () => {
    expect(spansWith({ trace_id: traceIdOf(0x1).toUpperCase() })).toEqual([1, 2, 3]);
  });

  test('start within a range, both ends included', () => {
    expect(spansWith({ from: millis(2000), to: millis(3000) })).toEqual([4, 3, 5]);
  });
});

describe('sessions', () => {
  test.for<[filter: Partial<SessionFilter>, expected: string[]]>([
    [{}, ['s1', 's2', HOSTILE]],
    [{ user_id: 'alice' }, ['s1']],
    [{ environment: ['staging'] }, ['s2']],
    [{ user_id: HOSTILE }, [HOSTILE]],
    [{ user_id: 'alice', environment: ['staging'] }, []],
  ])('%j', ([filter, expected]) => {
    expect(sessionsWith(filter)).toEqual(expected);
  });

  test('start within a range, both ends included', () => {
    expect(sessionsWith({ from: millis(2000), to: millis(4000) })).toEqual(['s2', HOSTILE]);
    expect(sessionsWith({ to: millis(1000) })).toEqual(['s1']);
  });
});
