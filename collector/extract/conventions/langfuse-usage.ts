import { MAX_COST, MAX_COUNT, type Draft } from '../draft.ts';

/** Longer usage is no usage. */
const MAX_LENGTH = 10_000;

type Counts = ReadonlyMap<string, number>;

const CACHE_READ = /cache(d_tokens|_read|d_content|d$)/;
const CACHE_WRITE = /cache_(creation|write)/;
const REASONING = /reasoning|thought/;

/**
 * Reads Langfuse's `usage_details`: token counts by kind, as JSON. Kinds stand beside each other (`input` is what was not
 * cached, `output` what was not thought), as Langfuse adds their costs up; its own wrappers of SDKs take the parts out. A
 * program may also hand over a provider's usage as it is, where parts are in their whole.
 */
export function readUsageDetails(json: string | undefined, draft: Draft): void {
  const usage = parseObject(json);
  if (usage === null) return;
  const counts = countsOf(usage);
  const input = first(counts, 'input', 'input_tokens', 'prompt_tokens', 'promptTokens', 'inputTokens');
  const output = first(
    counts,
    'output',
    'output_tokens',
    'completion_tokens',
    'completionTokens',
    'outputTokens',
  );
  const total = first(counts, 'total', 'total_tokens', 'totalTokens');
  const [own, nested] = [ownParts(counts), nestedParts(usage)];
  const sum = (parts: Counts, kinds: RegExp): number | null => sumOf(parts, (kind) => kinds.test(kind));
  const read = (kinds: RegExp): number | null => larger(sum(own, kinds), sum(nested, kinds));
  const audio = (...kinds: readonly string[]): number | null =>
    larger(first(own, ...kinds), first(nested, ...kinds));
  draft.cacheReadTokens ??= read(CACHE_READ);
  draft.cacheWriteTokens ??= read(CACHE_WRITE);
  draft.reasoningTokens ??= read(REASONING);
  draft.audioInputTokens ??= audio('input_audio_tokens', 'input_audio');
  draft.audioOutputTokens ??= audio('output_audio_tokens', 'output_audio');
  draft.totalTokens ??= total;
  // Nested details are a provider's own; there, and where the total has no room for the parts, they are in the whole.
  const isWhole = hasDetails(usage) || (total !== null && total === (input ?? 0) + (output ?? 0));
  const beside = (isOutput: boolean): number =>
    isWhole ? 0 : (sumOf(own, (kind) => isOutputPart(kind) === isOutput) ?? 0);
  draft.inputTokens ??= input === null && beside(false) === 0 ? null : (input ?? 0) + beside(false);
  draft.outputTokens ??= output === null && beside(true) === 0 ? null : (output ?? 0) + beside(true);
}

/**
 * Reads Langfuse's `cost_details`: dollars by the same kinds, which it adds up where nobody says a `total`; `input` alone is
 * not what all of the input cost.
 */
export function readCostDetails(json: string | undefined, draft: Draft): void {
  const costs = parseObject(json);
  if (costs === null) return;
  const dollars = new Map<string, number>();
  for (const [kind, cost] of Object.entries(costs))
    if (typeof cost === 'number' && cost >= 0 && cost <= MAX_COST) dollars.set(kind, cost);
  draft.totalCost ??= dollars.get('total') ?? null;
  dollars.delete('total');
  draft.inputCost ??= sumOf(dollars, (kind) => !isOutputPart(kind));
  draft.outputCost ??= sumOf(dollars, isOutputPart);
}

const isOutputPart = (kind: string): boolean => /^(output|completion)/.test(kind) || REASONING.test(kind);

const WHOLE = /^(input|output|prompt|completion|total)(_?tokens)?$/i;

/** Every kind but the sums. */
const ownParts = (counts: Counts): Counts => new Map([...counts].filter(([kind]) => !WHOLE.test(kind)));

/** The kinds of nested details, with the side's name before them. */
function nestedParts(usage: Readonly<Record<string, unknown>>): Counts {
  const parts = new Map<string, number>();
  for (const [name, details] of Object.entries(usage)) {
    if (!isDetails(name, details)) continue;
    const side = /^(output|completion)/.test(name) ? 'output' : 'input';
    for (const [kind, count] of countsOf(details)) parts.set(`${side}_${kind}`, count);
  }
  return parts;
}

function hasDetails(usage: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(usage).some(([name, details]) => isDetails(name, details));
}

function isDetails(name: string, value: unknown): value is Readonly<Record<string, unknown>> {
  return /details$/i.test(name) && typeof value === 'object' && value !== null;
}

function countsOf(usage: Readonly<Record<string, unknown>>): Counts {
  const counts = new Map<string, number>();
  for (const [kind, count] of Object.entries(usage))
    if (typeof count === 'number' && count >= 0 && count <= MAX_COUNT) counts.set(kind, Math.round(count));
  return counts;
}

function first(counts: Counts, ...kinds: readonly string[]): number | null {
  for (const kind of kinds) {
    const count = counts.get(kind);
    if (count !== undefined) return count;
  }
  return null;
}

function sumOf(counts: Counts, test: (kind: string) => boolean): number | null {
  let sum: number | null = null;
  for (const [kind, count] of counts) if (test(kind)) sum = (sum ?? 0) + count;
  return sum;
}

/** Of two places that say the same, where both do: LiteLLM tells cached tokens in its details and beside them. */
function larger(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function parseObject(json: string | undefined): Readonly<Record<string, unknown>> | null {
  if (json === undefined || json.length > MAX_LENGTH) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
