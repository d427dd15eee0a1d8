import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { spanMessagesQuery } from '../../api/queries.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { printJson } from '../../lib/json-preview.ts';
import { buildThread } from '../../lib/thread.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { ErrorState } from '../notices/States.tsx';
import { chatRequest } from './chat-request.ts';
import type { FactsOf } from './context.ts';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import { Thread } from './Thread.tsx';
import { ToolDefinitions } from './ToolDefinitions.tsx';

type Props = {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  /** The model that they were sent to. */
  readonly model: string | null;
  readonly factsOf: FactsOf;
  /** False: nothing is asked for. */
  readonly isEnabled?: boolean;
  /** Stands in the place of messages where it carries none; absent: nothing at all, nor while they are read. */
  readonly empty?: ReactNode;
};

const NOTHING: ReadonlySet<string> = new Set();

/** The messages that this span alone carries, its whole history included. */
export function SpanMessages({ project, traceId, spanId, model, factsOf, isEnabled = true, empty }: Props) {
  const { data, error, refetch } = useQuery({
    ...spanMessagesQuery(project, traceId, spanId),
    enabled: isEnabled,
  });
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const context = useMemo(() => ({ project, isPlain: false, startMs: null, isOneSpan: true }), [project]);
  if (data === undefined && error !== null) {
    return (
      <ErrorState title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return empty === undefined ? null : <ConversationSkeleton />;
  if (entries.length === 0) return empty;
  return (
    <section aria-label="Messages of this span">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-xs font-semibold text-ink-3">
          Messages of this span <span className="num font-normal">{data.messages.length}</span>
        </h3>
        {data.messages.some(({ direction }) => direction === 'input') && (
          <CopyButton
            label="Copy prompt"
            title="What the model was given, as the JSON of a request to chat completions: to send it again"
            text={() => printJson(chatRequest(data, model))}
          />
        )}
      </div>
      <ToolDefinitions tools={data.tools} />
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
