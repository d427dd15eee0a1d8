import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatClock, parseTime } from '../../lib/time.ts';
import { formatCost, formatCount, formatDuration, plural } from '../../lib/format.ts';
import type { SessionSection } from '../../lib/session-sections.ts';
import type { ConversationContext } from '../../ui/conversation/context.ts';
import { Thread } from '../../ui/conversation/Thread.tsx';
import { Twist } from '../../ui/JsonTree.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';

const NOTHING: ReadonlySet<string> = new Set();
// A session's page does not load the spans of its traces, so tools show neither span nor duration.
const NO_SPANS: ReadonlyMap<string, string> = new Map();

type Props = { readonly project: string; readonly section: SessionSection; readonly isPlain: boolean };

/** One trace of a session: its head folds what it added to the conversation. */
export function TraceSection({ project, section, isPlain }: Props) {
  const { trace, entries } = section;
  const [open, setOpen] = useState(true);
  const startMs = parseTime(trace.start_time);
  const context: ConversationContext = { project, isPlain, startMs, spanFacts: () => undefined };
  return (
    <article aria-label={`Trace ${trace.trace_name}`}>
      <div className="num sticky top-0 z-10 flex h-9 items-center gap-2.5 border-b border-line bg-surface px-4 text-sm text-ink-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 items-center gap-1.5 rounded-sm text-ink"
        >
          <Twist open={open} />
          <StatusDot errors={trace.error_count} hasError={trace.has_error} isComplete={trace.is_complete} />
          <span className="truncate font-medium">{trace.trace_name}</span>
        </button>
        <span>{formatClock(startMs).slice(0, 8)}</span>
        <span className="ml-auto">{formatDuration(trace.duration_ms)}</span>
        {trace.total_tokens > 0 && <span>{formatCount(trace.total_tokens)} tokens</span>}
        {trace.total_cost > 0 && <span>{formatCost(trace.total_cost)}</span>}
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project, traceId: trace.trace_id }}
          className="flex-none text-accent hover:underline"
        >
          Open trace<span className="sr-only"> {trace.trace_name}</span>
        </Link>
      </div>
      {open && (
        <div className="max-w-5xl px-4 py-3">
          {entries.length === 0 ? (
            <p className="text-sm text-ink-3">
              Nothing new was said in these {plural(trace.span_count, 'span')}.
            </p>
          ) : (
            <Thread
              entries={entries}
              spans={NO_SPANS}
              selected={NOTHING}
              revealKey={null}
              context={context}
            />
          )}
        </div>
      )}
    </article>
  );
}
