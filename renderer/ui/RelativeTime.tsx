import { formatDayClock, formatExact, formatRelative, parseTime } from '../lib/time.ts';
import { useNow } from './use-now.ts';

/** `3 min ago`, with the exact time on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const now = useNow();
  const timeMs = parseTime(iso);
  return (
    <time dateTime={iso} title={formatExact(timeMs)} className="num whitespace-nowrap">
      {formatRelative(timeMs, now)}
    </time>
  );
}

type ClockProps = {
  readonly iso: string;
  /** How it reads where milliseconds have no room or tell nothing. */
  readonly format?: (timeMs: number, nowMs: number) => string;
};

/** `12:04:31.208`, with the day before it unless it is today, and the exact time on hover. */
export function ClockTime({ iso, format = formatDayClock }: ClockProps) {
  const now = useNow();
  const timeMs = parseTime(iso);
  return (
    <time dateTime={iso} title={formatExact(timeMs)} className="num whitespace-nowrap">
      {format(timeMs, now)}
    </time>
  );
}
