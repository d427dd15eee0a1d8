import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { traceTotalsQuery } from '../../api/queries.ts';
import { isPriced } from './counting.ts';
import { formatCount, plural } from '../../lib/format.ts';
import { frameworkLabel } from '../../lib/frameworks.ts';
import { traceTimeText } from '../../lib/span-labels.ts';
import { formatExact, parseTime } from '../../lib/time.ts';
import { showHidden, shownName } from '../../lib/text.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NameList } from '../../ui/NameList.tsx';
import { Cost, Tokens } from '../../ui/Numbers.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { SessionLink } from '../../ui/SessionLink.tsx';

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  /** Opens how tokens and cost were counted. */
  readonly onCounting: () => void;
  readonly children: ReactNode;
};

export function TraceHeader({ project, trace, onCounting, children }: Props) {
  return (
    <section aria-label="Summary" className="flex-none border-b border-line px-4 pt-3 pb-2.5">
      <div className="flex min-w-0 items-center gap-x-2.5 gap-y-1 max-sm:flex-wrap">
        <h1
          dir="auto"
          className="truncate max-sm:w-full text-xl font-[620] tracking-[-0.015em]"
          title={shownName(trace.trace_name)}
        >
          {shownName(trace.trace_name)}
        </h1>
        <StatusPill trace={trace} />
        {trace.framework !== null && <Pill>{frameworkLabel(trace.framework)}</Pill>}
        {trace.environment !== null && (
          <Pill>
            <span className="max-w-56 truncate" title={showHidden(trace.environment)}>
              {showHidden(trace.environment)}
            </span>
          </Pill>
        )}
        <span className="-ml-1.5">
          <CopyButton text={trace.trace_id} label={`Copy trace id ${trace.trace_id}`} small />
        </span>
      </div>
      <TraceFacts project={project} trace={trace} onCounting={onCounting} />
      {children}
    </section>
  );
}

function StatusPill({ trace }: { readonly trace: TraceTreeDetail }) {
  if (trace.has_error) return <Pill tone="error">{plural(Math.max(1, trace.error_count), 'error')}</Pill>;
  return trace.is_complete ? <Pill tone="ok">OK</Pill> : <Pill tone="warn">Not complete yet</Pill>;
}

function TraceFacts({ project, trace, onCounting }: Omit<Props, 'children'>) {
  const startMs = parseTime(trace.start_time);
  // The trace does not say whether its cost is all of it.
  const { data: totals } = useQuery({
    ...traceTotalsQuery(project, trace.trace_id),
    enabled: trace.total_cost > 0 && trace.llm_call_count > 1,
  });
  const isLeast = totals?.counted.some((usage) => !isPriced(usage)) === true;
  const hasUsage = trace.observation_count > 0 || trace.total_tokens > 0 || trace.total_cost > 0;
  return (
    <Facts>
      <Fact name="Duration">
        <span title={`Started ${formatExact(startMs)}`}>{traceTimeText(trace)}</span>
      </Fact>
      {hasUsage && (
        <>
          <Fact name="Tokens">
            <Tokens usage={trace} onClick={onCounting} />
          </Fact>
          <Fact name="Cost">
            <Cost costs={trace} isLeast={isLeast} onClick={onCounting} />
          </Fact>
        </>
      )}
      {trace.llm_call_count > 0 && (
        <Fact name="Model calls">
          {formatCount(trace.llm_call_count)}{' '}
          <NameList names={trace.models} className="font-normal text-ink-2 @max-[1000px]/facts:sr-only" />
        </Fact>
      )}
      {trace.tool_call_count > 0 && <Fact name="Tools">{formatCount(trace.tool_call_count)}</Fact>}
      {trace.agents.length > 0 && (
        <Fact name="Agents">
          <NameList names={trace.agents} className="" />
        </Fact>
      )}
      {trace.session_id !== null && (
        <Fact name="Session">
          <SessionLink project={project} sessionId={trace.session_id} />
        </Fact>
      )}
      <Fact name="Started">
        <ClockTime iso={trace.start_time} />
      </Fact>
    </Facts>
  );
}
