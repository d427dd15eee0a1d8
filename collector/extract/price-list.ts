import { calcPrice } from '@pydantic/genai-prices';
import { flat, flatSheet, type PriceSheet, type Rate } from './price-sheet.ts';

/** Names that say whose they are, which the list's own patterns of such names leave out. */
const PROVIDERS_OF_NAMES: readonly (readonly [name: RegExp, providerId: string])[] = [
  [/anthropic\.|amazon\.|meta\./, 'aws'],
  [/^text-embedding-(3|ada)-/i, 'openai'],
  [/^embed-v\d/i, 'cohere'],
];

/** What instrumentations call a provider, where the list does not know it by that. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([['togetherai', 'together']]);

/** Programs that run models on whoever's machine, as systems and as the first part of a model's name. */
const LOCAL_RUNTIME =
  /^(hosted_)?(ollama|lm[-_ ]?studio|vllm|sglang|llama[-_.]?cpp|llamafile|local[-_]?ai|mlx)(?![a-z])/i;
/** The size in one of Ollama's tags, which nobody who sells tokens writes so. */
const OLLAMA_SIZE = /:\d+(\.\d+)?b(-|$)/i;
/** How OpenRouter marks what it gives away. */
const FREE_OF_CHARGE = ':free';

/**
 * Looks a model up in genai-prices' bundled data: by the provider's name (as instrumentations write it: `openai.chat`,
 * `aws.bedrock`), then by the model alone where its name says whose it is, then by the parts of `provider/model`. Null when
 * it is not listed, or runs where nobody is paid for tokens. Takes tens of microseconds; never throws, never asks the network.
 */
export function lookUpPrice(system: string | null, model: string, timeMs: number): PriceSheet | null {
  if (model === '') return null;
  if (model.endsWith(FREE_OF_CHARGE)) return flatSheet('openrouter', model, 0, 0);
  const timestamp = new Date(timeMs);
  const provider = PROVIDERS.get(system?.toLowerCase() ?? '') ?? system;
  const listed = provider === null ? null : find(model, timestamp, provider);
  if (listed !== null || isLocal(system, model)) return listed;
  const found = findAlone(model, timestamp);
  if (found !== null) return found;
  const slash = model.indexOf('/');
  if (slash < 0) return null;
  const rest = model.slice(model.lastIndexOf('/') + 1);
  return find(rest, timestamp, model.slice(0, slash)) ?? findAlone(rest, timestamp);
}

const isLocal = (system: string | null, model: string): boolean =>
  LOCAL_RUNTIME.test(system ?? '') || LOCAL_RUNTIME.test(model) || OLLAMA_SIZE.test(model);

function findAlone(model: string, timestamp: Date): PriceSheet | null {
  const found = find(model, timestamp, undefined);
  if (found !== null) return found;
  const [, providerId] = PROVIDERS_OF_NAMES.find(([name]) => name.test(model)) ?? [];
  return providerId === undefined ? null : find(model, timestamp, providerId);
}

function find(model: string, timestamp: Date, providerId: string | undefined): PriceSheet | null {
  try {
    const options = providerId === undefined ? { timestamp } : { timestamp, providerId };
    const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, options);
    if (found === null) return null;
    const prices: Readonly<Record<string, unknown>> = found.model_price;
    const input = rateOf(prices['input_mtok']);
    const output = rateOf(prices['output_mtok']);
    const request = prices['requests_kcount'];
    if (input === null && output === null) return null;
    return {
      provider: found.provider.id,
      model: found.model.id,
      input: input ?? FREE,
      output: output ?? FREE,
      cacheRead: rateOf(prices['cache_read_mtok']),
      cacheWrite: rateOf(prices['cache_write_mtok']),
      cacheWriteHour: rateOf(prices['cache_write_1h_mtok']),
      reasoning: rateOf(prices['output_reasoning_mtok']),
      audioInput: rateOf(prices['input_audio_mtok']),
      audioOutput: rateOf(prices['output_audio_mtok']),
      request: typeof request === 'number' ? request / 1000 : 0,
      varies: Array.isArray(found.model.prices),
    };
  } catch {
    return null;
  }
}

const FREE = flat(0);

function rateOf(price: unknown): Rate | null {
  if (typeof price === 'number') return flat(price);
  if (typeof price !== 'object' || price === null || !('base' in price) || !('tiers' in price)) return null;
  const { base, tiers } = price;
  if (typeof base !== 'number' || !Array.isArray(tiers)) return null;
  const steps = tiers
    .flatMap((tier: { start?: unknown; price?: unknown }) =>
      typeof tier.start === 'number' && typeof tier.price === 'number'
        ? [{ above: tier.start, rate: tier.price }]
        : [],
    )
    .sort((a, b) => a.above - b.above);
  return { base, steps };
}
