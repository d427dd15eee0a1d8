import { Link } from '@tanstack/react-router';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { DurationBar } from '../../ui/traces/DurationBar.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import {
  costColumn,
  countColumn,
  idColumn,
  namesColumn,
  NEVER,
  previewColumn,
  statusColumn,
  timeColumn,
  tokensColumn,
} from '../../ui/list/shared-columns.tsx';
import { FrameworkIcons } from '../../ui/traces/FrameworkIcons.tsx';
import { traceFailure } from '../../ui/traces/trace-failure.ts';
import { useIsOpen } from '../../ui/traces/use-progress.ts';
import { useTraceTime } from '../../ui/traces/use-run-time.ts';
import { countedTotal } from '../../lib/usage.ts';
import { shownName } from '../../lib/text.ts';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';
import { SessionLink } from '../../ui/traces/SessionLink.tsx';

/** The columns of the trace table; `find` is searched for in a trace that is opened. */
export function traceColumns(project: string, find: string | undefined): readonly Column<TraceSummary>[] {
  return [
    statusColumn(
      (trace) => trace,
      (trace) => (trace.has_error ? 'error' : trace.is_complete ? 'ok' : 'incomplete'),
    ),
    timeColumn((trace) => trace.start_time, {
      id: 'start',
      label: 'Started',
      track: '84px',
      fromWidth: 328,
      orderBy: 'start_time',
      isBelow: true,
    }),
    {
      id: 'name',
      value: (trace) => trace.trace_name,
      label: 'Name',
      track: 'minmax(136px,2fr)',
      orderBy: 'trace_name',
      cell: (trace, { tabIndex }) => (
        <span className="flex items-baseline gap-2">
          <FrameworkIcons slugs={trace.framework === null ? [] : [trace.framework]} />
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: trace.trace_id }}
            search={{ find }}
            tabIndex={tabIndex}
            title={shownName(trace.trace_name)}
            dir="auto"
            className="truncate font-[500]"
          >
            <NarrowName name={trace.trace_name} />
          </Link>
        </span>
      ),
    },
    // Before tokens: traces of one agent bear the same name, beside an opened one as well.
    previewColumn(
      { fromWidth: 600, label: 'Input → output', track: 'minmax(120px,2.6fr)' },
      (trace: TraceSummary) => traceFailure(trace),
    ),
    namesColumn((trace) => trace.agents, {
      id: 'agents',
      label: 'Agents',
      track: 'minmax(64px,.8fr)',
      fromWidth: 1240,
    }),
    namesColumn((trace) => trace.models, {
      id: 'models',
      label: 'Models',
      track: 'minmax(90px,.9fr)',
      fromWidth: 1040,
    }),
    countColumn((trace) => trace.span_count, {
      id: 'spans',
      label: 'Spans',
      track: '52px',
      orderBy: 'span_count',
      fromWidth: 900,
    }),
    {
      id: 'duration',
      value: (trace) => trace.duration_ms,
      valueUnit: 'ms',
      label: 'Duration',
      // `59 min 59 s so far`
      track: '112px',
      fromWidth: 456,
      orderBy: 'duration_ms',
      isBelow: true,
      isNumber: true,
      cell: (trace) => <TraceDurationBar trace={trace} />,
    },
    tokensColumn({ track: '64px', fromWidth: 730 }),
    costColumn((trace) => countedTotal(trace.total_cost), { track: '84px', fromWidth: 815, isBelow: true }),
    {
      id: 'session',
      value: (trace) => trace.session_id,
      label: 'Session',
      track: 'minmax(72px,.9fr)',
      fromWidth: 1140,
      cell: (trace, { tabIndex }) =>
        trace.session_id === null ? null : (
          <SessionLink project={project} sessionId={trace.session_id} tabIndex={tabIndex} />
        ),
    },
    namesColumn((trace) => trace.service_name, {
      id: 'service',
      label: 'Service',
      track: 'minmax(72px,.7fr)',
      fromWidth: 1900,
    }),
    namesColumn((trace) => trace.environment, {
      id: 'environment',
      label: 'Environment',
      track: 'minmax(72px,.4fr)',
      fromWidth: 2200,
    }),
    namesColumn((trace) => trace.user_id, {
      id: 'user',
      label: 'User',
      track: 'minmax(72px,.8fr)',
      fromWidth: 2200,
    }),
    idColumn((trace) => trace.trace_id, {
      id: 'id',
      label: 'Trace id',
      track: 'minmax(120px,.6fr)',
      fromWidth: NEVER,
    }),
  ];
}

function TraceDurationBar({ trace }: { readonly trace: TraceSummary }) {
  return (
    <DurationBar
      label={useTraceTime(trace)}
      durationMs={trace.duration_ms}
      isError={trace.has_error}
      isOpen={useIsOpen(trace)}
    />
  );
}
