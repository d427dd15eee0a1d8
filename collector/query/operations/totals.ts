import { callsModel } from '../../contract/model-calls.ts';
import type {
  CountedUsage,
  LeftOutReason,
  LeftOutUsage,
  PriceUsed,
  TraceTotals,
} from '../../contract/totals.ts';
import type { PricedCall, Pricing } from '../../extract/pricing.ts';
import { likenessOf } from '../../lib/call-figures.ts';
import { usageOfTrace, type UsageRow } from '../../store/reader/trace-totals.ts';
import type { InTrace, Reader } from '../reader.ts';

/** How a trace's tokens and cost were counted, with the reader's prices. */
export function traceTotals(reader: Reader, at: InTrace): TraceTotals {
  const counted: CountedUsage[] = [];
  const leftOut: LeftOutUsage[] = [];
  const rows = usageOfTrace(reader.statements, reader.trace(at).id);
  const told = new Set(rows.flatMap((row) => (row.counts ? answerOf(row) : [])));
  for (const row of rows) {
    const usage = usageOf(row);
    if (row.counts)
      counted.push({ ...usage, cost_source: row.cost_source, price: priceUsed(row, reader.pricing) });
    else leftOut.push({ ...usage, reason: whyLeftOut(row, told) });
  }
  return { counted, left_out: leftOut };
}

/** What two recordings of one answer have in common: its id, or the figures of the call where one leaves that out. */
const answerOf = (row: UsageRow): readonly (string | null)[] => [
  row.response_id,
  likenessOf(row.parent_span_id, {
    inputTokens: row.input_tokens ?? 0,
    outputTokens: row.output_tokens ?? 0,
    cacheReadTokens: row.cache_read_tokens ?? 0,
    cacheWriteTokens: row.cache_write_tokens ?? 0,
    totalCost: row.dollars,
  }),
];

/** `told`: of the answers whose usage counts, see `answerOf`. */
function whyLeftOut(row: UsageRow, told: ReadonlySet<string | null>): LeftOutReason {
  const { observation_type, is_told_around } = row;
  if (!callsModel(observation_type)) return 'descendant_has_usage';
  if (is_told_around) return 'call_around_tells_more';
  const isTold = answerOf(row).some((answer) => answer !== null && told.has(answer));
  return isTold ? 'same_response' : 'nested_call_has_usage';
}

function usageOf(row: UsageRow): Omit<LeftOutUsage, 'reason'> {
  const inputTokens = row.input_tokens ?? 0;
  const outputTokens = row.output_tokens ?? 0;
  return {
    span_id: row.span_id,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: row.total_tokens ?? inputTokens + outputTokens,
    cache_read_tokens: row.cache_read_tokens ?? 0,
    cache_write_tokens: row.cache_write_tokens ?? 0,
    reasoning_tokens: row.reasoning_tokens ?? 0,
    cost: row.dollars,
  };
}

/** The price as it is now, where the stored cost is what it makes. */
function priceUsed(row: UsageRow, pricing: Pricing): PriceUsed | null {
  if (row.cost_source === 'span' || (row.response_model ?? row.request_model) === null) return null;
  const call: PricedCall = {
    system: row.system,
    models: [row.response_model, row.request_model],
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      totalTokens: row.total_tokens,
      cacheReadTokens: row.cache_read_tokens,
      cacheWriteTokens: row.cache_write_tokens,
      reasoningTokens: row.reasoning_tokens,
    },
    timeMs: row.start_us / 1000,
  };
  const priced = pricing.costOf(call);
  if (!priced.known || Math.abs(priced.total - row.dollars) > 2e-12) return null;
  const price = pricing.priceOf(call);
  if (price === null) return null;
  const { provider, model, input, output, cacheRead, cacheWrite, reasoning } = price;
  return { provider, model, input, output, cache_read: cacheRead, cache_write: cacheWrite, reasoning };
}
