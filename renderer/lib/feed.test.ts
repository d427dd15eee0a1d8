import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceSummary } from '../../collector/contract/traces.ts';
import { span } from '../testing/builders.ts';
import {
  addBatch,
  countNew,
  EMPTY_FEED,
  feedRows,
  inFeedOrder,
  MOST_KEPT,
  readEntryKey,
  release,
  removeTraces,
  type Feed,
  type SpanEntry,
} from './feed.ts';
import { feedLines } from './feed-lines.ts';
import { spanKey } from './span-key.ts';

function entry(trace: string, id: string, rest: Parameters<typeof span>[4] = {}): SpanEntry {
  const member = { ...span(id, null, 0, 1, { observation_type: 'tool', ...rest }), trace_id: trace };
  return { kind: 'span', key: spanKey(member), span: member, lines: feedLines(member, null, false) };
}
const trace = (id: string, session: string | null = null): TraceSummary =>
  ({ trace_id: id, session_id: session }) as TraceSummary;
const keys = (feed: Feed): string[] => feed.shown.map((shown) => shown.key);
const batch = (...entries: SpanEntry[]) => ({
  entries,
  traces: [...new Set(entries.map(({ span }) => span.trace_id))].map((id) => trace(id)),
});

describe('a feed', () => {
  test('takes new spans in at its end, and changes those that come again in their place', () => {
    const first = addBatch(EMPTY_FEED, batch(entry('a', '1'), entry('b', '2')), false);
    const again = entry('a', '1', { output_preview: 'done' });
    const next = addBatch(first, batch(again, entry('a', '3')), false);
    expect(keys(next)).toEqual(['a-1', 'b-2', 'a-3']);
    expect(next.shown[0]).toBe(again);
  });

  test('that is held shows what it showed; what came is counted, and shown when it is released', () => {
    const before = addBatch(EMPTY_FEED, batch(entry('a', '1')), false);
    const again = entry('a', '1', { output_preview: 'done' });
    const gap = { kind: 'gap', key: 'gap 0', count: 7 } as const;
    const { entries, traces } = batch(again, entry('a', '2'));
    const held = addBatch(before, { entries: [gap, ...entries], traces }, true);
    expect(held.shown).toBe(before.shown);
    expect(countNew(held)).toBe(1);
    const released = release(held);
    expect(released.shown).toEqual([again, gap, expect.objectContaining({ key: 'a-2' })]);
    expect(countNew(released)).toBe(0);
  });

  test('shows what waited before what comes as it is followed again, both in order of arrival', () => {
    const held = addBatch(EMPTY_FEED, batch(entry('a', '1')), true);
    expect(keys(addBatch(held, batch(entry('a', '2')), false))).toEqual(['a-1', 'a-2']);
  });

  test('loses what was deleted, waiting or shown', () => {
    const shown = addBatch(EMPTY_FEED, batch(entry('a', '1'), entry('b', '2')), false);
    const held = addBatch(shown, batch(entry('a', '3')), true);
    const left = removeTraces(held, (summary) => summary.trace_id === 'a');
    expect([keys(left), left.waiting, [...left.traces.keys()]]).toEqual([['b-2'], [], ['b']]);
    expect(removeTraces(left, () => false)).toBe(left);
  });

  test('never keeps more than its bound, nor a trace without an entry, whatever comes how', () => {
    const step = fc.record({ from: fc.nat(5000), count: fc.nat(1500), isHeld: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let feed = EMPTY_FEED;
        for (const { from, count, isHeld } of steps) {
          const entries = Array.from({ length: count }, (_, i) => entry(`t${from + i}`, String(i)));
          feed = addBatch(feed, batch(...entries), isHeld);
          expect(feed.shown.length).toBeLessThanOrEqual(MOST_KEPT);
          expect(feed.waiting.length).toBeLessThanOrEqual(MOST_KEPT);
          const inUse = new Set([...feed.shown, ...feed.waiting].map((item) => item.key.split('-')[0]));
          expect([...feed.traces.keys()].every((id) => inUse.has(id))).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('its rows', () => {
  test('have a head whenever another trace speaks, which says that one goes on', () => {
    const rows = feedRows([entry('a', '1'), entry('a', '2'), entry('b', '3'), entry('a', '4')]);
    expect(
      rows.map((row) => (row.kind === 'trace' ? `${row.traceId} ${row.isContinued}` : row.kind)),
    ).toEqual(['a false', 'line', 'line', 'b false', 'line', 'a true', 'line']);
  });
  test('have keys that are all different', () => {
    const entries = [entry('a', '1'), entry('b', '1'), entry('a', '2')];
    const rowKeys = feedRows(entries).map((row) => row.key);
    expect(new Set(rowKeys).size).toBe(rowKeys.length);
  });
  test('leave a mark where something is left out', () => {
    const rows = feedRows([entry('a', '1'), { kind: 'gap', key: 'gap 0', count: 7 }, entry('a', '2')]);
    expect(rows.map((row) => row.kind)).toEqual(['trace', 'line', 'gap', 'trace', 'line']);
  });
});

test('spans that came at once are told trace by trace, the one at work last at the end, each when it was done', () => {
  const at = (traceId: string, id: string, start: number, end: number) => ({
    ...span(id, null, start, end),
    trace_id: traceId,
  });
  const spans = [
    at('late', 'x', 5, 9),
    at('early', 'b', 2, 3),
    at('early', 'a', 1, 8),
    at('late', 'y', 4, 5),
  ];
  expect(inFeedOrder(spans).map((item) => item.span_id)).toEqual(['b', 'a', 'y', 'x']);
});

test('of what came in the same millisecond an agent begins first and is done last, a tool after the call that wanted it', () => {
  const agent = { observation_type: 'agent' } as const;
  const spans = [
    span('tool', 'inner', 9, 9, { observation_type: 'tool' }),
    span('call', 'inner', 4, 9, { observation_type: 'generation' }),
    span('outer', null, 0, 9, agent),
    span('inner', 'outer', 3, 9, agent),
    span('asked', 'runs', 10, 10, { observation_type: 'tool', state: 'running' }),
    span('runs', null, 10, 10, { ...agent, state: 'running' }),
  ];
  const told = ['call', 'tool', 'inner', 'outer', 'runs', 'asked'];
  expect(inFeedOrder(spans).map((item) => item.span_id)).toEqual(told);
  expect(inFeedOrder(spans.toReversed()).map((item) => item.span_id)).toEqual(told);
});

test('an agent is done after what it called also where a clock has it end up to a millisecond before, and not where more', () => {
  const agent = { observation_type: 'agent' } as const;
  const tool = { observation_type: 'tool' } as const;
  const spans = [
    span('outer', null, 0, 8.999_2, agent),
    span('inner', 'outer', 1, 9, agent),
    span('tool', 'inner', 2, 9.000_1, tool),
    span('left', null, 20, 30, agent),
    span('later', 'left', 21, 32, tool),
  ];
  const told = ['tool', 'inner', 'outer', 'left', 'later'];
  expect(inFeedOrder(spans).map((item) => item.span_id)).toEqual(told);
  expect(inFeedOrder(spans.toReversed()).map((item) => item.span_id)).toEqual(told);
});

test.for([
  ['as it started', 20],
  ['in 1970', -1_770_000_000],
] as const)('a trace whose only span runs and ends %s is told last where it started last', ([, end]) => {
  const done = { ...span('a', null, 0, 10), trace_id: 'done' };
  const runs = { ...span('b', null, 20, end, { state: 'running' }), trace_id: 'runs' };
  expect(inFeedOrder([runs, done]).map((item) => item.span_id)).toEqual(['a', 'b']);
});

test('a key names its span, or a trace alone', () => {
  expect(readEntryKey(spanKey({ trace_id: 't', span_id: 's' }))).toEqual({ traceId: 't', spanId: 's' });
  expect(readEntryKey('t')).toEqual({ traceId: 't', spanId: null });
});
