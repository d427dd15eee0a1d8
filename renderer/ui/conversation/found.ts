import { createContext } from 'react';
import type { Match } from '../../lib/tree-search.ts';

/** What a search has found in a conversation. */
export type Found = {
  /** Folded; none while nothing is searched for. */
  readonly words: readonly string[];
  /** The entries that hold them. */
  readonly entries: ReadonlySet<string>;
};

/** Where a search leads to in it: not in `Found`, which all entries wait for. */
export type LedTo = {
  /** The entry to bring into view, whether it holds what is searched for or not; null: none. */
  readonly at: string | null;
  /** Changes whenever that is to be done, for the same entry again too. */
  readonly visits: number;
};

export const FoundContext = createContext<Found>({ words: [], entries: new Set() });
export const LedToContext = createContext<LedTo>({ at: null, visits: 0 });

export function foundEntries(matches: readonly Match[]): ReadonlySet<string> {
  return new Set(matches.flatMap(({ entryId }) => entryId ?? []));
}
