import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { TraceDetail } from '../../../collector/contract/traces.ts';
import { traceMessagesQuery } from '../../api/queries.ts';
import type { TraceSearch } from '../../lib/search.ts';
import type { SpanTree } from '../../lib/span-tree.ts';
import { entriesOfSpan, entrySpans } from '../../lib/entry-spans.ts';
import { buildThread } from '../../lib/thread.ts';
import { parseTime } from '../../lib/time.ts';
import type { ConversationContext, FactsOf } from '../../ui/conversation/context.ts';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { Thread } from '../../ui/conversation/Thread.tsx';
import { ToolDefinitions } from '../../ui/conversation/ToolDefinitions.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';

type Props = {
  readonly project: string;
  readonly trace: TraceDetail;
  readonly tree: SpanTree;
  readonly selectedId: string | null;
  readonly isPlain: boolean;
  readonly onSelect: (spanId: string) => void;
  readonly onChange: (change: TraceSearch) => void;
};

export function ConversationTab(props: Props) {
  const { project, trace, tree, selectedId, isPlain, onSelect, onChange } = props;
  const { data, error, refetch } = useQuery(traceMessagesQuery(project, trace.trace_id));
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
  const factsOf: FactsOf = useCallback((spanId) => tree.byId.get(spanId)?.span ?? undefined, [tree]);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const selected = useMemo(() => entriesOfSpan(entries, spans, selectedId), [entries, spans, selectedId]);
  // A choice made in here is in sight already: only one made elsewhere scrolls.
  const [chosenHere, setChosenHere] = useState<string | null>(null);
  const startMs = parseTime(trace.start_time);
  const context: ConversationContext = useMemo(
    () => ({
      isPlain,
      startMs,
      onSelect: (spanId) => {
        setChosenHere(spanId);
        onSelect(spanId);
      },
      project,
    }),
    [isPlain, startMs, onSelect, project],
  );
  if (error !== null && data === undefined) {
    return (
      <ErrorState title="The conversation could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <ConversationSkeleton />;
  if (entries.length === 0) {
    return (
      <EmptyState title="No messages in this trace">
        <p>
          Its spans carry no prompts or answers. Many SDKs only send them when content capture is switched on.
        </p>
      </EmptyState>
    );
  }
  const selectedName = selectedId === null ? undefined : tree.byId.get(selectedId)?.span?.span_name;
  return (
    <>
      <div
        role="region"
        aria-label="Conversation"
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pt-3 pb-5 focus-visible:-outline-offset-2"
      >
        <ToolDefinitions tools={data.tools} />
        <Thread
          entries={entries}
          spans={spans}
          selected={selected}
          revealKey={selectedId === chosenHere ? null : selectedId}
          context={context}
          factsOf={factsOf}
        />
      </div>
      {selectedName !== undefined && selected.size === 0 && (
        <div className="flex flex-none items-center gap-2 border-t border-line bg-surface px-4 py-1.5 text-sm text-ink-2">
          <span className="min-w-0 truncate">
            <b className="font-medium text-ink">{selectedName}</b> carries no message.
          </span>
          <button
            type="button"
            onClick={() => onChange({ tab: 'span' })}
            className="flex-none rounded-sm text-link"
          >
            Show the span
          </button>
        </div>
      )}
    </>
  );
}
