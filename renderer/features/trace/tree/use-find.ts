import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { matchIndex, nextMatch, type Match } from '../../../lib/tree-search.ts';
import { foundEntries, type Found, type LedTo } from '../../../ui/conversation/found.ts';
import { useMatches } from '../../../ui/conversation/use-matches.ts';
import { useFindText } from '../../../ui/text/use-find-text.ts';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';
import type { TraceView } from '../use-trace-view.ts';
import { useTreeFacts } from '../use-tree-facts.ts';

export type Find = {
  /** Null while the search is closed. */
  readonly text: string | null;
  readonly setText: (text: string | null) => void;
  /** How many places were found. */
  readonly count: number;
  /** Which of them is looked at, from 1; 0 when none is. */
  readonly place: number;
  /** The spans of all places, for the tree. */
  readonly spans: ReadonlySet<string>;
  /** The same for the conversation. */
  readonly found: Found;
  readonly ledTo: LedTo;
  readonly go: (step: 1 | -1) => void;
};

/** The search inside the trace; `/` opens it. */
export function useFind(project: string, traceId: string, view: TraceView): Find {
  const { tree, search, shown, selectedId, select, change } = view;
  const { at = null } = search;
  const [text, setText] = useFindText(search.find, (find) => change({ find }));
  const factsOf = useTreeFacts(tree);
  const { words, matches, isWhole } = useMatches({ project, traceId, tree: shown, factsOf, text });
  const [visits, setVisits] = useState(0);
  const visit = (match: Match | null | undefined): void => {
    if (match === null || match === undefined) return;
    if (match.entryId === null) select(match.spanId);
    else change({ span: match.spanId, at: match.entryId, tab: 'conversation' });
    setVisits(visits + 1);
  };
  useArrival(view, isWhole, () =>
    visit(selectedId === null ? matches[0] : matches.find((match) => match.spanId === selectedId)),
  );
  const spans = useMemo(() => new Set(matches.map((match) => match.spanId)), [matches]);
  const found = useMemo(() => ({ words, entries: foundEntries(matches) }), [words, matches]);
  const ledTo = useMemo(() => ({ at, visits }), [at, visits]);
  useShortcuts({ '/': () => setText(text ?? '') });
  return {
    text,
    setText,
    count: matches.length,
    place: matchIndex(matches, selectedId, at) + 1,
    spans,
    found,
    ledTo,
    go: (step) => visit(nextMatch(shown, matches, [selectedId, at], step)),
  };
}

/** Goes to what a link into the trace searches for (in the span that it names, if any), once that can be found. */
function useArrival({ search }: TraceView, isReady: boolean, goToFirst: () => void): void {
  const isComing = useRef(
    search.find !== undefined &&
      search.at === undefined &&
      (search.tab === undefined || search.tab === 'conversation'),
  );
  const arrive = useEffectEvent(goToFirst);
  useEffect(() => {
    if (!isReady || !isComing.current) return;
    isComing.current = false;
    arrive();
  }, [isReady]);
}
