import { Link } from '@tanstack/react-router';
import type { Span } from '../../../collector/contract/spans.ts';
import { formatDuration } from '../../lib/format.ts';
import { spanKindLabel } from '../../lib/span-kind.ts';
import { durationText } from '../../lib/span-labels.ts';
import { DurationBar } from '../../ui/traces/DurationBar.tsx';
import { FrameworkIcons } from '../../ui/traces/FrameworkIcons.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import {
  costColumn,
  idColumn,
  namesColumn,
  NEVER,
  previewColumn,
  statusColumn,
  timeColumn,
  tokensColumn,
} from '../../ui/list/shared-columns.tsx';
import { Count } from '../../ui/facts/Numbers.tsx';
import { SpanIcon } from '../../ui/traces/SpanIcon.tsx';
import { shownName } from '../../lib/text.ts';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';
import { useRunTime } from '../../ui/traces/use-run-time.ts';

/** The columns of the table of spans; `find` is searched for in a trace that is opened. */
export function spanColumns(project: string, find: string | undefined): readonly Column<Span>[] {
  return [
    statusColumn(
      ({ has_error, state, timestamp_end }) => ({
        has_error,
        error_count: Number(has_error),
        is_complete: state === 'done',
        running_span_count: Number(state === 'running'),
        end_time: timestamp_end,
      }),
      (span) => span.status_code,
    ),
    timeColumn((span) => span.timestamp_start, {
      id: 'start',
      label: 'Started',
      track: '84px',
      fromWidth: 300,
      orderBy: 'timestamp_start',
      isBelow: true,
    }),
    {
      id: 'name',
      value: (span) => span.span_name,
      label: 'Name',
      track: 'minmax(136px,1.6fr)',
      orderBy: 'span_name',
      cell: (span, { tabIndex }) => (
        <span className="flex items-center gap-2">
          <SpanIcon span={span} />
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: span.trace_id }}
            search={{ span: span.span_id, find }}
            tabIndex={tabIndex}
            title={shownName(span.span_name)}
            dir="auto"
            className="truncate font-[500]"
          >
            <NarrowName name={span.span_name} />
          </Link>
          {span.framework !== null && <FrameworkIcons slugs={[span.framework]} />}
        </span>
      ),
    },
    {
      id: 'kind',
      value: spanKindLabel,
      label: 'Type',
      track: '84px',
      fromWidth: 1000,
      cell: (span) => <span className="text-ink-2">{spanKindLabel(span)}</span>,
    },
    previewColumn(
      { label: 'Input → output', track: 'minmax(140px,2.4fr)', fromWidth: 620 },
      ({ error_preview }) => error_preview,
    ),
    namesColumn((span) => span.model, {
      id: 'model',
      label: 'Model',
      track: 'minmax(90px,.8fr)',
      orderBy: 'model',
      fromWidth: 900,
    }),
    namesColumn((span) => span.tool_name, {
      id: 'tool',
      label: 'Tool',
      track: 'minmax(72px,.6fr)',
      fromWidth: 1240,
    }),
    namesColumn((span) => span.agent_name, {
      id: 'agent',
      label: 'Agent',
      track: 'minmax(72px,.6fr)',
      fromWidth: 1340,
    }),
    namesColumn((span) => span.service_name, {
      id: 'service',
      label: 'Service',
      track: 'minmax(72px,.6fr)',
      fromWidth: 1440,
    }),
    {
      id: 'first-token',
      value: (span) => span.time_to_first_token_ms,
      valueUnit: 'ms',
      label: 'First token',
      track: '72px',
      isNumber: true,
      fromWidth: 1640,
      cell: (span) =>
        span.time_to_first_token_ms === null ? null : formatDuration(span.time_to_first_token_ms),
    },
    {
      id: 'duration',
      value: (span) => (span.state === 'running' ? null : span.duration_ms),
      valueUnit: 'ms',
      label: 'Duration',
      // `59 min 59 s so far`
      track: '112px',
      fromWidth: 426,
      orderBy: 'duration_ms',
      isBelow: true,
      isNumber: true,
      cell: (span) => <SpanDurationBar span={span} />,
    },
    tokensColumn({ track: '64px', fromWidth: 700, isBelow: true }),
    costColumn((span) => (span.cost_known ? span.total_cost : null), { track: '72px', fromWidth: 790 }),
    {
      id: 'events',
      value: (span) => span.event_count,
      label: 'Events',
      track: '52px',
      isNumber: true,
      fromWidth: 1900,
      cell: (span) => (span.event_count === 0 ? null : <Count value={span.event_count} most={99_999} />),
    },
    namesColumn((span) => span.session_id, {
      id: 'session',
      label: 'Session',
      track: 'minmax(72px,.5fr)',
      fromWidth: 1900,
    }),
    idColumn((span) => span.span_id, { id: 'span-id', label: 'Span id', track: '128px', fromWidth: NEVER }),
    idColumn((span) => span.trace_id, {
      id: 'trace-id',
      label: 'Trace id',
      track: 'minmax(120px,.6fr)',
      fromWidth: NEVER,
    }),
  ];
}

function SpanDurationBar({ span }: { readonly span: Span }) {
  const isOpen = span.state === 'running';
  return (
    <DurationBar
      label={durationText(span, useRunTime(span))}
      durationMs={span.duration_ms}
      isError={span.has_error}
      isOpen={isOpen}
    />
  );
}
