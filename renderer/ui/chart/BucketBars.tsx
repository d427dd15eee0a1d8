import type { Bucket } from '../../lib/histogram.ts';
import { formatCount } from '../../lib/format.ts';

type Props = {
  readonly label: string;
  readonly buckets: readonly Bucket[];
  readonly format: (value: number) => string;
};

/** A histogram's buckets as a table whose rows are bars; empty ones at both ends are left out. */
export function BucketBars({ label, buckets, format }: Props) {
  const first = buckets.findIndex(({ count }) => count > 0);
  const last = buckets.findLastIndex(({ count }) => count > 0);
  const shown = first === -1 ? [] : buckets.slice(first, last + 1);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <table className="num w-full text-xs">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Values</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((bucket, index) => (
          <tr key={index}>
            <th scope="row" className="w-40 py-0.5 pr-3 text-right font-normal whitespace-nowrap text-ink-2">
              {rangeLabel(bucket, format)}
            </th>
            <td className="py-0.5">
              <div className="flex items-center gap-2">
                <div
                  className="h-3 min-w-px rounded-xs bg-accent/70"
                  style={{ width: `${(bucket.count / most) * 75}%` }}
                />
                {formatCount(bucket.count)}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rangeLabel({ low, high }: Bucket, format: (value: number) => string): string {
  if (low === null) return high === null ? 'all' : `≤ ${format(high)}`;
  return high === null ? `> ${format(low)}` : `${format(low)} – ${format(high)}`;
}
