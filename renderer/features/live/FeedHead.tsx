import { MessageSquareText } from 'lucide-react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import type { FeedRow } from '../../lib/feed.ts';
import { formatCount } from '../../lib/format.ts';
import { showHidden, shownName } from '../../lib/text.ts';
import { CostText } from '../../ui/facts/Numbers.tsx';
import { FrameworkIcons } from '../../ui/traces/FrameworkIcons.tsx';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';
import { SessionLink } from '../../ui/traces/SessionLink.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { Cell } from './Cell.tsx';

type Props = {
  readonly row: FeedRow & { kind: 'trace' };
  readonly project: string;
  readonly trace: TraceSummary | undefined;
  readonly isActive: boolean;
};

/** The trace that the lines below it are of, until its summary is there by its id. */
export function FeedHead({ row, project, trace, isActive }: Props) {
  if (trace === undefined) return <Cell className="font-mono text-ink-3">{row.traceId}</Cell>;
  const name = shownName(trace.trace_name);
  return (
    <>
      <Cell className="flex min-w-0 flex-auto items-center gap-2">
        <StatusDot of={trace} />
        <span dir="auto" className="truncate font-semibold" title={name}>
          <NarrowName name={trace.trace_name} />
        </span>
        {row.isContinued && <span className="flex-none text-xs text-ink-3">goes on</span>}
        {trace.framework !== null && <FrameworkIcons slugs={[trace.framework]} />}
      </Cell>
      {/* The session gives way first, since the name tells more: where no room for some letters is left, it wraps out of sight. */}
      {trace.session_id !== null && (
        <Cell className="ml-3 flex h-lh max-w-44 min-w-0 shrink-[9999] flex-wrap justify-end overflow-hidden text-xs text-ink-3 before:h-lh before:content-['']">
          <span
            className="flex min-w-20 flex-1 items-center justify-end gap-1"
            title={`Session ${showHidden(trace.session_id)}`}
          >
            <MessageSquareText size={11} aria-hidden className="flex-none" />
            <span className="min-w-0">
              <SessionLink project={project} sessionId={trace.session_id} tabIndex={isActive ? 0 : -1} />
            </span>
          </span>
        </Cell>
      )}
      <Cell className="num ml-3 flex flex-none items-center gap-3 text-xs whitespace-nowrap text-ink-3">
        {trace.total_tokens > 0 && (
          <span className="@max-[620px]/feed:hidden">{formatCount(trace.total_tokens)} tokens</span>
        )}
        {trace.total_cost > 0 && (
          <span className="@max-[720px]/feed:hidden">
            <CostText dollars={trace.total_cost} unpriced={trace.unpriced_call_count} />
          </span>
        )}
        <span>
          <TraceDuration trace={trace} />
        </span>
      </Cell>
    </>
  );
}
