import type { ReactNode } from 'react';
import type { Figures } from '../../../collector/contract/stats.ts';
import { formatCost, formatCount, formatDuration } from '../../lib/format.ts';
import { Tokens } from '../../ui/Numbers.tsx';

/** The figures of the whole range at a glance. */
export function Tiles({ totals }: { readonly totals: Figures }) {
  const { latency_ms, time_to_first_token_ms } = totals;
  return (
    <dl className="num grid grid-cols-5 min-[1440px]:grid-cols-10 gap-px overflow-hidden rounded-lg border border-line bg-line">
      <Tile name="Traces">{formatCount(totals.traces)}</Tile>
      <Tile name="Model calls">{formatCount(totals.llm_calls)}</Tile>
      <Tile name="Tool calls">{formatCount(totals.tool_calls)}</Tile>
      <Tile name="Errors">
        <span className={totals.errors > 0 ? 'text-error' : undefined}>{formatCount(totals.errors)}</span>
      </Tile>
      <Tile name="Tokens">
        <Tokens usage={totals} />
      </Tile>
      <Tile name="Cost">{totals.total_cost === 0 ? '–' : formatCost(totals.total_cost)}</Tile>
      <Tile name="Latency p50">{time(latency_ms.p50)}</Tile>
      <Tile name="Latency p95">{time(latency_ms.p95)}</Tile>
      <Tile name="First token p50">{time(time_to_first_token_ms.p50)}</Tile>
      <Tile name="First token p95">{time(time_to_first_token_ms.p95)}</Tile>
    </dl>
  );
}

function time(durationMs: number | null): string {
  return durationMs === null ? '–' : formatDuration(durationMs);
}

function Tile({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="bg-bg px-3 py-2">
      <dt className="truncate text-xs text-ink-3">{name}</dt>
      <dd className="truncate text-lg font-semibold tracking-[-0.01em]">{children}</dd>
    </div>
  );
}
