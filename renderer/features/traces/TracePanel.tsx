import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TraceDetail } from '../../../collector/contract/traces.ts';
import { ApiError } from '../../api/client.ts';
import { traceQuery } from '../../api/queries.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import type { FactsOf } from '../../ui/conversation/context.ts';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { TraceConversation } from '../../ui/conversation/TraceConversation.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Cost, Tokens } from '../../ui/Numbers.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { OpenTraceLink } from '../../ui/OpenTraceLink.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { SessionLink } from '../../ui/SessionLink.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useSettled } from '../../ui/use-settled.ts';

type Props = { readonly project: string; readonly traceId: string; readonly onClose: () => void };

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
        <OpenTraceLink project={project} traceId={traceId} title="Open the trace (Enter)">
          Open trace
        </OpenTraceLink>
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
  return <ErrorState title="The trace could not be loaded" error={error} onRetry={onRetry} />;
}

function Loaded({ project, trace }: { readonly project: string; readonly trace: TraceDetail }) {
  const byId = useMemo(() => new Map(trace.spans.map((span) => [span.span_id, span])), [trace.spans]);
  const factsOf: FactsOf = useCallback((id) => byId.get(id), [byId]);
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
              <SessionLink project={project} sessionId={trace.session_id} />
            </Fact>
          )}
          <Fact name="Started">
            <RelativeTime iso={trace.start_time} />
          </Fact>
        </Facts>
      </div>
      <TraceConversation project={project} trace={trace} factsOf={factsOf} />
    </>
  );
}
