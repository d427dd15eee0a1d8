import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { spanMessagesQuery } from '../../api/queries.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { buildThread } from '../../lib/thread.ts';
import { ErrorState } from '../States.tsx';
import type { FactsOf } from './context.ts';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import { Thread } from './Thread.tsx';

type Props = {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly factsOf: FactsOf;
  /** False: nothing is asked for. */
  readonly isEnabled?: boolean;
  /** Stands in the place of messages where it carries none; absent: nothing at all, nor while they are read. */
  readonly empty?: ReactNode;
};

const NOTHING: ReadonlySet<string> = new Set();

/** The messages that this span alone carries, its whole history included. */
export function SpanMessages({ project, traceId, spanId, factsOf, isEnabled = true, empty }: Props) {
  const { data, error, refetch } = useQuery({
    ...spanMessagesQuery(project, traceId, spanId),
    enabled: isEnabled,
  });
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const context = useMemo(() => ({ project, isPlain: false, startMs: null }), [project]);
  if (data === undefined && error !== null) {
    return (
      <ErrorState title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return empty === undefined ? null : <ConversationSkeleton />;
  if (entries.length === 0) return empty;
  return (
    <section aria-label="Messages of this span">
      <h3 className="mb-2 text-xs font-semibold text-ink-3">
        Messages of this span <span className="num font-normal">{data.messages.length}</span>
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
