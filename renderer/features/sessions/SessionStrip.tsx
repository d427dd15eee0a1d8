import { Toolbar } from 'radix-ui';
import { useMemo, useRef } from 'react';
import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { plural } from '../../lib/format.ts';
import { isOpen } from '../../lib/progress.ts';
import { traceTimeText } from '../../lib/span-labels.ts';
import { stripMarks, type StripMark } from './session-strip.ts';
import { shownName } from '../../lib/text.ts';
import { formatDaySecond, parseTime } from '../../lib/time.ts';
import { classNames } from '../../ui/class-names.ts';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { useNow } from '../../ui/use-now.ts';

type Props = {
  readonly session: SessionDetail;
  /** Brings a trace's part of the conversation into view. */
  readonly onGo: (traceId: string) => void;
};

/** As wide as a finger's or an unsteady pointer's target must be (WCAG 2.5.8). */
const LEAST_PX = 24;

/** The session's traces over time; each leads to its part of the conversation. One stop of the Tab key, arrows go on. */
export function SessionStrip({ session, onGo }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const width = useElementWidth(strip);
  const marks = useMemo(() => {
    const window = { startMs: parseTime(session.start_time), endMs: parseTime(session.end_time) };
    return stripMarks(session.traces, window, width, LEAST_PX);
  }, [session, width]);
  return (
    <Toolbar.Root
      ref={strip}
      aria-label="Traces over time"
      className="relative mt-2.5 h-6.5 overflow-hidden rounded-md border border-line bg-surface"
    >
      {marks.map((mark) => (
        <Mark key={mark.place.left} mark={mark} onGo={onGo} />
      ))}
    </Toolbar.Root>
  );
}

type MarkProps = { readonly mark: StripMark<TraceSummary>; readonly onGo: Props['onGo'] };

function Mark({ mark, onGo }: MarkProps) {
  const { place, first, count, bars } = mark;
  const now = useNow();
  const name = nameOf(first, now);
  const label = count === 1 ? name : `${plural(count, 'trace')}, first ${name}`;
  return (
    <Toolbar.Button
      aria-label={label}
      title={label}
      onClick={() => onGo(first.trace_id)}
      className="absolute inset-y-0 rounded-sm hover:bg-hover focus-visible:-outline-offset-2"
      style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
    >
      {bars.map(({ bar, hasError }) => (
        <span
          key={`${bar.left} ${hasError}`}
          aria-hidden
          className={classNames(
            'absolute inset-y-1.5 min-w-1.5 rounded-[3px] border',
            hasError ? 'border-error bg-error-soft' : 'border-accent bg-accent-soft',
          )}
          style={{
            left: `min(${(100 * (bar.left - place.left)) / place.width}%, calc(100% - 6px))`,
            width: `${(100 * bar.width) / place.width}%`,
          }}
        />
      ))}
    </Toolbar.Button>
  );
}

function nameOf(trace: TraceSummary, nowMs: number): string {
  const clock = formatDaySecond(parseTime(trace.start_time), nowMs);
  return `${shownName(trace.trace_name)} at ${clock}, ${traceTimeText(trace, isOpen(trace, nowMs))}`;
}
