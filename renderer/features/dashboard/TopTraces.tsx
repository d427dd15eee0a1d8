import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { topTracesQuery, type ListQuery } from '../../api/queries.ts';
import { formatDuration } from '../../lib/format.ts';
import type { TraceListSearch } from '../../lib/search.ts';
import { firstLine, shownName } from '../../lib/text.ts';
import { Cost } from '../../ui/facts/Numbers.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';
import { useTableKeys } from '../../ui/keyboard/use-table-keys.ts';

const MOST = 6;

/** When it was: in a narrow window the names need its room. */
const WHERE_WIDE = 'max-sm:hidden';

type Props = {
  readonly project: string;
  readonly title: string;
  /** What the list of traces asks for the traces that the dashboard is about. */
  readonly request: ListQuery;
  /** The address of the same list. */
  readonly list: TraceListSearch;
  readonly by: 'duration_ms' | 'total_cost';
};

/** The traces that took longest or cost most, and the way to all of them in that order. */
export function TopTraces({ project, title, request, list, by }: Props) {
  const order_by = `${by}:desc`;
  const keys = useTableKeys();
  const { data, error, refetch } = useQuery({
    ...topTracesQuery(project, { ...request, order_by, limit: MOST }),
    placeholderData: keepPreviousData,
  });
  const traces = data?.data.filter((trace) => trace[by] > 0) ?? [];
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-lg border border-line bg-bg">
      <div className="flex h-9 items-center justify-between gap-2 border-b border-line px-4 text-sm">
        <h2 className="truncate font-medium">{title}</h2>
        <Link
          to="/p/$project/traces"
          params={{ project }}
          search={{ ...list, order_by }}
          className="flex-none text-accent hover:underline"
        >
          All in this order<span className="sr-only">: {title}</span>
        </Link>
      </div>
      {error !== null && data === undefined && (
        <ErrorState title="The traces could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && traces.length === 0 && (
        <p className="px-4 py-6 text-center text-sm text-ink-3">
          {by === 'total_cost' ? 'No trace here has a known cost.' : 'No trace here took any time.'}
        </p>
      )}
      <table {...keys} className="num w-full table-fixed text-sm">
        <caption className="sr-only">{title}</caption>
        <colgroup>
          <col />
          <col className={classNames('w-24', WHERE_WIDE)} />
          <col className="w-28" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Trace</th>
            <th scope="col" className={WHERE_WIDE}>
              Started
            </th>
            <th scope="col">{by === 'total_cost' ? 'Cost' : 'Duration'}</th>
          </tr>
        </thead>
        <tbody>
          {traces.map((trace) => (
            <Row key={trace.trace_id} project={project} trace={trace}>
              {by === 'total_cost' ? <Cost costs={trace} /> : formatDuration(trace.duration_ms)}
            </Row>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { readonly project: string; readonly trace: TraceSummary; readonly children: ReactNode };

function Row({ project, trace, children }: RowProps) {
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-hover">
      <th scope="row" className="py-0 pl-4 text-left font-normal">
        <span className="flex min-w-0 items-center gap-2">
          <StatusDot of={trace} />
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: trace.trace_id }}
            dir="auto"
            title={shownName(trace.trace_name)}
            className="truncate py-1.5 font-[500] hover:text-accent hover:underline"
          >
            <NarrowName name={trace.trace_name} />
          </Link>
          <span dir="auto" className="min-w-0 flex-[1_9999_0] truncate text-left text-ink-3">
            {firstLine(trace.input_preview ?? '')}
          </span>
        </span>
      </th>
      <td className={classNames('truncate py-1.5 text-right text-ink-3', WHERE_WIDE)}>
        <RelativeTime iso={trace.start_time} />
      </td>
      <td className="py-1.5 pr-4 pl-4 text-right whitespace-nowrap">{children}</td>
    </tr>
  );
}
