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

/** `12:04:31.208`, with the day before it unless it is today, and the exact time on hover. */
export function ClockTime({ iso }: { readonly iso: string }) {
  const now = useNow();
  const timeMs = parseTime(iso);
  return (
    <time dateTime={iso} title={formatExact(timeMs)} className="num whitespace-nowrap">
      {formatDayClock(timeMs, now)}
    </time>
  );
}
