import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryKeys } from '../../api/queries.ts';
import { refreshAll } from '../../api/refresh.ts';
import { shownName } from '../../lib/text.ts';
import { IconButton } from '../controls/Button.tsx';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';

type Props = {
  readonly project: string;
  readonly noun: 'trace' | 'session';
  readonly name: string;
  readonly remove: () => Promise<void>;
  /** What goes with it. */
  readonly children: ReactNode;
};

/** Deletes what its page is about, after one question, and leads to the list of the others. */
export function DeleteButton({ project, noun, name, remove, children }: Props) {
  const client = useQueryClient();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const deletion = useMutation({
    mutationFn: (_pathname: string) => remove(),
    onSuccess: async (_data, pathname) => {
      // Who has gone elsewhere meanwhile stays there.
      if (router.state.location.pathname === pathname)
        await router.navigate({ to: `/p/$project/${noun}s`, params: { project }, replace: true });
      await refreshAll(client, queryKeys.project(project));
    },
  });
  return (
    <>
      <IconButton
        label={`Delete the ${noun}…`}
        aria-disabled={deletion.isPending}
        onClick={() => setAsks(!deletion.isPending)}
      >
        <Trash2 size={13} aria-hidden />
      </IconButton>
      {deletion.isPending && (
        <span role="status" className="text-sm text-ink-2">
          Deleting…
        </span>
      )}
      {deletion.error !== null && (
        <span role="alert" className="truncate text-sm text-error" title={deletion.error.message}>
          Not deleted: {deletion.error.message}
        </span>
      )}
      {asks && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          action={`Delete the ${noun}`}
          onConfirm={() => deletion.mutate(router.state.location.pathname)}
          onClose={() => setAsks(false)}
        >
          <p dir="auto" className="mb-2 line-clamp-3 text-left wrap-anywhere text-ink">
            {shownName(name)}
          </p>
          <p>{children} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
