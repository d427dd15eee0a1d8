import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { traceMessagesQuery } from '../../api/queries.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { findWords } from '../../lib/find-text.ts';
import type { SpanTree } from '../../lib/span-tree.ts';
import { buildThread } from '../../lib/thread.ts';
import { entryTexts, saidBySpan, searchTree, type EntryTexts, type Match } from '../../lib/tree-search.ts';
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

const NO_TEXTS: EntryTexts = new Map();

/**
 * Where a text stands in a trace; what was said in it is searched as soon as it is loaded. A trace that grows is searched
 * again bit by bit, as it is drawn.
 */
export function useMatches(options: Options): {
  readonly words: readonly string[];
  readonly matches: readonly Match[];
  /** Whether what was said is loaded. */
  readonly isWhole: boolean;
} {
  const { project, traceId, text } = options;
  const isAsked = text !== null;
  const { data: read } = useQuery({ ...traceMessagesQuery(project, traceId), enabled: isAsked });
  const data = useDeferredValue(read);
  const tree = useDeferredValue(options.tree);
  const factsOf = useDeferredValue(options.factsOf);
  // Apart from the tree: with each span that comes all that was said would be folded again.
  const texts = useMemo(() => {
    // The conversation has them read, too, while nobody searches.
    if (data === undefined || !isAsked) return NO_TEXTS;
    return entryTexts(buildThread(data.messages));
  }, [data, isAsked]);
  const said = useMemo(() => saidBySpan(texts, entrySpans([...texts.keys()], factsOf)), [texts, factsOf]);
  const wanted = useDeferredValue(text ?? '');
  const words = useMemo(() => findWords(wanted), [wanted]);
  const matches = useMemo(() => searchTree(tree, words, said), [tree, words, said]);
  return { words, matches, isWhole: data !== undefined };
}
