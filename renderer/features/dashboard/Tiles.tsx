import type { ReactNode } from 'react';
import type { Figures } from '../../../collector/contract/stats.ts';
import { formatCost, formatCount, formatDuration, plural } from '../../lib/format.ts';
import { CostText, Tokens } from '../../ui/facts/Numbers.tsx';

/** The figures of the whole range at a glance. */
export function Tiles({ totals }: { readonly totals: Figures }) {
  const { latency_ms, time_to_first_token_ms } = totals;
  return (
    <dl className="num grid grid-cols-2 gap-px sm:grid-cols-3 overflow-hidden rounded-lg border border-line bg-line min-[68.75rem]:grid-cols-6">
      <Tile
        name="Traces"
        beside={
          <span className={totals.errors > 0 ? 'text-error' : undefined}>
            {plural(totals.errors, 'span')} with errors
          </span>
        }
      >
        {formatCount(totals.traces)}
      </Tile>
      <Tile name="Model calls" beside={plural(totals.tool_calls, 'tool call')}>
        {formatCount(totals.llm_calls)}
      </Tile>
      <Tile
        name="Tokens"
        beside={`${formatCount(totals.input_tokens)} in, ${formatCount(totals.output_tokens)} out`}
      >
        <Tokens usage={totals} />
      </Tile>
      <Tile name="Cost" beside={besideCost(totals)}>
        {totals.total_cost === 0 ? (
          '–'
        ) : (
          <CostText dollars={totals.total_cost} unpriced={totals.unpriced_calls} />
        )}
      </Tile>
      <Times name="Latency of model calls" percentiles={latency_ms} />
      <Times name="Time to first token" percentiles={time_to_first_token_ms} />
    </dl>
  );
}

/** What it leaves out, which an average would hide. */
function besideCost({ total_cost, traces, unpriced_calls }: Figures): ReactNode {
  if (unpriced_calls > 0) return `${plural(unpriced_calls, 'call')} without a price`;
  return total_cost > 0 && `${formatCost(total_cost / traces)} a trace`;
}

/** The middle, and what one in twenty takes longer than. */
function Times({
  name,
  percentiles,
}: {
  readonly name: string;
  readonly percentiles: { readonly p50: number | null; readonly p95: number | null };
}) {
  return (
    <Tile
      name={name}
      beside={
        percentiles.p95 !== null && (
          <>
            median, 95 % within <span className="whitespace-nowrap">{formatDuration(percentiles.p95)}</span>
          </>
        )
      }
    >
      {percentiles.p50 === null ? '–' : formatDuration(percentiles.p50)}
    </Tile>
  );
}

/** A figure, and below it the one that puts it right. */
function Tile({
  name,
  beside,
  children,
}: {
  readonly name: string;
  readonly beside: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="bg-bg px-3 py-2">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="truncate text-lg font-semibold tracking-[-0.01em]">{children}</dd>
      <dd className="text-xs wrap-anywhere text-ink-3">{beside}</dd>
    </div>
  );
}
