import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { traceToolsQuery } from '../../api/queries.ts';
import { entrySpans, indexEntries } from '../../lib/entry-spans.ts';
import { formatCount, plural } from '../../lib/format.ts';
import type { SessionSection } from './session-sections.ts';
import { formatDaySecond, parseTime } from '../../lib/time.ts';
import type { ConversationContext, FactsOf } from '../../ui/conversation/context.ts';
import { LazyChunk } from '../../ui/conversation/LazyChunk.tsx';
import { estimateHeight } from '../../ui/conversation/thread-pieces.ts';
import { Thread } from '../../ui/conversation/Thread.tsx';
import { Twist } from '../../ui/text/JsonTree.tsx';
import { CostText } from '../../ui/facts/Numbers.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { traceFailure } from '../../ui/traces/trace-failure.ts';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { showHidden, shownName } from '../../lib/text.ts';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';

type Props = {
  readonly project: string;
  readonly section: SessionSection;
  /** False where the session is too large to be told: then it shows how the trace began and ended. */
  readonly isTold: boolean;
  readonly isPlain: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Whether it is among the first, which are in sight at once. */
  readonly isAtTop: boolean;
  /** Whether a search leads into it. */
  readonly isLedTo: boolean;
};

/** One trace of a session: its head folds what it added to the conversation. */
export function TraceSection(props: Props) {
  const { section, isTold, isOpen, isAtTop, isLedTo } = props;
  const { trace, entries } = section;
  const startMs = parseTime(trace.start_time);
  return (
    <article data-trace={trace.trace_id} aria-label={`Trace ${shownName(trace.trace_name)}`}>
      <SectionHead {...props} />
      {isOpen && (
        <div className="max-w-5xl px-4 py-3">
          {!isTold ? (
            <Previews trace={trace} />
          ) : entries.length === 0 ? (
            <p className="text-sm text-ink-3">
              Nothing new was said in these {plural(trace.span_count, 'span')}.
            </p>
          ) : (
            <LazyChunk
              isShown={isAtTop || isLedTo}
              room={() => ({ entries, height: estimateHeight(entries) })}
            >
              {() => <SectionThread {...props} startMs={startMs} />}
            </LazyChunk>
          )}
        </div>
      )}
    </article>
  );
}

function Previews({ trace }: { readonly trace: TraceSummary }) {
  const { input_preview, output_preview } = trace;
  const failure = traceFailure(trace);
  return (
    <div className="flex flex-col gap-1 text-sm wrap-anywhere">
      {input_preview !== null && (
        <p dir="auto" className="text-ink-3">
          {showHidden(input_preview)}
        </p>
      )}
      {output_preview !== null && <p dir="auto">{showHidden(output_preview)}</p>}
      {failure !== null && (
        <p dir="auto" className="text-error">
          {showHidden(failure)}
        </p>
      )}
    </div>
  );
}

type PlacedProps = Props & { readonly startMs: number };

function SectionThread({ project, section, isPlain, isAtTop, startMs }: PlacedProps) {
  const { trace, entries } = section;
  const { data: tools } = useQuery({
    ...traceToolsQuery(project, trace.trace_id),
    enabled: trace.tool_call_count > 0,
  });
  const factsOf: FactsOf = useMemo(() => {
    const spans = new Map(tools?.data.map((span) => [span.span_id, span]));
    return (spanId) => spans.get(spanId);
  }, [tools]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const entriesOf = useMemo(() => indexEntries(entries, spans), [entries, spans]);
  const selected = useMemo(() => entriesOf(selectedId), [entriesOf, selectedId]);
  const context: ConversationContext = useMemo(
    () => ({ project, isPlain, startMs, onSelect: setSelectedId }),
    [project, isPlain, startMs],
  );
  return (
    <Thread
      entries={entries}
      spans={spans}
      selected={selected}
      revealKey={null}
      context={context}
      factsOf={factsOf}
      isAtTop={isAtTop}
    />
  );
}

function SectionHead({ project, section, isOpen, onToggle }: Props) {
  const { trace } = section;
  return (
    <div className="num sticky top-0 z-10 flex h-9 items-center gap-2.5 border-b border-line bg-surface px-4 text-sm text-ink-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-w-0 items-center gap-1.5 rounded-sm text-ink"
      >
        <Twist open={isOpen} />
        <StatusDot of={trace} />
        <span dir="auto" className="truncate font-medium" title={shownName(trace.trace_name)}>
          <NarrowName name={trace.trace_name} />
        </span>
      </button>
      <span className="max-sm:hidden">
        <ClockTime iso={trace.start_time} format={formatDaySecond} />
      </span>
      <span className="ml-auto whitespace-nowrap">
        <TraceDuration trace={trace} />
      </span>
      {trace.total_tokens > 0 && (
        <span className="whitespace-nowrap max-sm:hidden">{formatCount(trace.total_tokens)} tokens</span>
      )}
      {trace.total_cost > 0 && (
        <span className="whitespace-nowrap">
          <CostText dollars={trace.total_cost} unpriced={trace.unpriced_call_count} />
        </span>
      )}
      <Link
        to="/p/$project/traces/$traceId"
        params={{ project, traceId: trace.trace_id }}
        className="flex-none text-accent hover:underline"
      >
        Open trace<span className="sr-only"> {shownName(trace.trace_name)}</span>
      </Link>
    </div>
  );
}
