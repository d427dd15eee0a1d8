import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckedFilter } from '../contract/filters.ts';
import { parseSearch } from '../store/search/search-terms.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { LOG_TIME, type LogSpec } from '../testing/otlp-logs.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { SearchStore } from '../testing/search-store.ts';
import { OPERATIONS, type OperationName, type OperationParameters } from './operations.ts';
import { Reader } from './reader.ts';

/*
 * A deleted trace is gone when its deletion is committed, though its rows are taken away afterwards, in many small steps:
 * whatever is asked in between answers as it does when the last row has gone.
 */

let store: SearchStore;
let reader: Reader;
beforeEach(() => {
  store = new SearchStore();
  reader = new Reader(store.reading);
});
afterEach(() => store.close());

const project = 'p';
const LONG = 'long '.repeat(50);
const at = { project, traceId: traceIdOf(1) };
const gone = { project, traceId: traceIdOf(2) };
const anew = { project, traceId: traceIdOf(3) };
const inSpan = { ...at, spanId: spanIdOf(1) };
const inAnew = { ...anew, spanId: spanIdOf(1) };
const page = { page: 1, limit: 50 };
const newest = { field: 'timestamp_start', direction: 'desc' } as const;
const byStart = { field: 'start_time', direction: 'desc' } as const;
const byEnd = { field: 'end_time', direction: 'desc' } as const;
const spans = { project, ...page, order: newest, include_raw_span: false };
const traces = { project, ...page, order: byStart, include_nongenai: true };
const sessions = { project, ...page, order: byEnd };
const is = (key: string, op: CheckedFilter['op'], ...values: CheckedFilter['values']) => ({
  filters: [{ key, op, values }],
});
const of = (text: string) => ({ search: parseSearch(text) });
const walk = { project, limit: 3 };

/** What is asked, of every operation there is. */
const ASKED: { readonly [Name in OperationName]: readonly OperationParameters<Name>[] } = {
  listProjects: [[]],
  storageTotals: [[]],
  readSearchQueue: [[{ after: 0, limit: 100, namesOnly: false }]],
  listTraces: [
    [traces],
    [{ ...traces, tool: 'shared tool' }],
    [{ ...traces, ...is('gen_ai.shared', 'eq', 'shared') }],
    [{ ...traces, ...is('gen_ai.long', 'eq', LONG) }],
    [{ ...traces, ...is('model', 'ne', 'doomed model') }],
    [{ ...traces, ...of('doomed') }],
    [{ ...traces, ...of('shared -kept') }],
  ],
  getTrace: [at, gone, anew].map((one) => [{ ...one, includeRawSpan: true }]),
  getTraceTree: [[at], [gone], [anew]],
  traceTotals: [[at], [gone], [anew]],
  traceEvents: [[at], [gone], [anew]],
  traceMessages: [[at], [gone], [anew]],
  listTraceSpans: [at, gone, anew].map((one) => [{ ...one, ...page, order: newest, includeRawSpan: false }]),
  listSpans: [
    [spans],
    [{ ...spans, limit: 2 }],
    [{ ...spans, gen_ai_request_model: 'doomed model' }],
    [{ ...spans, session_id: 'shared session' }],
    [{ ...spans, from: 0n }],
    [{ ...spans, ...is('gen_ai.shared', 'eq', 'shared') }],
    [{ ...spans, ...is('gen_ai.long', 'eq', LONG) }],
    [{ ...spans, ...is('gen_ai.doomed', 'is_null') }],
    [{ ...spans, ...of('doomed') }],
    [{ ...spans, ...of('-kept') }],
  ],
  getSpan: [inSpan, { ...inSpan, ...gone }, inAnew].map((one) => [{ ...one, includeRawSpan: true }]),
  spanMessages: [[inSpan], [{ ...inSpan, ...gone }], [inAnew]],
  listSessions: [
    [sessions],
    [{ ...sessions, ...is('gen_ai.shared', 'eq', 'shared') }],
    [{ ...sessions, ...of('doomed') }],
  ],
  getSession: ['shared session', 'doomed session'].map((sessionId) => [{ project, sessionId }]),
  sessionMessages: ['shared session', 'doomed session'].map((sessionId) => [{ project, sessionId }]),
  listLogs: [
    [{ project, ...page }],
    [{ project, ...page, search: 'doomed' }],
    [{ project, ...page, trace_id: traceIdOf(2) }],
    [{ project, ...page, trace_id: traceIdOf(3) }],
    [{ project: 'only doomed', ...page }],
  ],
  listMetrics: [[{ project, ...page }]],
  getMetric: [[{ project, name: 'm' }]],
  listUnscopedTraces: [
    [{ ...walk, errors_only: false }],
    [{ ...walk, errors_only: false, service: 'doomed service' }],
    [{ ...walk, errors_only: false, agent: 'shared agent' }],
  ],
  getUnscopedTrace: [[at], [gone], [anew]],
  listSpansOfUnscopedTrace: [[at], [gone], [anew]],
  unscopedFilters: [[{ project }]],
  listUnscopedSpans: [
    [walk],
    [{ ...walk, limit: 1 }],
    [{ ...walk, service: 'doomed service' }],
    [{ ...walk, tool: 'shared tool' }],
    [{ ...walk, trace_id: traceIdOf(2) }],
  ],
  getUnscopedSpan: [1, 2, 3, 4].map((n) => [{ project, spanId: spanIdOf(n), traceId: undefined }]),
  listUnscopedEvents: [1, 2, 3, 4].map((n) => [{ project, spanId: spanIdOf(n), traceId: undefined }]),
  listUnscopedSessions: [[walk], [{ ...walk, service: 'doomed service' }]],
  getUnscopedSession: ['shared session', 'doomed session'].map((sessionId) => [{ project, sessionId }]),
  listTracesOfUnscopedSession: ['shared session', 'doomed session'].map((sessionId) => [
    { project, sessionId, cursor: undefined, limit: 50 },
  ]),
  filterOptions: [
    [{ project, listed: 'traces' }],
    [{ project, listed: 'spans' }],
    [{ project, listed: 'sessions' }],
  ],
  stats: [
    [{ project }],
    [{ project, groupBy: 'model' }],
    [{ project, groupBy: 'agent' }],
    [{ project, groupBy: 'tool' }],
  ],
};

/** Depends on how far the sweeping is, and means nothing by itself. */
const UNTOLD = new Set(['size_bytes', 'next_cursor', 'behind']);

/** All answers as a client gets them; refusals by their code. */
function answers(): Record<string, string> {
  const told: Record<string, string> = {};
  for (const [name, calls] of Object.entries(ASKED)) {
    const run = OPERATIONS[name as OperationName] as (
      reader: Reader,
      ...parameters: readonly unknown[]
    ) => unknown;
    calls.forEach((parameters, i) => {
      try {
        told[`${name} ${i}`] = JSON.stringify(
          reader.consistently(() => run(reader, ...parameters)),
          (key, value: unknown) => (UNTOLD.has(key) ? typeof value : value),
        );
      } catch (error) {
        told[`${name} ${i}`] = String((error as { code?: string }).code ?? error);
      }
    });
  }
  return told;
}

/** Four spans: of the last two one is in the next trace as well. All newer than those of the trace before. */
const spansOf = (trace: number, word: string, first = 1, count = 4): SpanSpec[] =>
  Array.from({ length: count }, (_, i) => ({
    traceId: traceIdOf(trace),
    spanId: spanIdOf(first + i),
    name: `${word} span`,
    start: Number(LOG_TIME / 1_000_000n) + trace * 1000 + i,
    attributes: {
      'gen_ai.operation.name': i === 0 ? 'chat' : 'execute_tool',
      'gen_ai.request.model': `${word} model`,
      'gen_ai.agent.name': 'shared agent',
      'gen_ai.tool.name': 'shared tool',
      'gen_ai.usage.input_tokens': 5,
      'gen_ai.shared': 'shared',
      'gen_ai.long': LONG,
      [`gen_ai.${word}`]: word,
      'session.id': i === 0 ? `${word} session` : 'shared session',
      'user.id': word,
    },
  }));
const logsOf = (trace: number, word: string): LogSpec[] =>
  [1, 2].map((n) => ({
    traceId: traceIdOf(trace),
    spanId: spanIdOf(n),
    time: LOG_TIME + BigInt(trace * 10 + n),
    eventName: n === 1 ? 'gen_ai.user.message' : 'gen_ai.choice',
    body: { content: `${word} ${trace}`, message: { content: `${word} ${trace}` } },
  }));

const bytesOf = (word: string, sent: SpanSpec[]): Buffer =>
  traceBytes({ resource: { 'service.name': `${word} service` }, spans: sent });

function keep(trace: number, word: string, under = project): void {
  store.keepLogs(under, ...logsOf(trace, word));
  store.commit(under, ['traces', bytesOf(word, spansOf(trace, word))]);
}

test('whatever is asked while rows of deleted traces are left answers as when they are gone', () => {
  keep(1, 'kept');
  keep(2, 'doomed');
  // What comes after it waits to be indexed.
  store.catchUp();
  keep(3, 'doomed');
  keep(4, 'doomed', 'only doomed');
  store.keepLogs(project, { body: 'of no trace' });
  const dataPoints = [{ timeUnixNano: metricTime(1), asInt: '1' }];
  store.commit(project, ['metrics', metricBytes([{ name: 'm', gauge: { dataPoints } }])]);
  const before = answers();
  const ids = store.reading.prepare<[string], number>('SELECT id FROM traces WHERE trace_id = ?').pluck();
  for (const n of [2, 3, 4]) store.writer.delete((deletion) => deletion.doom(ids.get(traceIdOf(n))!));
  // Comes anew, in part.
  store.commit(project, ['traces', bytesOf('anew', spansOf(3, 'anew', 1, 1))]);
  store.keepLogs(project, logsOf(3, 'anew')[1]!);

  const meanwhile = answers();
  expect(store.one('SELECT COUNT(*) FROM spans')).toBe(17);
  while (store.writer.delete((deletion) => deletion.sweep()));
  expect(store.one('SELECT COUNT(*) FROM spans')).toBe(5);
  const after = answers();
  for (const [question, answer] of Object.entries(after)) {
    expect([question, meanwhile[question]]).toEqual([question, answer]);
    expect([question, answer.includes('doomed ')]).toEqual([question, false]);
  }
  // It was asked for what was deleted.
  const changed = Object.keys(before).filter((question) => before[question] !== after[question]);
  expect(changed.length).toBeGreaterThan(40);
});
