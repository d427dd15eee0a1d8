import { useDeferredValue, useMemo, useState } from 'react';
import { findWords } from '../../lib/find-text.ts';
import type { Found, LedTo } from '../../ui/conversation/found.ts';
import { sessionMatches, type SessionMatch } from './session-matches.ts';
import type { SessionSection } from './session-sections.ts';

type SessionFind = {
  readonly found: Found;
  readonly ledTo: LedTo;
  /** The trace of the session that it leads to. */
  readonly ledToTrace: string | null;
  readonly count: number;
  /** Which of the places is looked at, from 1; 0 when none is. */
  readonly place: number;
  readonly go: (step: 1 | -1) => void;
};

type Visit = {
  readonly match: SessionMatch | null;
  readonly words: readonly string[];
  readonly visits: number;
};

const NOWHERE: Visit = { match: null, words: [], visits: 0 };

/** The search inside a session, which leads to the first place by itself. Null: nothing is searched for. */
export function useSessionFind(sections: readonly SessionSection[], text: string | null): SessionFind {
  const wanted = useDeferredValue(text ?? '');
  const words = useMemo(() => findWords(wanted), [wanted]);
  const matches = useMemo(() => sessionMatches(sections, words), [sections, words]);
  const [visit, setVisit] = useState(NOWHERE);
  const [first] = matches;
  // Messages that come later lead nowhere: only other words do.
  if (visit.words !== words && (first !== undefined || words.length === 0))
    setVisit({ match: first ?? null, words, visits: visit.visits + 1 });
  const at = visit.match?.entryId ?? null;
  const index = matches.findIndex(({ entryId }) => entryId === at);
  const found = useMemo(
    () => ({ words, entries: new Set(matches.map(({ entryId }) => entryId)) }),
    [words, matches],
  );
  const ledTo = useMemo(() => ({ at, visits: visit.visits }), [at, visit.visits]);
  return {
    found,
    ledTo,
    ledToTrace: visit.match?.traceId ?? null,
    count: matches.length,
    place: index + 1,
    go: (step) => {
      const from = index === -1 && step === -1 ? 0 : index;
      const match = matches.at((from + step) % matches.length);
      if (match !== undefined) setVisit({ match, words, visits: visit.visits + 1 });
    },
  };
}
