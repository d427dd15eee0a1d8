import { describe, expect, test } from 'vitest';
import type { FeedBatch } from '../../lib/feed.ts';
import { spanKey } from '../../lib/span-key.ts';
import { span, trace } from '../../testing/builders.ts';
import { reduceFeed, startFeed, type FeedAction, type FeedState } from './feed-state.ts';

function batch(...ids: string[]): FeedBatch {
  return {
    entries: ids.map((id) => {
      const member = span(id, null, 0, 1);
      return { kind: 'span', key: spanKey(member), span: member, lines: [] };
    }),
    traces: [],
  };
}
const after = (...actions: FeedAction[]): FeedState => actions.reduce(reduceFeed, startFeed(true));
const shown = (state: FeedState): string[] => state.feed.shown.map((entry) => entry.key);

test('spans that are heard of are counted, told or not', () => {
  const state = after(
    { kind: 'batch', batch: batch('1'), heard: 5 },
    { kind: 'batch', batch: batch(), heard: 2 },
  );
  expect(state.heard).toBe(7);
  expect(shown(state)).toEqual(['t-1']);
});

describe('what happened last', () => {
  test('is what the feed begins with', () => {
    const state = after({ kind: 'latest', batch: batch('1', '2'), missed: null });
    expect(state.isLoaded).toBe(true);
    expect(shown(state)).toEqual(['t-1', 't-2']);
  });
  test('joins what is known, with no mark between when the two meet', () => {
    const state = after(
      { kind: 'latest', batch: batch('1', '2'), missed: null },
      { kind: 'latest', batch: batch('2', '3'), missed: null },
    );
    expect(shown(state)).toEqual(['t-1', 't-2', 't-3']);
  });
  test('is shown by its previews until all of it is read, but never where somebody reads', () => {
    const previews = { kind: 'previews', batch: batch('1', '2') } as const;
    const latest = { kind: 'latest', batch: batch('1', '2'), missed: null } as const;
    const early = after(previews);
    expect([early.isLoaded, shown(early)]).toEqual([false, ['t-1', 't-2']]);
    const whole = after(previews, latest);
    expect(shown(whole)).toEqual(['t-1', 't-2']);
    expect(whole.feed.shown[0]).toBe(latest.batch.entries[0]);
    expect(after(latest, previews).feed.shown[0]).toBe(latest.batch.entries[0]);
    expect(shown(reduceFeed(startFeed(false), previews))).toEqual([]);
  });
  test('stands after a mark when it does not meet what is known', () => {
    const state = after(
      { kind: 'latest', batch: batch('1'), missed: null },
      { kind: 'latest', batch: batch('8', '9'), missed: null },
    );
    expect(shown(state)).toEqual(['t-1', 'gap 0', 't-8', 't-9']);
    const next = reduceFeed(state, { kind: 'latest', batch: batch('20'), missed: null });
    expect(shown(next)).toEqual(['t-1', 'gap 0', 't-8', 't-9', 'gap 1', 't-20']);
  });
  test('says how many were left out, and counts them as heard of', () => {
    const state = after({ kind: 'latest', batch: batch('1'), missed: 300 });
    expect(state.feed.shown[0]).toEqual({ kind: 'gap', key: 'gap 0', count: 300 });
    expect(state.heard).toBe(300);
  });
});

test('nothing moves while the feed is not followed; following shows what came', () => {
  const held = after(
    { kind: 'latest', batch: batch('1'), missed: null },
    { kind: 'follow', isOn: false },
    { kind: 'batch', batch: batch('2'), heard: 1 },
  );
  expect(shown(held)).toEqual(['t-1']);
  expect(shown(reduceFeed(held, { kind: 'follow', isOn: true }))).toEqual(['t-1', 't-2']);
  expect(reduceFeed(held, { kind: 'follow', isOn: false })).toBe(held);
});

describe('where nothing is shown', () => {
  test('what comes is shown at once, followed or not; what comes then waits', () => {
    const first = after(
      { kind: 'latest', batch: batch(), missed: null },
      { kind: 'follow', isOn: false },
      { kind: 'batch', batch: batch('1'), heard: 1 },
    );
    expect(shown(first)).toEqual(['t-1']);
    expect(first.isFollowing).toBe(false);
    expect(shown(reduceFeed(first, { kind: 'batch', batch: batch('2'), heard: 1 }))).toEqual(['t-1']);
  });
  test('any more, since all of it was deleted, what waits is shown', () => {
    const other = { ...span('9', null, 0, 1), trace_id: 'u' };
    const traces = [trace(), trace({ trace_id: 'u' })];
    const state = after(
      { kind: 'batch', batch: { ...batch('1'), traces }, heard: 1 },
      { kind: 'follow', isOn: false },
      {
        kind: 'batch',
        batch: { entries: [{ kind: 'span', key: spanKey(other), span: other, lines: [] }], traces },
        heard: 1,
      },
      { kind: 'deleted', traces: new Set(['t']), sessions: new Set() },
    );
    expect(shown(state)).toEqual(['u-9']);
    expect(state.feed.waiting).toEqual([]);
  });
});

test('a failure is told until something can be read again', () => {
  const failed = after({ kind: 'failed', error: new Error('away') });
  expect(failed.error?.message).toBe('away');
  expect(reduceFeed(failed, { kind: 'batch', batch: batch(), heard: 1 }).error).toBeNull();
});
