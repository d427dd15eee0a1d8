import { Link } from '@tanstack/react-router';
import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { formatDuration } from '../../lib/format.ts';
import { parseTime } from '../../lib/time.ts';
import { placeBar } from '../../lib/waterfall.ts';
import { classNames } from '../../ui/class-names.ts';

/** The session's traces over time; each is a way to its trace. */
export function SessionStrip({
  project,
  session,
}: {
  readonly project: string;
  readonly session: SessionDetail;
}) {
  const window = { startMs: parseTime(session.start_time), endMs: parseTime(session.end_time) };
  return (
    <nav
      aria-label="Traces over time"
      className="relative mt-2.5 h-6 overflow-hidden rounded-md border border-line bg-surface"
    >
      {session.traces.map((trace) => {
        const bar = placeBar(parseTime(trace.start_time), parseTime(trace.end_time), window);
        if (bar === null) return null;
        const label = `${trace.trace_name}, ${formatDuration(trace.duration_ms)}`;
        return (
          <Link
            key={trace.trace_id}
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: trace.trace_id }}
            aria-label={label}
            title={label}
            className={classNames(
              'absolute inset-y-1.5 rounded-[3px] border focus-visible:-outline-offset-1',
              trace.has_error ? 'border-error bg-error-soft' : 'border-accent bg-accent-soft',
            )}
            style={{
              left: `min(${bar.left * 100}%, calc(100% - 6px))`,
              width: `max(${bar.width * 100}%, 6px)`,
            }}
          />
        );
      })}
    </nav>
  );
}
