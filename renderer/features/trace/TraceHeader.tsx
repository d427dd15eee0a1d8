import type { ReactNode } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { deleteTrace } from '../../api/deletions.ts';
import { formatCount, plural } from '../../lib/format.ts';
import { formatExact, parseTime } from '../../lib/time.ts';
import { shownName } from '../../lib/text.ts';
import { Fact, Facts } from '../../ui/facts/Facts.tsx';
import { NameList } from '../../ui/facts/NameList.tsx';
import { Cost, Tokens } from '../../ui/facts/Numbers.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { SessionLink } from '../../ui/traces/SessionLink.tsx';
import { DeleteButton } from '../../ui/panels/DeleteButton.tsx';
import { SummaryHead } from '../../ui/panels/SummaryHead.tsx';
import { UserLink } from '../../ui/traces/UserLink.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  /** Opens how tokens and cost were counted. */
  readonly onCounting: () => void;
  readonly children: ReactNode;
};

export function TraceHeader({ project, trace, onCounting, children }: Props) {
  const name = shownName(trace.trace_name);
  return (
    <section aria-label="Summary" className="flex-none border-b border-line px-4 pt-3 pb-2.5">
      <SummaryHead
        title={name}
        of={trace}
        frameworks={trace.framework === null ? [] : [trace.framework]}
        id={trace.trace_id}
        copyLabel={`Copy trace id ${trace.trace_id}`}
      >
        <DeleteButton
          project={project}
          noun="trace"
          name={name}
          remove={() => deleteTrace(project, trace.trace_id)}
        >
          Its {plural(trace.span_count, 'span')}, messages, logs and shares in sessions go too.
        </DeleteButton>
      </SummaryHead>
      <TraceFacts project={project} trace={trace} onCounting={onCounting} />
      {children}
    </section>
  );
}

function TraceFacts({ project, trace, onCounting }: Omit<Props, 'children'>) {
  const startMs = parseTime(trace.start_time);
  const hasUsage = trace.observation_count > 0 || trace.total_tokens > 0 || trace.total_cost > 0;
  return (
    <Facts>
      <Fact name="Duration">
        <span title={`Started ${formatExact(startMs)}`}>
          <TraceDuration trace={trace} />
        </span>
      </Fact>
      {hasUsage && (
        <>
          <Fact name="Tokens">
            <Tokens usage={trace} onClick={onCounting} />
          </Fact>
          <Fact name="Cost">
            <Cost costs={trace} onClick={onCounting} />
          </Fact>
        </>
      )}
      {trace.llm_call_count > 0 && (
        <Fact name="Model calls">
          <span className="flex gap-1">
            {formatCount(trace.llm_call_count)}{' '}
            <NameList names={trace.models} className="font-normal text-ink-2 @max-[1000px]/facts:sr-only" />
          </span>
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
      {trace.user_id !== null && (
        <Fact name="User">
          <UserLink project={project} userId={trace.user_id} />
        </Fact>
      )}
      <Fact name="Started">
        <ClockTime iso={trace.start_time} />
      </Fact>
    </Facts>
  );
}
