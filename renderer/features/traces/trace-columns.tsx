import { Link } from '@tanstack/react-router';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { traceTimeText } from '../../lib/span-labels.ts';
import { DurationBar } from '../../ui/DurationBar.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { NameList } from '../../ui/NameList.tsx';
import { Cost, Count, Tokens } from '../../ui/Numbers.tsx';
import { FrameworkIcons } from '../../ui/FrameworkIcons.tsx';
import { Preview } from '../../ui/Preview.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { showHidden, shownName } from '../../lib/text.ts';
import { NarrowName } from '../../ui/NarrowName.tsx';

/** Wider than any table: shown when it is chosen. */
const NEVER = 100_000;

/** The columns of the trace table; `find` is searched for in a trace that is opened. */
export function traceColumns(project: string, find: string | undefined): readonly Column<TraceSummary>[] {
  return [
    {
      id: 'Status',
      isFixed: true,
      value: (trace) => (trace.has_error ? 'error' : trace.is_complete ? 'ok' : 'incomplete'),
      label: '',
      track: '14px',
      cell: (trace) => (
        <StatusDot errors={trace.error_count} hasError={trace.has_error} isComplete={trace.is_complete} />
      ),
    },
    {
      id: 'start',
      value: (trace) => trace.start_time,
      label: 'Started',
      track: '84px',
      fromWidth: 328,
      orderBy: 'start_time',
      cell: (trace) => (
        <span className="text-ink-2">
          <RelativeTime iso={trace.start_time} />
        </span>
      ),
    },
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
    {
      // Before tokens: traces of one agent bear the same name, beside an opened one as well.
      id: 'preview',
      fromWidth: 650,
      value: (trace) =>
        [trace.input_preview, trace.output_preview].filter((text) => text !== null).join(' → '),
      label: 'Input → output',
      track: 'minmax(140px,2.6fr)',
      cell: (trace) => <Preview input={trace.input_preview} output={trace.output_preview} />,
    },
    {
      id: 'agents',
      value: (trace) => trace.agents.join(', '),
      label: 'Agents',
      track: 'minmax(64px,.8fr)',
      fromWidth: 1240,
      cell: (trace) => <NameList names={trace.agents} />,
    },
    {
      id: 'models',
      value: (trace) => trace.models.join(', '),
      label: 'Models',
      track: 'minmax(90px,.9fr)',
      fromWidth: 1040,
      cell: (trace) => <NameList names={trace.models} />,
    },
    {
      id: 'spans',
      value: (trace) => trace.span_count,
      label: 'Spans',
      track: '52px',
      orderBy: 'span_count',
      isNumber: true,
      fromWidth: 900,
      cell: (trace) => <Count value={trace.span_count} most={99_999} />,
    },
    {
      id: 'duration',
      value: (trace) => trace.duration_ms,
      label: 'Duration',
      // `59 min 59 s so far`
      track: '112px',
      fromWidth: 456,
      orderBy: 'duration_ms',
      isNumber: true,
      cell: (trace) => (
        <DurationBar
          label={traceTimeText(trace)}
          durationMs={trace.duration_ms}
          isError={trace.has_error}
          isOpen={!trace.is_complete}
        />
      ),
    },
    {
      id: 'tokens',
      fromWidth: 730,
      value: (trace) => trace.total_tokens,
      label: 'Tokens',
      track: '64px',
      orderBy: 'total_tokens',
      isNumber: true,
      cell: (trace, { tabIndex }) => <Tokens usage={trace} tabIndex={tabIndex} isInRow />,
    },
    {
      id: 'cost',
      fromWidth: 815,
      value: (trace) => trace.total_cost,
      label: 'Cost',
      track: '84px',
      orderBy: 'total_cost',
      isNumber: true,
      cell: (trace, { tabIndex }) => <Cost costs={trace} tabIndex={tabIndex} isInRow />,
    },
    {
      id: 'session',
      value: (trace) => trace.session_id,
      label: 'Session',
      track: 'minmax(72px,.9fr)',
      fromWidth: 1140,
      cell: (trace, { tabIndex }) =>
        trace.session_id === null ? null : (
          <Link
            to="/p/$project/sessions/$sessionId"
            params={{ project, sessionId: trace.session_id }}
            tabIndex={tabIndex}
            title={showHidden(trace.session_id)}
            className="block truncate text-accent hover:underline"
          >
            {showHidden(trace.session_id)}
          </Link>
        ),
    },
    {
      id: 'service',
      label: 'Service',
      track: 'minmax(72px,.7fr)',
      fromWidth: 1900,
      value: (trace) => trace.service_name,
      cell: (trace) => <NameList names={trace.service_name === null ? [] : [trace.service_name]} />,
    },
    {
      id: 'environment',
      label: 'Environment',
      track: 'minmax(72px,.4fr)',
      fromWidth: 2200,
      value: (trace) => trace.environment,
      cell: (trace) => <NameList names={trace.environment === null ? [] : [trace.environment]} />,
    },
    {
      id: 'user',
      label: 'User',
      track: 'minmax(72px,.8fr)',
      fromWidth: 2200,
      value: (trace) => trace.user_id,
      cell: (trace) => <NameList names={trace.user_id === null ? [] : [trace.user_id]} />,
    },
    {
      id: 'id',
      label: 'Trace id',
      track: 'minmax(120px,.6fr)',
      fromWidth: NEVER,
      value: (trace) => trace.trace_id,
      cell: (trace) => <span className="font-mono text-xs text-ink-2">{trace.trace_id}</span>,
    },
  ];
}
