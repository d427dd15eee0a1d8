import { useQuery } from '@tanstack/react-query';
import { traceTotalsQuery } from '../../../api/queries.ts';
import { countingOf, priceParts, priceText, reasonText } from './counting.ts';
import type { SpanPageProps } from './span-page.ts';

/** Whether the span's tokens are in the trace's totals, and what price its cost is from. */
export function SpanCounting({ project, traceId, spanId }: Omit<SpanPageProps, 'isSettled'>) {
  const { data } = useQuery(traceTotalsQuery(project, traceId));
  const counting = data === undefined ? null : countingOf(data, spanId);
  if (counting === null) return null;
  return (
    <section aria-label="How it was counted">
      <h3 className="mb-1 text-xs font-semibold text-ink-3">How it was counted</h3>
      {'leftOut' in counting ? (
        <p className="text-sm text-ink-2">Left out of the trace’s totals. {reasonText(counting.leftOut)}</p>
      ) : (
        <div className="num text-sm text-ink-2">
          <p>In the trace’s totals, once. Price: {priceText(counting.counted)}</p>
          {counting.counted.price !== null && (
            <p className="text-xs text-ink-3">{priceParts(counting.counted.price)} a million tokens</p>
          )}
        </div>
      )}
    </section>
  );
}
