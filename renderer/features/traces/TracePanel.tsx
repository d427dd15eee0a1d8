import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2 } from 'lucide-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { TraceDetail } from '../../../collector/contract/traces.ts';
import { ApiError } from '../../api/client.ts';
import { traceMessagesQuery, traceQuery } from '../../api/queries.ts';
import { entrySpans } from '../../lib/entry-spans.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { buildThread } from '../../lib/thread.ts';
import { parseTime } from '../../lib/time.ts';
import type { ConversationContext, FactsOf } from '../../ui/conversation/context.ts';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { Thread } from '../../ui/conversation/Thread.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Cost, Tokens } from '../../ui/Numbers.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useSettled } from '../../ui/use-settled.ts';

type Props = { readonly project: string; readonly traceId: string; readonly onClose: () => void };

const NOTHING: ReadonlySet<string> = new Set();
/** While someone walks down the list, only the trace they stop at is read. */
const SETTLE_MS = 120;

/** A trace beside the list: its facts and its conversation. */
export function TracePanel({ project, traceId, onClose }: Props) {
  const settled = useSettled(traceId, SETTLE_MS);
  const { data, error, refetch } = useQuery(traceQuery(project, settled));
  const trace = settled === traceId ? data : undefined;
  return (
    <SidePanel
      label="Trace"
      title={trace === undefined ? <span className="text-ink-3">Trace</span> : <Title trace={trace} />}
      onClose={onClose}
      actions={
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project, traceId }}
          title="Open the trace (Enter)"
          className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Maximize2 size={12} aria-hidden /> Open trace
        </Link>
      }
    >
      {trace !== undefined && <Loaded key={traceId} project={project} trace={trace} />}
      {trace === undefined && error === null && <ConversationSkeleton />}
      {trace === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
    </SidePanel>
  );
}

function Title({ trace }: { readonly trace: TraceDetail }) {
  return (
    <>
      <StatusDot errors={trace.error_count} hasError={trace.has_error} isComplete={trace.is_complete} />
      <span className="truncate" title={trace.trace_name}>
        {trace.trace_name === '' ? '(no name)' : trace.trace_name}
      </span>
    </>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'TRACE_NOT_FOUND') {
    return <EmptyState title="There is no such trace here any more" />;
  }
  // Past a size the API gives a trace in pages, which the trace's own page reads.
  return <ErrorState title="The trace could not be loaded" error={error} onRetry={onRetry} />;
}

function Loaded({ project, trace }: { readonly project: string; readonly trace: TraceDetail }) {
  return (
    <>
      <div className="flex-none border-b border-line px-4 pb-2">
        <Facts>
          <Fact name="Duration">{formatDuration(trace.duration_ms)}</Fact>
          <Fact name="Spans">{formatCount(trace.span_count)}</Fact>
          {trace.total_tokens > 0 && (
            <Fact name="Tokens">
              <Tokens usage={trace} />
            </Fact>
          )}
          {trace.total_cost > 0 && (
            <Fact name="Cost">
              <Cost costs={trace} />
            </Fact>
          )}
          {trace.models.length > 0 && <Fact name="Models">{trace.models.join(', ')}</Fact>}
          {trace.session_id !== null && (
            <Fact name="Session">
              <Link
                to="/p/$project/sessions/$sessionId"
                params={{ project, sessionId: trace.session_id }}
                className="text-accent hover:underline"
              >
                {trace.session_id}
              </Link>
            </Fact>
          )}
          <Fact name="Started">
            <RelativeTime iso={trace.start_time} />
          </Fact>
        </Facts>
      </div>
      <Conversation project={project} trace={trace} />
    </>
  );
}

function Conversation({ project, trace }: { readonly project: string; readonly trace: TraceDetail }) {
  const { data, error, refetch } = useQuery(traceMessagesQuery(project, trace.trace_id));
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
  const byId = useMemo(() => new Map(trace.spans.map((span) => [span.span_id, span])), [trace.spans]);
  const factsOf: FactsOf = useCallback((id) => byId.get(id), [byId]);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const context: ConversationContext = useMemo(
    () => ({ project, isPlain: false, startMs: parseTime(trace.start_time) }),
    [project, trace.start_time],
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
        <p>Its spans carry no prompts or answers.</p>
      </EmptyState>
    );
  }
  return (
    <Scroller>
      <Thread
        entries={entries}
        spans={spans}
        selected={NOTHING}
        revealKey={null}
        context={context}
        factsOf={factsOf}
      />
    </Scroller>
  );
}

function Scroller({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label="Conversation"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-4 pt-3 pb-5 focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  );
}
