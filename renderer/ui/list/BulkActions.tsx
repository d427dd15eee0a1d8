import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryKeys } from '../../api/queries.ts';
import { refreshAll } from '../../api/refresh.ts';
import { downloadText, fileName } from '../../lib/download.ts';
import { plural } from '../../lib/format.ts';
import { printJson } from '../../lib/json-preview.ts';
import { runAll } from './run-all.ts';
import { Button } from '../controls/Button.tsx';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
import type { Column } from '../grid/columns.ts';
import { GoingList } from './GoingList.tsx';
import { downloadCsv } from './export-rows.ts';
import type { Bulk } from './ListScreen.tsx';
import { MenuButton } from './MenuButton.tsx';
import { tellApart, type Ways } from './tell-apart.ts';

/** A way to save the ticked rows: each is made into pieces, two rows at once, and all are written into one file. */
export type BulkExport<Row> = {
  readonly label: string;
  /** What a row is in it. */
  readonly noun: string;
  readonly hint: string;
  readonly read: (row: Row, signal: AbortSignal) => Promise<readonly string[]>;
  readonly save: (pieces: readonly string[]) => void;
};

type Props<Row> = Bulk<Row> & {
  readonly project: string;
  readonly noun: string;
  readonly columns: readonly Column<Row>[];
  /** Besides the table and the conversations. */
  readonly exports?: readonly BulkExport<Row>[];
  readonly readConversation: (row: Row) => Promise<object>;
  readonly nameOf: (row: Row) => string;
  /** Of rows whose names may be the same. */
  readonly apart?: Ways<Row>;
  readonly remove: (row: Row, signal: AbortSignal) => Promise<unknown>;
  /** What else can be done with them. */
  readonly actions?: ReactNode;
  /** What goes with the rows when they are deleted. */
  readonly children: ReactNode;
};

/** What can be done with ticked rows: save them, and delete them after one question that names what goes. */
export function BulkActions<Row>(props: Props<Row>) {
  const { project, noun, columns, rows, job, untick, placeOf, onRemoved, exports = [] } = props;
  const { readConversation, nameOf, apart = [], remove } = props;
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const conversations: BulkExport<Row> = {
    label: 'Conversations',
    noun: 'conversation',
    hint: 'JSON',
    read: async (row) => [printJson(await readConversation(row))],
    save: (pieces) =>
      downloadText(fileName('conversations', 'json', new Date()), 'application/json', [
        `[${pieces.join(',\n')}]\n`,
      ]),
  };
  const start = ({ noun: piece, read, save }: BulkExport<Row>): void =>
    job.start({
      title: `Exporting ${plural(rows.length, piece)}`,
      run: async (signal, onProgress) =>
        save((await runAll(rows, read, { signal, onProgress, atOnce: 2 })).flat()),
    });
  const removeAll = (): void =>
    job.start({
      title: `Deleting ${plural(rows.length, noun)}`,
      run: async (signal, onProgress) => {
        const place = placeOf(rows);
        const gone: Row[] = [];
        const removeOne = async (row: Row): Promise<void> => {
          await remove(row, signal);
          // What is still there stays ticked, however far this comes.
          untick(row);
          gone.push(row);
        };
        try {
          await runAll(rows, removeOne, { signal, onProgress });
        } finally {
          if (gone.length > 0) onRemoved(gone, place);
          await refreshAll(client, queryKeys.project(project));
        }
      },
    });
  return (
    <>
      {props.actions}
      <MenuButton
        items={[
          { label: 'Table', hint: 'CSV', onPick: () => downloadCsv(`${noun}s`, columns, rows) },
          ...[...exports, conversations].map((one) => ({
            label: one.label,
            hint: one.hint,
            onPick: () => start(one),
          })),
        ]}
      >
        Export
      </MenuButton>
      <Button className="h-6! text-error!" onClick={() => setAsks(true)}>
        <Trash2 size={12} aria-hidden /> Delete…
      </Button>
      {asks && (
        <ConfirmDialog
          title={`Delete ${plural(rows.length, noun)}?`}
          action={`Delete ${plural(rows.length, noun)}`}
          onConfirm={removeAll}
          onClose={() => setAsks(false)}
        >
          <GoingList rows={tellApart(rows, nameOf, apart)} />
          <p>{props.children} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
