import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Columns2 } from 'lucide-react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { deleteTrace } from '../../api/deletions.ts';
import { readOtlp } from '../../api/otlp-export.ts';
import { traceMessagesQuery } from '../../api/queries.ts';
import { downloadText, fileName } from '../../lib/download.ts';
import { plural } from '../../lib/format.ts';
import { formatDayClock, formatDaySecond, parseTime } from '../../lib/time.ts';
import { Button } from '../../ui/controls/Button.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { BulkActions, type BulkExport } from '../../ui/list/BulkActions.tsx';
import type { Bulk } from '../../ui/list/ListScreen.tsx';
import { useNow } from '../../ui/use-now.ts';

type Props = Bulk<TraceSummary> & {
  readonly project: string;
  readonly columns: readonly Column<TraceSummary>[];
};

/** What can be done with ticked traces. */
export function TraceActions(props: Props) {
  const { project, rows } = props;
  const client = useQueryClient();
  const now = useNow();
  const otlp: BulkExport<TraceSummary> = {
    label: 'Traces',
    noun: 'trace',
    hint: 'OTLP JSON lines',
    read: (trace, signal) => readOtlp(project, trace.trace_id, signal),
    save: (lines) =>
      downloadText(
        fileName('traces', 'otlp.jsonl', new Date()),
        'application/x-ndjson',
        lines.map((line) => `${line}\n`),
      ),
  };
  const spans = rows.reduce((sum, trace) => sum + trace.span_count, 0);
  return (
    <BulkActions
      {...props}
      actions={<CompareButton project={project} rows={rows} />}
      noun="trace"
      exports={[otlp]}
      nameOf={(trace) => trace.trace_name}
      apart={[
        ({ start_time }) => formatDaySecond(parseTime(start_time), now),
        ({ start_time }) => formatDayClock(parseTime(start_time), now),
        ({ trace_id }) => trace_id,
      ]}
      readConversation={async ({ trace_id, trace_name }) => {
        const { messages, tools } = await client.fetchQuery(traceMessagesQuery(project, trace_id));
        return { trace_id, trace_name, messages, tools };
      }}
      remove={(trace, signal) => deleteTrace(project, trace.trace_id, signal)}
    >
      {rows.length === 1 ? 'Its' : 'Their'} {plural(spans, 'span')}, messages, logs and shares in sessions go
      too.
    </BulkActions>
  );
}

/** Two traces side by side, the earlier one first. */
function CompareButton({ project, rows }: Pick<Props, 'project' | 'rows'>) {
  const navigate = useNavigate();
  const [a, b, ...more] = rows.toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1));
  const isPair = a !== undefined && b !== undefined && more.length === 0;
  return (
    <Button
      className="h-6!"
      disabled={!isPair}
      title={isPair ? 'Compare the two traces' : 'Select two traces to compare them'}
      onClick={() =>
        void navigate({
          to: '/p/$project/compare',
          params: { project },
          search: { a: a?.trace_id, b: b?.trace_id },
        })
      }
    >
      <Columns2 size={12} aria-hidden className="text-ink-3" /> Compare
    </Button>
  );
}
