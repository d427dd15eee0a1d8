import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { traceMessagesQuery } from '../../api/queries.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { findWords } from '../../lib/find-text.ts';
import type { SpanTree } from '../../lib/span-tree.ts';
import { buildThread } from '../../lib/thread.ts';
import { saidBySpan, searchTree, type Match, type Said } from '../../lib/tree-search.ts';
import type { FactsOf } from './context.ts';

type Options = {
  readonly project: string;
  readonly traceId: string;
  /** What is searched. */
  readonly tree: SpanTree;
  readonly factsOf: FactsOf;
  /** Null: nothing is searched for, and nothing read. */
  readonly text: string | null;
};

const NOTHING_SAID: Said = new Map();

/** Where a text stands in a trace; what was said in it is searched as soon as it is loaded. */
export function useMatches({ project, traceId, tree, factsOf, text }: Options): {
  readonly words: readonly string[];
  readonly matches: readonly Match[];
  /** Whether what was said is loaded. */
  readonly isWhole: boolean;
} {
  const isAsked = text !== null;
  const { data } = useQuery({ ...traceMessagesQuery(project, traceId), enabled: isAsked });
  const said = useMemo(() => {
    // The conversation has them read, too, while nobody searches.
    if (data === undefined || !isAsked) return NOTHING_SAID;
    const entries = buildThread(data.messages);
    return saidBySpan(entries, entrySpans(entries, factsOf));
  }, [data, factsOf, isAsked]);
  const wanted = useDeferredValue(text ?? '');
  const words = useMemo(() => findWords(wanted), [wanted]);
  const matches = useMemo(() => searchTree(tree, words, said), [tree, words, said]);
  return { words, matches, isWhole: data !== undefined };
}
