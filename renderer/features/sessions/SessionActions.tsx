import { useQueryClient } from '@tanstack/react-query';
import type { SessionSummary } from '../../../collector/contract/sessions.ts';
import { deleteSession } from '../../api/deletions.ts';
import { sessionMessagesQuery } from '../../api/queries.ts';
import { plural } from '../../lib/format.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { BulkActions } from '../../ui/list/BulkActions.tsx';
import type { Bulk } from '../../ui/list/ListScreen.tsx';

type Props = Bulk<SessionSummary> & {
  readonly project: string;
  readonly columns: readonly Column<SessionSummary>[];
};

/** What can be done with ticked sessions. */
export function SessionActions(props: Props) {
  const { project, rows } = props;
  const client = useQueryClient();
  const traces = rows.reduce((sum, session) => sum + session.trace_count, 0);
  return (
    <BulkActions
      {...props}
      noun="session"
      nameOf={(session) => session.session_id}
      readConversation={async ({ session_id }) => {
        const { messages, tools } = await client.fetchQuery(sessionMessagesQuery(project, session_id));
        return { session_id, messages, tools };
      }}
      remove={(session, signal) => deleteSession(project, session.session_id, signal)}
    >
      {rows.length === 1 ? 'Its' : 'Their'} {plural(traces, 'trace')} with all spans, messages and logs{' '}
      {traces === 1 ? 'goes' : 'go'} too.
    </BulkActions>
  );
}
