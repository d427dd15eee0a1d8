import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2 } from 'lucide-react';
import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { hasCode } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { showHidden } from '../../lib/text.ts';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { SessionConversation } from './SessionConversation.tsx';
import { SessionFacts } from './SessionFacts.tsx';

type Props = { readonly project: string; readonly sessionId: string; readonly onClose: () => void };

/** A session beside the list: its facts and its conversation. */
export function SessionPanel({ project, sessionId, onClose }: Props) {
  const settled = useSettled(sessionId);
  const { data, error, refetch } = useQuery(sessionQuery(project, settled));
  const isSettled = settled === sessionId;
  const failure = isSettled ? error : null;
  // Gone is gone, however much of it was read before.
  const session = isSettled && !hasCode(failure, 'SESSION_NOT_FOUND') ? data : undefined;
  return (
    <SidePanel
      label="Session"
      title={
        <>
          {session !== undefined && (
            <StatusDot errors={session.error_count} hasError={session.has_error} isComplete />
          )}
          <span dir="auto" className="truncate" title={showHidden(sessionId)}>
            {showHidden(sessionId)}
          </span>
        </>
      }
      onClose={onClose}
      actions={
        <Link
          to="/p/$project/sessions/$sessionId"
          params={{ project, sessionId }}
          title="Open the session (Enter)"
          className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Maximize2 size={12} aria-hidden /> Open session
        </Link>
      }
    >
      {session !== undefined && <Loaded key={sessionId} project={project} session={session} />}
      {session === undefined && failure === null && <ConversationSkeleton />}
      {session === undefined && failure !== null && <Failed error={failure} onRetry={() => void refetch()} />}
    </SidePanel>
  );
}

function Loaded({ project, session }: { readonly project: string; readonly session: SessionDetail }) {
  return (
    <>
      <div className="flex-none border-b border-line px-4 pb-2">
        <SessionFacts session={session} />
      </div>
      <SessionConversation project={project} session={session} />
    </>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (hasCode(error, 'SESSION_NOT_FOUND')) {
    return <EmptyState title="There is no such session here any more" />;
  }
  return <ErrorState title="The session could not be loaded" error={error} onRetry={onRetry} />;
}
