import { formatExact, formatRelative, parseTime } from '../lib/time.ts';
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
