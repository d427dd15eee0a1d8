/** Dollars per million tokens; a step applies to the whole call once its input is longer than `above` tokens. */
export interface Rate {
  readonly base: number;
  readonly steps: readonly { readonly above: number; readonly rate: number }[];
}

/** What a model costs. A kind of token without a price of its own costs what the kind it belongs to costs. */
export interface PriceSheet {
  readonly provider: string;
  readonly model: string;
  readonly input: Rate;
  readonly output: Rate;
  readonly cacheRead: Rate | null;
  readonly cacheWrite: Rate | null;
  /** Of what is kept in the cache for an hour; it belongs to `cacheWrite`. */
  readonly cacheWriteHour: Rate | null;
  readonly reasoning: Rate | null;
  readonly audioInput: Rate | null;
  readonly audioOutput: Rate | null;
  /** Dollars a request, whatever its length. */
  readonly request: number;
  /** Its price depends on the day or the time of day. */
  readonly varies: boolean;
}

/** Dollars per million tokens for a call with `inputTokens` tokens of input. */
export function rateFor(rate: Rate, inputTokens: number): number {
  let dollars = rate.base;
  for (const step of rate.steps) if (inputTokens > step.above) dollars = step.rate;
  return dollars;
}

/** Whatever the number of tokens. */
export const flat = (dollars: number): Rate => ({ base: dollars, steps: [] });

/** Dollars for a million tokens that come in and go out, and nothing else that has a price. */
export const flatSheet = (provider: string, model: string, input: number, output: number): PriceSheet => ({
  provider,
  model,
  input: flat(input),
  output: flat(output),
  cacheRead: null,
  cacheWrite: null,
  cacheWriteHour: null,
  reasoning: null,
  audioInput: null,
  audioOutput: null,
  request: 0,
  varies: false,
});
