import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { spanMessagesQuery } from '../../api/queries.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { buildThread } from '../../lib/thread.ts';
import type { FactsOf } from './context.ts';
import { Thread } from './Thread.tsx';

type Props = {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly factsOf: FactsOf;
};

const NOTHING: ReadonlySet<string> = new Set();

/** The messages that this span alone carries, its whole history included; nothing where it carries none. */
export function SpanMessages({ project, traceId, spanId, factsOf }: Props) {
  const { data } = useQuery(spanMessagesQuery(project, traceId, spanId));
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
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
