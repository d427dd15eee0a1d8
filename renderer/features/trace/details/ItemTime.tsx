import { formatOffset } from '../../../lib/format.ts';
import { formatExact, parseTime } from '../../../lib/time.ts';

type Props = { readonly iso: string; readonly spanStart: string };

/** When something happened, counted from the start of its span; at the end of its line. */
export function ItemTime({ iso, spanStart }: Props) {
  const timeMs = parseTime(iso);
  return (
    <time dateTime={iso} title={formatExact(timeMs)} className="num ml-auto flex-none text-xs text-ink-3">
      {formatOffset(timeMs - parseTime(spanStart))}
    </time>
  );
}
