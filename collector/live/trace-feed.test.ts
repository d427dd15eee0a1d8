import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveHub } from './hub.ts';
import { TraceFeed } from './trace-feed.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const span = (
  n: number,
  more: { replaced?: boolean; trace_complete?: boolean | null; project_id?: string } = {},
) => ({
  project_id: 'default',
  trace_id: 't1',
  span_ids: [`span ${n}`],
  ...more,
});
const linesOf = (listener: { read(): string }): unknown[] =>
  listener
    .read()
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => (JSON.parse(/^data: (.*)$/.exec(block)![1]!) as { event: unknown }).event);
const completed = { type: 'TraceCompleted', data: { trace_id: 't1' } };

test('a span is new, or updated where it was stored before', () => {
  const feed = new TraceFeed();
  const listener = feed.listen();
  feed.publish([span(1), span(1, { replaced: true }), span(2, { project_id: 'other' })]);
  expect(linesOf(listener)).toEqual([
    { type: 'NewSpan', data: { span_id: 'span 1', trace_id: 't1' } },
    { type: 'SpanUpdated', data: { span_id: 'span 1', trace_id: 't1' } },
  ]);
});

describe('TraceCompleted', () => {
  const quietFor = (feed: TraceFeed, ms: number): unknown[] => {
    const listener = feed.listen();
    vi.advanceTimersByTime(ms);
    return linesOf(listener);
  };

  test('comes once, when a complete trace has been quiet for two seconds', () => {
    const feed = new TraceFeed();
    feed.publish([span(1, { trace_complete: true })]);
    expect(quietFor(feed, 1999)).toEqual([]);
    expect(quietFor(feed, 1)).toEqual([completed]);
    expect(quietFor(feed, 10_000)).toEqual([]);
  });

  test('waits anew with every span', () => {
    const feed = new TraceFeed();
    feed.publish([span(1, { trace_complete: true })]);
    expect(quietFor(feed, 1500)).toEqual([]);
    feed.publish([span(2, { trace_complete: true })]);
    expect(quietFor(feed, 1500)).toEqual([]);
    expect(quietFor(feed, 500)).toEqual([completed]);
  });

  test('waits anew with what changes nothing of the trace, and does not come for that alone', () => {
    const feed = new TraceFeed();
    feed.publish([span(1, { trace_complete: null })]);
    expect(quietFor(feed, 10_000)).toEqual([]);
    feed.publish([span(1, { trace_complete: true }), span(2, { trace_complete: null })]);
    expect(quietFor(feed, 1500)).toEqual([]);
    feed.publish([span(2, { trace_complete: null })]);
    expect(quietFor(feed, 1500)).toEqual([]);
    expect(quietFor(feed, 500)).toEqual([completed]);
  });

  test('does not come while a parent is missing', () => {
    const feed = new TraceFeed();
    feed.publish([span(1, { trace_complete: true })]);
    feed.publish([span(2, { trace_complete: false })]);
    expect(quietFor(feed, 10_000)).toEqual([]);
    feed.publish([span(3, { trace_complete: true })]);
    expect(quietFor(feed, 2000)).toEqual([completed]);
  });

  test('comes again after a span that came later', () => {
    const feed = new TraceFeed();
    for (const n of [1, 2]) {
      feed.publish([span(n, { trace_complete: true })]);
      expect(quietFor(feed, 2000)).toEqual([completed]);
    }
  });

  test('does not come for a trace that was deleted meanwhile', () => {
    const feed = new TraceFeed();
    feed.publish([span(1, { trace_complete: true })]);
    feed.forget([{ project_id: 'other', trace_id: 't1', session_id: null, names_others: false }]);
    feed.forget([{ project_id: 'default', session_id: 's', trace_ids: ['t1'] }]);
    expect(quietFor(feed, 10_000)).toEqual([]);
  });

  test('does not come for traces of a deleted project, but for those that come after it', () => {
    const hub = new LiveHub();
    const publish = (trace: string): void =>
      hub.traces.publish([{ ...span(1, { trace_complete: true }), trace_id: trace }]);
    publish('t0');
    hub.publishProjectDeleted('other');
    expect(quietFor(hub.traces, 2000)).toHaveLength(1);
    publish('t0');
    hub.publishProjectDeleted('default');
    publish('t1');
    expect(quietFor(hub.traces, 2000)).toEqual([completed]);
  });

  test('tells traces in the order in which they went quiet', () => {
    const feed = new TraceFeed();
    const complete = (trace_id: string) => ({ ...span(1, { trace_complete: true }), trace_id });
    feed.publish([complete('a'), complete('b'), complete('c')]);
    vi.advanceTimersByTime(10);
    feed.publish([complete('a')]);
    const traces = quietFor(feed, 10_000).map((event) => (event as typeof completed).data.trace_id);
    expect(traces).toEqual(['b', 'c', 'a']);
  });

  test('comes no more after the stop', () => {
    const feed = new TraceFeed();
    feed.publish([span(1, { trace_complete: true })]);
    feed.stop();
    expect(quietFor(feed, 10_000)).toEqual([]);
  });
});

test('a listener that falls behind gets one resync and then hears what is new', () => {
  const feed = new TraceFeed();
  const slow = feed.listen();
  feed.publish([{ ...span(0), span_ids: Array.from({ length: 10_001 }, (_, n) => `span ${n}`) }]);
  expect(slow.read()).toBe('event: resync\ndata: {}\n\n');
  feed.publish([span(1)]);
  expect(linesOf(slow)).toHaveLength(1);
});
