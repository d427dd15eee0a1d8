import type { SessionSummary } from '../../../collector/contract/sessions.ts';
import { countedTotal } from '../../lib/usage.ts';
import { Dash } from '../../ui/facts/Dash.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import {
  countColumn,
  namesColumn,
  previewColumn,
  statusColumn,
  timeColumn,
} from '../../ui/list/shared-columns.tsx';
import { CostText } from '../../ui/facts/Numbers.tsx';
import { FrameworkIcons } from '../../ui/traces/FrameworkIcons.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { SessionLink } from '../../ui/traces/SessionLink.tsx';
import { SessionTokens } from './SessionTokens.tsx';

/** The columns of the session table; `find` is searched for in a session that is opened. */
export function sessionColumns(project: string, find: string | undefined): readonly Column<SessionSummary>[] {
  return [
    statusColumn(
      (session) => session,
      (session) => (session.has_error ? 'error' : session.is_complete ? 'ok' : 'incomplete'),
    ),
    timeColumn((session) => session.end_time, {
      id: 'end',
      label: 'Last active',
      track: '92px',
      fromWidth: 336,
      orderBy: 'end_time',
      isBelow: true,
    }),
    {
      id: 'session',
      value: (session) => session.session_id,
      label: 'Session',
      track: 'minmax(136px,1.1fr)',
      cell: (session, { tabIndex }) => (
        <span className="flex items-baseline gap-2">
          <SessionLink
            project={project}
            sessionId={session.session_id}
            tabIndex={tabIndex}
            isTitle
            find={find}
          />
          <FrameworkIcons slugs={session.frameworks} />
        </span>
      ),
    },
    previewColumn({ label: 'First input → last output', track: 'minmax(140px,2.4fr)', fromWidth: 700 }),
    namesColumn((session) => session.user_id, {
      id: 'user',
      label: 'User',
      track: 'minmax(70px,.5fr)',
      fromWidth: 1040,
    }),
    namesColumn((session) => session.agents, {
      id: 'agents',
      label: 'Agents',
      track: 'minmax(80px,.5fr)',
      fromWidth: 1240,
    }),
    namesColumn((session) => session.models, {
      id: 'models',
      label: 'Models',
      track: 'minmax(100px,.7fr)',
      fromWidth: 1140,
    }),
    countColumn((session) => session.trace_count, {
      id: 'traces',
      label: 'Traces',
      track: '52px',
      fromWidth: 868,
      orderBy: 'trace_count',
    }),
    countColumn((session) => session.span_count, {
      id: 'spans',
      label: 'Spans',
      track: '48px',
      orderBy: 'span_count',
      fromWidth: 934,
    }),
    {
      id: 'duration',
      value: (session) => session.duration_ms,
      valueUnit: 'ms',
      label: 'Duration',
      // `59 min 59 s so far`
      track: '112px',
      fromWidth: 544,
      isBelow: true,
      isNumber: true,
      cell: (session) => <TraceDuration trace={session} />,
    },
    {
      id: 'tokens',
      value: (session) => countedTotal(session.total_tokens),
      label: 'Tokens',
      track: '64px',
      fromWidth: 416,
      orderBy: 'total_tokens',
      isNumber: true,
      cell: (session, { tabIndex }) => <SessionTokens session={session} tabIndex={tabIndex} isInRow />,
    },
    {
      id: 'cost',
      value: (session) => countedTotal(session.total_cost),
      valueUnit: 'USD',
      label: 'Cost',
      track: '84px',
      fromWidth: 800,
      orderBy: 'total_cost',
      isBelow: true,
      isNumber: true,
      cell: (session) =>
        session.total_cost === 0 ? (
          <Dash />
        ) : (
          <CostText dollars={session.total_cost} unpriced={session.unpriced_call_count} isShort />
        ),
    },
  ];
}
