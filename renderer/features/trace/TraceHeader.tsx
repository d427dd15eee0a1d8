import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TraceDetail } from '../../../collector/contract/traces.ts';
import { formatCount, formatDuration, plural } from '../../lib/format.ts';
import { frameworkLabel } from '../../lib/frameworks.ts';
import { formatClock, formatExact, parseTime } from '../../lib/time.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Cost, Tokens } from '../../ui/Numbers.tsx';
import { Pill } from '../../ui/Pill.tsx';

type Props = { readonly project: string; readonly trace: TraceDetail; readonly children: ReactNode };

export function TraceHeader({ project, trace, children }: Props) {
  return (
    <section aria-label="Summary" className="flex-none border-b border-line px-4 pt-3 pb-2.5">
      <div className="flex min-w-0 items-center gap-2.5">
        <h1 className="truncate text-xl font-[620] tracking-[-0.015em]" title={trace.trace_name}>
          {trace.trace_name === '' ? '(no name)' : trace.trace_name}
        </h1>
        <StatusPill trace={trace} />
        {trace.framework !== null && <Pill>{frameworkLabel(trace.framework)}</Pill>}
        {trace.environment !== null && <Pill>{trace.environment}</Pill>}
        <span className="-ml-1.5">
          <CopyButton text={trace.trace_id} label={`Copy trace id ${trace.trace_id}`} small />
        </span>
      </div>
      <TraceFacts project={project} trace={trace} />
      {children}
    </section>
  );
}

function StatusPill({ trace }: { readonly trace: TraceDetail }) {
  if (trace.has_error) return <Pill tone="error">{plural(Math.max(1, trace.error_count), 'error')}</Pill>;
  return trace.is_complete ? <Pill tone="ok">OK</Pill> : <Pill tone="warn">Not complete yet</Pill>;
}

function TraceFacts({ project, trace }: Omit<Props, 'children'>) {
  const startMs = parseTime(trace.start_time);
  return (
    <Facts>
      <Fact name="Duration">{formatDuration(trace.duration_ms)}</Fact>
      {trace.observation_count > 0 && (
        <>
          <Fact name="Tokens">
            <Tokens usage={trace} />
          </Fact>
          <Fact name="Cost">
            <Cost costs={trace} />
          </Fact>
        </>
      )}
      {trace.llm_call_count > 0 && (
        <Fact name="Model calls">
          {formatCount(trace.llm_call_count)}{' '}
          <span className="font-normal text-ink-2">{trace.models.join(', ')}</span>
        </Fact>
      )}
      {trace.tool_call_count > 0 && <Fact name="Tools">{formatCount(trace.tool_call_count)}</Fact>}
      {trace.agents.length > 0 && <Fact name="Agents">{trace.agents.join(', ')}</Fact>}
      {trace.session_id !== null && (
        <Fact name="Session">
          <Link
            to="/p/$project/sessions/$sessionId"
            params={{ project, sessionId: trace.session_id }}
            className="text-accent hover:underline"
          >
            {trace.session_id}
          </Link>
        </Fact>
      )}
      <Fact name="Started">
        <time dateTime={trace.start_time} title={formatExact(startMs)}>
          {formatClock(startMs)}
        </time>
      </Fact>
    </Facts>
  );
}
