import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '../../../collector/contract/projects.ts';
import { deleteProject } from '../../api/deletions.ts';
import { healthQuery, projectsQuery, queryKeys } from '../../api/queries.ts';
import { refreshAll } from '../../api/refresh.ts';
import { plural } from '../../lib/format.ts';
import { homeProject } from '../../lib/home-project.ts';
import { shownName } from '../../lib/text.ts';
import { ConfirmDialog } from '../../ui/controls/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { ProjectTable } from './ProjectTable.tsx';

const route = getRouteApi('/p/$project/settings');

/** What is deleted, and where somebody was who is led out of it; null who was in another. */
type Going = { readonly id: string; readonly within: string | null };

/** What each project holds, and the way to delete one. */
export function Projects() {
  const { project } = route.useParams();
  const client = useQueryClient();
  const router = useRouter();
  const { data, error, refetch } = useQuery(projectsQuery);
  const [asked, setAsked] = useState<Project | null>(null);
  const deletion = useMutation({
    mutationFn: ({ id }: Going) => deleteProject(id),
    onSettled: async (_data, failure, { id, within }) => {
      // Some of it may be gone also where it failed.
      await Promise.all([projectsQuery, healthQuery].map(({ queryKey }) => refreshAll(client, queryKey)));
      // Who has gone elsewhere meanwhile stays there.
      if (failure === null && router.state.location.pathname === within) await leave(id);
      await refreshAll(client, queryKeys.project(id));
    },
  });
  /** Into another project, on the same page. `default` is there always, and so is what was sent to meanwhile. */
  const leave = async (id: string): Promise<void> => {
    const left = client.getQueryData(projectsQuery.queryKey)?.data ?? [];
    if (id === 'default' || left.some(({ project_id }) => project_id === id)) return;
    const next = homeProject(left);
    await router.navigate({
      to: '/p/$project/settings',
      params: { project: next },
      search: { group: 'data' },
      replace: true,
    });
  };
  const remove = ({ project_id: id }: Project): void =>
    deletion.mutate({ id, within: id === project ? router.state.location.pathname : null });
  return (
    <section aria-label="Projects" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h3 className="font-semibold">Projects</h3>
        <p className="mt-0.5 text-sm text-ink-2">
          A project is there from the first thing that is sent to it. Sizes are of spans and logs before
          compression.
        </p>
      </div>
      {data !== undefined && data.data.length === 0 && (
        <p className="text-sm text-ink-2">There is none yet.</p>
      )}
      {data !== undefined && data.data.length > 0 && (
        <ProjectTable
          projects={data.data}
          going={deletion.isPending ? deletion.variables.id : null}
          onDelete={setAsked}
        />
      )}
      {data === undefined && error === null && (
        <span role="status" aria-label="Loading the projects" className="skeleton block h-6" />
      )}
      {data === undefined && error !== null && (
        <ErrorState title="The projects could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {deletion.error !== null && (
        <p role="alert" className="text-sm wrap-anywhere text-error">
          {shownName(deletion.variables?.id ?? '')} is not deleted: {deletion.error.message}
        </p>
      )}
      {asked !== null && (
        <ConfirmDialog
          title="Delete this project?"
          action="Delete the project"
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p dir="auto" className="mb-2 line-clamp-3 text-left wrap-anywhere text-ink">
            {shownName(asked.project_id)}
          </p>
          <p>{whatGoes(asked)} This cannot be undone. What is sent to it later makes it anew.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function whatGoes({ trace_count, session_count, span_count }: Project): string {
  if (span_count === 0) return 'All its logs and metrics go too.';
  const sessions = session_count > 0 ? [plural(session_count, 'session')] : [];
  const parts = [plural(trace_count, 'trace'), ...sessions, plural(span_count, 'span')];
  return `Its ${parts.join(', ')}, and all its messages, logs and metrics go too.`;
}
