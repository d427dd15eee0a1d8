import { createContext, useContext } from 'react';
import type { StreamEvent } from '../api/event-stream.ts';
import type { LiveState } from '../api/keep-current.ts';

/** The one stream of events that the window has of its project, for screens that show more of it than the cache holds. */
export type LiveChannel = {
  readonly state: LiveState;
  readonly subscribe: (listener: (event: StreamEvent) => void) => () => void;
};

export const LiveContext = createContext<LiveChannel>({ state: 'connecting', subscribe: () => () => {} });

export function useLiveChannel(): LiveChannel {
  return useContext(LiveContext);
}
