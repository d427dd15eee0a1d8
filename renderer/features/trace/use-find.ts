import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { traceMessagesQuery } from '../../api/queries.ts';
import { messageTexts, nextMatch, searchTree, type MessageTexts } from './tree-search.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { TraceView } from './use-trace-view.ts';

export type Find = {
  /** Null while the search is closed. */
  readonly text: string | null;
  readonly setText: (text: string | null) => void;
  readonly found: ReadonlySet<string>;
  /** The place of the selected span among the matches, from 1; 0 when it is none. */
  readonly place: number;
  readonly go: (step: 1 | -1) => void;
};

const NO_TEXTS: MessageTexts = new Map();
const SETTLE_MS = 250;

/** The search inside the trace; `/` opens it. Message texts are searched as soon as they are loaded. */
export function useFind(project: string, traceId: string, view: TraceView): Find {
  const { search, shown, selectedId, select, change } = view;
  const [text, setText] = useState(search.find ?? null);
  const { data } = useQuery({ ...traceMessagesQuery(project, traceId), enabled: text !== null });
  const texts = useMemo(() => (data === undefined ? NO_TEXTS : messageTexts(data.messages)), [data]);
  const wanted = useDeferredValue(text ?? '');
  const matches = useMemo(() => searchTree(shown, wanted, texts), [shown, wanted, texts]);
  const found = useMemo(() => new Set(matches.map((node) => node.id)), [matches]);
  // The address follows when the typing rests: it would be too slow to be what the field shows.
  useEffect(() => {
    if ((search.find ?? '') === (text ?? '')) return;
    const timer = setTimeout(() => change({ find: text ?? undefined }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, search.find, change]);
  useShortcuts({ '/': () => setText(text ?? '') });
  return {
    text,
    setText,
    found,
    place: matches.findIndex((node) => node.id === selectedId) + 1,
    go: (step) => {
      const node = nextMatch(shown, matches, selectedId, step);
      if (node !== null) select(node.id);
    },
  };
}
