import { sessionQuery } from '../../api/queries.ts';
import { showHidden } from '../../lib/text.ts';
import { PanelLink } from '../../ui/panels/PanelLink.tsx';
import { ReadPanel } from '../../ui/panels/ReadPanel.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
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
        <PanelLink
          to="/p/$project/sessions/$sessionId"
          params={{ project, sessionId }}
          search={{ find }}
          title="Open the session (Enter)"
        >
          Open session
        </PanelLink>
      }
    >
      {(session) => (
        <>
          <div className="flex-none border-b border-line px-4 pb-2">
            <SessionFacts project={project} session={session} />
          </div>
          <SessionConversation key={sessionId} project={project} session={session} find={find ?? null} />
        </>
      )}
    </ReadPanel>
  );
}
