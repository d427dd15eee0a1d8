import { formatCount, plural } from '../../lib/format.ts';
import type { LastDistribution } from '../../lib/metric-lines.ts';
import { showHidden } from '../../lib/text.ts';
import { formatExact } from '../../lib/time.ts';
import { BucketBars } from '../../ui/chart/BucketBars.tsx';

type Props = {
  readonly name: string;
  /** Of the metric. */
  readonly seriesCount: number;
  /** The newest first. */
  readonly distributions: readonly LastDistribution[];
  readonly format: (value: number) => string;
};

const MOST = 6;

/** How a histogram's values lie, once for each set of buckets that its series have. */
export function Distributions({ name, seriesCount, distributions, format }: Props) {
  if (distributions.length === 0) return null;
  const isOne = distributions.length === 1;
  return (
    <section className="px-4 pt-4">
      <h3 className="mb-1 text-xs font-semibold text-ink-3">Distribution at the last point</h3>
      {distributions.slice(0, MOST).map(({ names, timeMs, buckets }) => {
        const told = names.join(', ');
        return (
          <div key={told} className="mb-3">
            {!isOne && (
              <p className="truncate text-sm text-ink-2" title={`${told}, ${formatExact(timeMs)}`}>
                {formatCount(names.length)} of {plural(seriesCount, 'series', 'series')}: {told}
              </p>
            )}
            <BucketBars
              label={showHidden(`Distribution of ${name}${isOne ? '' : `, ${told}`}`)}
              buckets={buckets}
              format={format}
            />
          </div>
        );
      })}
      {!isOne && (
        <p className="text-sm text-ink-3">
          Series whose buckets differ can&rsquo;t be summed up.
          {distributions.length > MOST && ` ${distributions.length - MOST} more are not drawn.`}
        </p>
      )}
    </section>
  );
}
