import { Link } from '@tanstack/react-router';
import { Maximize2 } from 'lucide-react';
import { sessionQuery } from '../../api/queries.ts';
import { showHidden } from '../../lib/text.ts';
import { ReadPanel } from '../../ui/ReadPanel.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { SessionConversation } from './SessionConversation.tsx';
import { SessionFacts } from './SessionFacts.tsx';

type Props = {
  readonly project: string;
  readonly sessionId: string;
  /** What is searched for in it. */
  readonly find: string | undefined;
  readonly onClose: () => void;
};

/** A session beside the list: its facts and its conversation. */
export function SessionPanel({ project, sessionId, find, onClose }: Props) {
  return (
    <ReadPanel
      what="session"
      id={sessionId}
      query={sessionQuery(project, sessionId)}
      goneCodes={['SESSION_NOT_FOUND']}
      renderTitle={(session) => (
        <>
          {session !== undefined && <StatusDot of={session} />}
          <span dir="auto" className="truncate" title={showHidden(sessionId)}>
            {showHidden(sessionId)}
          </span>
        </>
      )}
      onClose={onClose}
      actions={
        <Link
          to="/p/$project/sessions/$sessionId"
          params={{ project, sessionId }}
          search={{ find }}
          title="Open the session (Enter)"
          className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Maximize2 size={12} aria-hidden /> Open session
        </Link>
      }
    >
      {(session) => (
        <>
          <div className="flex-none border-b border-line px-4 pb-2">
            <SessionFacts session={session} />
          </div>
          <SessionConversation key={sessionId} project={project} session={session} find={find ?? null} />
        </>
      )}
    </ReadPanel>
  );
}
