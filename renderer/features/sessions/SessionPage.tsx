import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { hasCode } from '../../api/client.ts';
import { sessionFailuresQuery, sessionMessagesQuery, sessionQuery } from '../../api/queries.ts';
import { readSessionSearch } from '../../lib/search.ts';
import { promptSizes } from './prompt-growth.ts';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { useTitle } from '../../ui/panels/use-title.ts';
import { SessionConversation } from './SessionConversation.tsx';
import { SessionHeader } from './SessionHeader.tsx';
import { SessionSkeleton } from './SessionSkeleton.tsx';
import { showHidden } from '../../lib/text.ts';
import { useFindText } from '../../ui/text/use-find-text.ts';

const route = getRouteApi('/p/$project/sessions/$sessionId');

export function SessionPage() {
  const { project, sessionId } = route.useParams();
  const session = useQuery(sessionQuery(project, sessionId));
  useTitle(`Session ${showHidden(sessionId)}`);
  return (
    <>
      <PageHeader
        crumbs={[
          <Link key="sessions" to="/p/$project/sessions" params={{ project }} className="hover:text-ink">
            Sessions
          </Link>,
          showHidden(sessionId),
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
  const isGone = hasCode(error, 'SESSION_NOT_FOUND');
  if (isGone || (data === undefined && error !== null)) {
    const retry = (): void => void query.refetch();
    return <SessionFailed error={error} project={project} sessionId={sessionId} onRetry={retry} />;
  }
  if (data === undefined) return <SessionSkeleton />;
  return <LoadedSession key={sessionId} project={project} session={data} />;
}

function LoadedSession({ project, session }: { readonly project: string; readonly session: SessionDetail }) {
  const { data, isPending } = useQuery(sessionMessagesQuery(project, session.session_id));
  const failures = useQuery({
    ...sessionFailuresQuery(project, session.session_id),
    enabled: session.has_error,
  });
  const failed = failures.data?.data;
  const sizes = useMemo(
    () => (isPending ? null : promptSizes(data?.messages ?? [], failed)),
    [isPending, data, failed],
  );
  const [goal, setGoal] = useState<{ readonly traceId: string } | null>(null);
  const navigate = route.useNavigate();
  const [find, setFind] = useFindText(
    readSessionSearch(route.useSearch()).find,
    (text) => void navigate({ search: (search) => ({ ...search, find: text }), replace: true }),
  );
  return (
    <>
      <SessionHeader
        project={project}
        session={session}
        sizes={sizes}
        onGo={(traceId) => setGoal({ traceId })}
      />
      <SessionConversation project={project} session={session} goal={goal} find={find} onFind={setFind} />
    </>
  );
}

function SessionFailed({
  error,
  project,
  sessionId,
  onRetry,
}: {
  readonly error: Error;
  readonly project: string;
  readonly sessionId: string;
  readonly onRetry: () => void;
}) {
  if (hasCode(error, 'SESSION_NOT_FOUND')) {
    return (
      <EmptyState title="There is no such session here" isPage>
        <p>
          <span className="font-mono">{sessionId}</span> has not been seen in this project, or was deleted.
        </p>
        <Link to="/p/$project/sessions" params={{ project }} className="text-link">
          Go to the sessions
        </Link>
      </EmptyState>
    );
  }
  return <ErrorState title="The session could not be loaded" isPage error={error} onRetry={onRetry} />;
}
