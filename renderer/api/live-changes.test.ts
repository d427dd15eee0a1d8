import { describe, expect, test } from 'vitest';
import type { TraceSummary } from '../../collector/contract/traces.ts';
import type { StreamEvent } from './event-stream.ts';
import { isStale, mayBeGone, summarizeEvents } from './live-changes.ts';
import { queryKeys } from './queries.ts';

const spanEvent = (trace: string, span: string, session: string | null): StreamEvent => ({
  type: 'span',
  data: JSON.stringify({
    project_id: 'p',
    trace_id: trace,
    span_id: span,
    session_id: session,
    user_id: null,
  }),
});

const deleted = (ids: object): StreamEvent => ({ type: 'deleted', data: JSON.stringify(ids) });

describe('a stored span', () => {
  const changes = summarizeEvents([spanEvent('t1', 's1', 'chat'), spanEvent('t1', 's2', null)]);
  const isOld = (key: readonly unknown[]): boolean => isStale(key, 'p', changes);
  test('makes lists, its trace with the messages, its session and itself stale', () => {
    expect(isOld([...queryKeys.traces('p'), { page: 1 }])).toBe(true);
    expect(isOld(queryKeys.sessions('p'))).toBe(true);
    expect(isOld([...queryKeys.trace('p', 't1'), 'messages'])).toBe(true);
    expect(isOld(queryKeys.session('p', 'chat'))).toBe(true);
    expect(isOld(queryKeys.span('p', 't1', 's2'))).toBe(true);
  });
  test('makes a session stale that lists its trace, whichever it names itself', () => {
    const of = (session_id: string, ...traces: string[]) => ({
      session_id,
      traces: traces.map((trace_id) => ({ trace_id }) as TraceSummary),
    });
    const shown = [of('long', 't0', 't1'), of('other', 't2')];
    const { sessions } = summarizeEvents([spanEvent('t1', 's1', 'chat')], shown);
    expect([...sessions]).toEqual(['chat', 'long']);
  });
  test('leaves everything else alone', () => {
    expect(isOld(queryKeys.trace('p', 't2'))).toBe(false);
    expect(isOld(queryKeys.span('p', 't1', 's3'))).toBe(false);
    expect(isOld(queryKeys.traces('other'))).toBe(false);
    expect(isOld(queryKeys.counts('p'))).toBe(false);
    expect(isOld(['health'])).toBe(false);
  });
});

describe('a deletion', () => {
  test('of a trace makes its spans and the sessions stale, whatever is stored meanwhile', () => {
    const changes = summarizeEvents([deleted({ trace_id: 't1' }), spanEvent('t2', 's2', null)]);
    expect(isStale(queryKeys.trace('p', 't1'), 'p', changes)).toBe(true);
    expect(isStale(queryKeys.span('p', 't1', 's1'), 'p', changes)).toBe(true);
    expect(isStale(queryKeys.session('p', 'chat'), 'p', changes)).toBe(true);
    expect(isStale(queryKeys.trace('p', 't3'), 'p', changes)).toBe(false);
    expect(isStale(queryKeys.span('p', 't3', 's3'), 'p', changes)).toBe(false);
  });

  test('of a session makes traces and spans stale: nothing says which went with it', () => {
    const changes = summarizeEvents([deleted({ session_id: 'chat' })]);
    expect(isStale(queryKeys.session('p', 'chat'), 'p', changes)).toBe(true);
    expect(isStale(queryKeys.session('p', 'other'), 'p', changes)).toBe(false);
    expect(isStale(queryKeys.trace('p', 't1'), 'p', changes)).toBe(true);
    expect(isStale(queryKeys.span('p', 't1', 's1'), 'p', changes)).toBe(true);
  });
});

test('a row may be gone with its trace, and with whatever is not named', () => {
  const rows = {
    trace: { trace_id: 't1', session_id: 'chat' },
    span: { trace_id: 't2', session_id: null, span_id: 's' },
    session: { session_id: 'chat' },
    metric: { name: 'a metric' },
  };
  const lost = (event: StreamEvent): string[] =>
    Object.entries(rows).flatMap(([kind, row]) => (mayBeGone(row, summarizeEvents([event])) ? [kind] : []));
  expect(lost(deleted({ trace_id: 't1' }))).toEqual(['trace', 'session']);
  expect(lost(deleted({ trace_id: 't3' }))).toEqual(['session']);
  expect(lost(deleted({ session_id: 'other' }))).toEqual(Object.keys(rows));
  expect(lost({ type: 'resync', data: '{}' })).toEqual(Object.keys(rows));
  expect(lost(spanEvent('t1', 's', 'chat'))).toEqual([]);
});

test('resync, or an event that cannot be read, makes the whole project stale', () => {
  for (const event of [
    { type: 'resync', data: '' },
    { type: 'span', data: 'not json' },
  ]) {
    const changes = summarizeEvents([event]);
    expect(isStale(queryKeys.trace('p', 'any'), 'p', changes)).toBe(true);
    expect(isStale(queryKeys.trace('other', 'any'), 'p', changes)).toBe(false);
  }
});

test('an event of a kind that is not known is nothing', () => {
  expect(summarizeEvents([{ type: 'news', data: 'x' }]).all).toBe(false);
});
