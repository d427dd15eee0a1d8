import { useCallback, useEffect, useReducer } from 'react';
import { openFeed } from '../../api/feed.ts';
import type { FeedQuery } from '../../api/feed-reader.ts';
import { readFilters } from '../../lib/filters.ts';
import { useLiveChannel, type LiveChannel } from '../../ui/live-context.ts';
import { reduceFeed, startFeed, type FeedState } from './feed-state.ts';

type FeedControls = {
  readonly state: FeedState;
  readonly follow: (isOn: boolean) => void;
  readonly connection: LiveChannel['state'];
};

type Options = {
  readonly project: string;
  readonly filters: string | undefined;
  readonly isEverySpan: boolean;
  /** Whether it starts at its end and stays there. */
  readonly isFollowing: boolean;
};

/** The feed of a project while the screen is there. Give the component that calls it a key of what the feed is of. */
export function useFeed({ project, filters, isEverySpan, isFollowing }: Options): FeedControls {
  const { state: connection, subscribe } = useLiveChannel();
  const [state, dispatch] = useReducer(reduceFeed, isFollowing, startFeed);
  useEffect(() => {
    const query: FeedQuery = { project, filters: readFilters(filters), isEverySpan };
    const feed = openFeed({ query, subscribe, onUpdate: dispatch });
    return () => feed.stop();
  }, [project, filters, isEverySpan, subscribe]);
  const follow = useCallback((isOn: boolean) => dispatch({ kind: 'follow', isOn }), []);
  return { state, follow, connection };
}
