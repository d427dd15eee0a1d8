import type { FeedUpdate } from '../../api/feed.ts';
import { addBatch, EMPTY_FEED, release, removeTraces, type Feed, type GapEntry } from '../../lib/feed.ts';

export type FeedState = {
  readonly feed: Feed;
  /** Spans that the stream has told of since the screen opened, whatever became of them. */
  readonly heard: number;
  readonly isLoaded: boolean;
  /** Why the last update failed; null when it did not. */
  readonly error: Error | null;
  /** New entries come in at once; else they wait. */
  readonly isFollowing: boolean;
  readonly gaps: number;
};

export type FeedAction = FeedUpdate | { readonly kind: 'follow'; readonly isOn: boolean };

export const startFeed = (isFollowing: boolean): FeedState => ({
  feed: EMPTY_FEED,
  heard: 0,
  isLoaded: false,
  error: null,
  isFollowing,
  gaps: 0,
});

export function reduceFeed(state: FeedState, action: FeedAction): FeedState {
  const next = reduce(state, action);
  // Where nothing is shown nothing can move: what waits would only be kept from whoever looks.
  const isHeldBack = next.feed.shown.length === 0 && next.feed.waiting.length > 0;
  return isHeldBack ? { ...next, feed: release(next.feed) } : next;
}

function reduce(state: FeedState, action: FeedAction): FeedState {
  switch (action.kind) {
    case 'batch':
      return {
        ...state,
        feed: addBatch(state.feed, action.batch, !state.isFollowing),
        heard: state.heard + action.heard,
        error: null,
      };
    case 'previews':
      // Rows that somebody reads would change under them when the messages are there.
      return state.isLoaded || !state.isFollowing
        ? state
        : { ...state, feed: addBatch(state.feed, action.batch, false) };
    case 'latest':
      return addLatest(state, action);
    case 'deleted': {
      const { traces, sessions } = action;
      const isGone = (trace: { trace_id: string; session_id: string | null }): boolean =>
        traces.has(trace.trace_id) || (trace.session_id !== null && sessions.has(trace.session_id));
      return { ...state, feed: removeTraces(state.feed, isGone) };
    }
    case 'failed':
      return { ...state, error: action.error };
    case 'follow':
      return action.isOn === state.isFollowing
        ? state
        : { ...state, isFollowing: action.isOn, feed: action.isOn ? release(state.feed) : state.feed };
  }
}

/** What happened last: when none of it is known, something between it and what is known is not. */
function addLatest(state: FeedState, { batch, missed }: FeedAction & { kind: 'latest' }): FeedState {
  const { feed } = state;
  const known = new Set([...feed.shown, ...feed.waiting].map((entry) => entry.key));
  const fresh = batch.entries.filter((entry) => !known.has(entry.key));
  const isApart = known.size > 0 && fresh.length > 0 && fresh.length === batch.entries.length;
  const hasGap = missed !== null || isApart;
  const gap: GapEntry = { kind: 'gap', key: `gap ${state.gaps}`, count: missed };
  const entries = hasGap ? [gap, ...batch.entries] : batch.entries;
  return {
    ...state,
    feed: addBatch(feed, { ...batch, entries }, !state.isFollowing),
    isLoaded: true,
    error: null,
    heard: state.heard + (missed ?? 0),
    gaps: state.gaps + (hasGap ? 1 : 0),
  };
}
