import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { spanMessagesQuery } from '../../api/queries.ts';
import type { SpanTree } from '../../lib/span-tree.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { buildThread } from '../../lib/thread.ts';
import type { FactsOf } from '../../ui/conversation/context.ts';
import { Thread } from '../../ui/conversation/Thread.tsx';
import type { SpanPageProps } from './span-page.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** The messages that this span alone carries, its whole history included. */
export function SpanMessages({
  project,
  traceId,
  spanId,
  tree,
}: SpanPageProps & { readonly tree: SpanTree }) {
  const { data } = useQuery(spanMessagesQuery(project, traceId, spanId));
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
  const factsOf: FactsOf = useCallback((id) => tree.byId.get(id)?.span ?? undefined, [tree]);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const context = useMemo(() => ({ project, isPlain: false, startMs: null }), [project]);
  if (entries.length === 0) return null;
  return (
    <section aria-label="Messages of this span">
      <h3 className="mb-2 text-xs font-semibold text-ink-3">
        Messages of this span <span className="num font-normal">{data?.messages.length}</span>
      </h3>
      <Thread
        entries={entries}
        spans={spans}
        selected={NOTHING}
        revealKey={null}
        context={context}
        factsOf={factsOf}
      />
    </section>
  );
}
