import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionSummary } from '../../../collector/contract/sessions.ts';
import { deleteSession } from '../../api/deletions.ts';
import { queryKeys, sessionMessagesQuery } from '../../api/queries.ts';
import { downloadText, fileName } from '../../lib/download.ts';
import { plural } from '../../lib/format.ts';
import { printJson } from '../../lib/json-preview.ts';
import { runAll } from '../../lib/run-all.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { GoingList } from '../../ui/list/GoingList.tsx';
import { downloadCsv, type Bulk } from '../../ui/list/ListScreen.tsx';
import { MenuButton } from '../../ui/list/MenuButton.tsx';

type Props = Bulk<SessionSummary> & {
  readonly project: string;
  readonly columns: readonly Column<SessionSummary>[];
};

/** What can be done with ticked sessions. */
export function SessionActions({ project, columns, rows, job, clear }: Props) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const remove = (): void =>
    job.start({
      title: `Deleting ${plural(rows.length, 'session')}`,
      run: async (signal, onProgress) => {
        try {
          const work = (session: SessionSummary) => deleteSession(project, session.session_id, signal);
          await runAll(rows, work, { signal, onProgress });
          clear();
        } finally {
          await client.invalidateQueries({ queryKey: queryKeys.project(project) });
        }
      },
    });
  const saveMessages = (): void =>
    job.start({
      title: `Exporting ${plural(rows.length, 'conversation')}`,
      run: async (signal, onProgress) => {
        const work = async ({ session_id }: SessionSummary) => {
          const { messages, tools } = await client.fetchQuery(sessionMessagesQuery(project, session_id));
          return { session_id, messages, tools };
        };
        const conversations = await runAll(rows, work, { signal, onProgress, atOnce: 2 });
        downloadText(fileName('conversations', 'json', new Date()), 'application/json', [
          printJson(conversations),
        ]);
      },
    });
  const traces = rows.reduce((sum, session) => sum + session.trace_count, 0);
  return (
    <>
      <MenuButton
        items={[
          { label: 'Table', hint: 'CSV', onPick: () => downloadCsv('sessions', columns, rows) },
          { label: 'Conversations', hint: 'JSON', onPick: saveMessages },
        ]}
      >
        Export
      </MenuButton>
      <Button className="h-6! text-error!" onClick={() => setAsks(true)}>
        <Trash2 size={12} aria-hidden /> Delete…
      </Button>
      {asks && (
        <ConfirmDialog
          title={`Delete ${plural(rows.length, 'session')}?`}
          action={`Delete ${plural(rows.length, 'session')}`}
          onConfirm={remove}
          onClose={() => setAsks(false)}
        >
          <GoingList names={rows.map((session) => session.session_id)} />
          <p>
            Their {plural(traces, 'trace')} with all spans, messages and logs go too. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
