import type { Config } from '../contract/config.ts';
import { MAX_REMEMBERED_NAME, NameCache } from '../decode/name-cache.ts';
import type { Cost, Usage } from './fields.ts';
import { priceList } from './load-price-list.ts';
import { flat, flatSheet, type PriceSheet, type Rate, rateFor } from './price-sheet.ts';

/** Prices kept, also of models that have none. */
const MAX_SHEETS = 1000;
const MINUTE_MS = 60_000;

type PriceOverrides = Config['pricing']['overrides'];

export interface PricingOptions {
  /** By model name as the spans write it, in any case; goes before the price list. */
  readonly overrides?: Readonly<PriceOverrides>;
}

/** A model call. `system` is the provider as the span names it, e.g. `openai`, `openai.chat`, `aws.bedrock`. */
export interface PricedCall {
  readonly system: string | null;
  /** Which model answered, then which was asked for; the first that has a price counts. */
  readonly models: readonly (string | null)[];
  readonly usage: Usage;
  /** Milliseconds since 1970: prices change with time. */
  readonly timeMs: number;
  /** Those of the tokens written to the cache that it keeps for an hour, not for five minutes. */
  readonly cacheWriteHourTokens?: number | null;
  readonly audioInputTokens?: number | null;
  readonly audioOutputTokens?: number | null;
}

/** The price per million tokens that a call was counted with, in dollars. */
export interface PricePerMillion {
  readonly provider: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** Neither throws; an unknown model costs 0, with `known` false, and has null for a price. */
export interface Pricing {
  costOf(call: PricedCall): Cost;
  priceOf(call: PricedCall): PricePerMillion | null;
}

export const UNKNOWN_COST: Cost = Object.freeze({ input: 0, output: 0, total: 0, known: false });

interface Kept {
  readonly sheet: PriceSheet | null;
  readonly minute: number;
}

/** Prices from the overrides, then from genai-prices' bundled list; what a model costs is looked up once and kept. */
export function createPricing(options: PricingOptions = {}): Pricing {
  const overrides = new Map<string, PriceSheet>();
  for (const [model, price] of Object.entries(options.overrides ?? {}))
    overrides.set(model.toLowerCase(), overrideSheet(model, price));
  const sheets = new NameCache<Kept>(MAX_SHEETS);

  function sheetOf(system: string | null, model: string, timeMs: number): PriceSheet | null {
    const override = overrides.size > 0 ? overrides.get(model.toLowerCase()) : undefined;
    if (override !== undefined) return override;
    const key = `${system ?? ''}\n${model}`;
    // No price list has such a name, and it matches by regular expressions.
    if (key.length > MAX_REMEMBERED_NAME) return null;
    const minute = Math.floor(timeMs / MINUTE_MS);
    const kept = sheets.get(key);
    if (kept !== undefined && (kept.minute === minute || kept.sheet?.varies !== true)) return kept.sheet;
    const sheet = priceList().lookUpPrice(system, model, timeMs);
    return sheets.add(key, { sheet, minute }).sheet;
  }

  function firstSheet(call: PricedCall): PriceSheet | null {
    for (const model of call.models) {
      const sheet = model === null ? null : sheetOf(call.system, model, call.timeMs);
      if (sheet !== null) return sheet;
    }
    return null;
  }

  return {
    costOf(call) {
      const sheet = firstSheet(call);
      return sheet === null ? UNKNOWN_COST : costWith(sheet, call);
    },
    priceOf(call) {
      const sheet = firstSheet(call);
      if (sheet === null) return null;
      const at = (rate: Rate): number => rateFor(rate, call.usage.inputTokens ?? 0);
      return {
        provider: sheet.provider,
        model: sheet.model,
        input: at(sheet.input),
        output: at(sheet.output),
        cacheRead: at(sheet.cacheRead ?? sheet.input),
        cacheWrite: at(sheet.cacheWrite ?? sheet.input),
        reasoning: at(sheet.reasoning ?? sheet.output),
      };
    },
  };
}

function overrideSheet(model: string, price: PriceOverrides[string]): PriceSheet {
  return {
    ...flatSheet('override', model, price.input, price.output),
    cacheRead: price.cache_read === undefined ? null : flat(price.cache_read),
    cacheWrite: price.cache_write === undefined ? null : flat(price.cache_write),
  };
}

function costWith(sheet: PriceSheet, call: PricedCall): Cost {
  const { usage } = call;
  const whole = usage.inputTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const forHour = Math.min(call.cacheWriteHourTokens ?? 0, written);
  const input = sideInMillionths(whole, sheet.input, whole, [
    [usage.cacheReadTokens, sheet.cacheRead],
    [forHour, sheet.cacheWriteHour ?? sheet.cacheWrite],
    [written - forHour, sheet.cacheWrite],
    [call.audioInputTokens, sheet.audioInput],
  ]);
  const output = sideInMillionths(usage.outputTokens ?? 0, sheet.output, whole, [
    [usage.reasoningTokens, sheet.reasoning],
    [call.audioOutputTokens, sheet.audioOutput],
  ]);
  return {
    input: input / 1e6,
    output: output / 1e6,
    total: (input + output) / 1e6 + sheet.request,
    known: true,
  };
}

type Part = readonly [tokens: number | null | undefined, rate: Rate | null];

/**
 * What one side of a call costs, in millionths of a dollar. Parts with a rate of their own are taken out of what is left of
 * `tokens`, so that parts which claim more than the whole never make the rest negative. `inputTokens`, the whole input, chooses
 * the step of each rate.
 */
function sideInMillionths(tokens: number, rate: Rate, inputTokens: number, parts: readonly Part[]): number {
  let rest = tokens;
  let millionths = 0;
  for (const [part, partRate] of parts) {
    if (partRate === null || !part) continue;
    const taken = Math.min(part, rest);
    rest -= taken;
    millionths += taken * rateFor(partRate, inputTokens);
  }
  return millionths + rest * rateFor(rate, inputTokens);
}
