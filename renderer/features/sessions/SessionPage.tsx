import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { ApiError } from '../../api/client.ts';
import { sessionMessagesQuery, sessionQuery } from '../../api/queries.ts';
import { promptSizes } from '../../lib/prompt-growth.ts';
import { sessionSections } from '../../lib/session-sections.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { SessionHeader } from './SessionHeader.tsx';
import { TraceSection } from './TraceSection.tsx';

const route = getRouteApi('/p/$project/sessions/$sessionId');

export function SessionPage() {
  const { project, sessionId } = route.useParams();
  const session = useQuery(sessionQuery(project, sessionId));
  useTitle(`Session ${sessionId}`);
  return (
    <>
      <PageHeader
        crumbs={[
          <Link key="sessions" to="/p/$project/sessions" params={{ project }} className="hover:text-ink">
            Sessions
          </Link>,
          sessionId,
        ]}
      />
      <SessionBody project={project} sessionId={sessionId} query={session} />
    </>
  );
}

type BodyProps = {
  readonly project: string;
  readonly sessionId: string;
  readonly query: UseQueryResult<SessionDetail>;
};

function SessionBody({ project, sessionId, query }: BodyProps) {
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.code === 'SESSION_NOT_FOUND';
  if (isGone || (data === undefined && error !== null)) {
    return <SessionFailed error={error} sessionId={sessionId} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) return <ConversationSkeleton />;
  return <LoadedSession key={sessionId} project={project} session={data} />;
}

function LoadedSession({ project, session }: { readonly project: string; readonly session: SessionDetail }) {
  const messages = useQuery(sessionMessagesQuery(project, session.session_id));
  const sections = useMemo(
    () => sessionSections(session.traces, messages.data?.messages ?? []),
    [session.traces, messages.data],
  );
  const sizes = useMemo(() => promptSizes(messages.data?.messages ?? []), [messages.data]);
  const [isPlain, setIsPlain] = useState(false);
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = (traceId: string): void => {
    const next = new Set(folded);
    if (!next.delete(traceId)) next.add(traceId);
    setFolded(next);
  };
  const conversation = useRef<HTMLDivElement>(null);
  const goTo = (traceId: string): void => {
    const section = conversation.current?.querySelector(`[data-trace="${CSS.escape(traceId)}"]`);
    section?.scrollIntoView();
    section?.querySelector('button')?.focus({ preventScroll: true });
  };
  return (
    <>
      <SessionHeader project={project} session={session} sizes={sizes} onGo={goTo} />
      <div className="flex h-9 flex-none items-center gap-1 border-b border-line px-4 text-sm">
        <h2 className="mr-auto font-medium">Conversation</h2>
        <IconButton
          label="Fold all traces"
          onClick={() => setFolded(new Set(session.traces.map((trace) => trace.trace_id)))}
        >
          <ChevronsDownUp size={14} aria-hidden />
        </IconButton>
        <IconButton label="Unfold all traces" onClick={() => setFolded(new Set())}>
          <ChevronsUpDown size={14} aria-hidden />
        </IconButton>
        <ToggleChip label="Raw text" isOn={isPlain} onToggle={setIsPlain} />
      </div>
      <div
        ref={conversation}
        role="region"
        aria-label="Conversation"
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        {messages.error !== null && messages.data === undefined && (
          <ErrorState
            title="The conversation could not be loaded"
            error={messages.error}
            onRetry={() => void messages.refetch()}
          />
        )}
        {messages.error === null && messages.data === undefined && <ConversationSkeleton />}
        {messages.data !== undefined && (
          <div className="pb-8">
            {sections.map((section, index) => (
              <TraceSection
                key={section.trace.trace_id}
                project={project}
                section={section}
                isPlain={isPlain}
                isOpen={!folded.has(section.trace.trace_id)}
                onToggle={() => toggle(section.trace.trace_id)}
                isAtTop={index < 2}
              />
            ))}
          </div>
        )}
      </div>
    </>
  );
}

function SessionFailed({
  error,
  sessionId,
  onRetry,
}: {
  readonly error: Error;
  readonly sessionId: string;
  readonly onRetry: () => void;
}) {
  if (error instanceof ApiError && error.code === 'SESSION_NOT_FOUND') {
    return (
      <EmptyState title="There is no such session here">
        <p>
          <span className="font-mono">{sessionId}</span> has not been seen in this project, or was deleted.
        </p>
      </EmptyState>
    );
  }
  return <ErrorState title="The session could not be loaded" error={error} onRetry={onRetry} />;
}
