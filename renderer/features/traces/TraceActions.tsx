import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SpanPage } from '../../../collector/contract/spans.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { deleteTrace } from '../../api/deletions.ts';
import { getJson, withQuery } from '../../api/client.ts';
import { queryKeys, traceMessagesQuery, tracePath } from '../../api/queries.ts';
import { downloadText, fileName } from '../../lib/download.ts';
import { plural } from '../../lib/format.ts';
import { printJson } from '../../lib/json-preview.ts';
import { otlpLine } from '../../lib/otlp-lines.ts';
import { runAll } from '../../lib/run-all.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { GoingList } from '../../ui/list/GoingList.tsx';
import { downloadCsv, type Bulk } from '../../ui/list/ListScreen.tsx';
import { MenuButton } from '../../ui/list/MenuButton.tsx';

type Props = Bulk<TraceSummary> & {
  readonly project: string;
  readonly columns: readonly Column<TraceSummary>[];
};

/** What can be done with ticked traces. */
export function TraceActions({ project, columns, rows, job, clear }: Props) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const remove = (): void =>
    job.start({
      title: `Deleting ${plural(rows.length, 'trace')}`,
      run: async (signal, onProgress) => {
        try {
          const work = (trace: TraceSummary) => deleteTrace(project, trace.trace_id, signal);
          await runAll(rows, work, { signal, onProgress });
          clear();
        } finally {
          await client.invalidateQueries({ queryKey: queryKeys.project(project) });
        }
      },
    });
  const saveOtlp = (): void =>
    job.start({
      title: `Exporting ${plural(rows.length, 'trace')}`,
      run: async (signal, onProgress) => {
        const work = (trace: TraceSummary, inner: AbortSignal) => readOtlp(project, trace.trace_id, inner);
        const lines = await runAll(rows, work, { signal, onProgress, atOnce: 2 });
        downloadText(
          fileName('traces', 'otlp.jsonl', new Date()),
          'application/x-ndjson',
          lines.map((line) => `${line}\n`),
        );
      },
    });
  const saveMessages = (): void =>
    job.start({
      title: `Exporting ${plural(rows.length, 'conversation')}`,
      run: async (signal, onProgress) => {
        const work = async ({ trace_id, trace_name }: TraceSummary) => {
          const { messages, tools } = await client.fetchQuery(traceMessagesQuery(project, trace_id));
          return { trace_id, trace_name, messages, tools };
        };
        const conversations = await runAll(rows, work, { signal, onProgress, atOnce: 2 });
        downloadText(fileName('conversations', 'json', new Date()), 'application/json', [
          printJson(conversations),
        ]);
      },
    });
  return (
    <>
      <MenuButton
        items={[
          { label: 'Table', hint: 'CSV', onPick: () => downloadCsv('traces', columns, rows) },
          { label: 'Traces', hint: 'OTLP JSON lines', onPick: saveOtlp },
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
          title={`Delete ${plural(rows.length, 'trace')}?`}
          action={`Delete ${plural(rows.length, 'trace')}`}
          onConfirm={remove}
          onClose={() => setAsks(false)}
        >
          <GoingList names={rows.map((trace) => trace.trace_name)} />
          <p>
            Their{' '}
            {plural(
              rows.reduce((sum, trace) => sum + trace.span_count, 0),
              'span',
            )}
            , messages, logs and shares in sessions go too. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const SPANS_A_PAGE = 200;

async function readOtlp(project: string, traceId: string, signal: AbortSignal): Promise<string> {
  const spans: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const query = { include_raw_span: true, page, limit: SPANS_A_PAGE };
    const { data, meta } = await getJson<SpanPage>(
      withQuery(`${tracePath(project, traceId)}/spans`, query),
      signal,
    );
    spans.push(...data.map((span) => span.raw_span));
    if (page >= meta.total_pages) return otlpLine(spans);
  }
}
