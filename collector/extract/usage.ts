import type { Draft } from './draft.ts';
import type { Cost, SpanInput, Usage } from './fields.ts';
import { type Pricing, UNKNOWN_COST } from './pricing.ts';

export const NO_USAGE: Usage = Object.freeze({
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
});

/**
 * The draft's counts with `inputTokens` as the whole input and `outputTokens` as the whole output, and the total computed
 * where the span has none. An embedding's total is its input.
 */
export function usageOf(draft: Draft): Usage {
  const { cacheReadTokens, cacheWriteTokens, reasoningTokens } = draft;
  const said = draft.inputTokens ?? draft.outputTokens ?? draft.totalTokens;
  if ((said ?? cacheReadTokens ?? cacheWriteTokens) === null)
    return reasoningTokens === null ? NO_USAGE : { ...NO_USAGE, reasoningTokens };
  const cached = (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  const cacheBeside = cacheIsBeside(draft, cached);
  const ownInput =
    draft.observationType === 'embedding' ? draft.inputTokens || draft.totalTokens : draft.inputTokens;
  const inputTokens = cacheBeside ? (ownInput ?? 0) + cached : ownInput;
  const reasoningBeside = reasoningIsBeside(draft, inputTokens ?? 0);
  const outputTokens = reasoningBeside
    ? (draft.outputTokens ?? 0) + (reasoningTokens ?? 0)
    : draft.outputTokens;
  const sum = (inputTokens ?? 0) + (outputTokens ?? 0);
  // A total that leaves out the cached or the reasoning tokens is no total of these.
  const isShort =
    draft.totalTokens === null || (cacheBeside || reasoningBeside ? draft.totalTokens < sum : false);
  const totalTokens = isShort ? sum : draft.totalTokens;
  const told = { inputTokens, outputTokens, totalTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens };
  const untold = (totalTokens ?? 0) - sum;
  return untold > 0 && inputTokens !== null && isGemini(draft) ? addUntold(told, untold, draft) : told;
}

const modelOf = (draft: Draft): string => draft.responseModel ?? draft.requestModel ?? '';
const isGemini = (draft: Draft): boolean => /gemini/i.test(modelOf(draft));
/** Of Gemini's models those before 2.5 do not think, but for experiments that say so. */
const thinks = (model: string): boolean => !/gemini-(1\.|2\.0)/i.test(model) || /thinking/i.test(model);

/**
 * Gemini's total has what some who hand on its counts tell nowhere else: thoughts, and what tools of Google's answered, which
 * is input. Where thoughts are told, or the model has none, the rest can only be the latter.
 */
function addUntold(told: Usage, untold: number, draft: Draft): Usage {
  if (told.reasoningTokens !== null || !thinks(modelOf(draft)))
    return { ...told, inputTokens: (told.inputTokens ?? 0) + untold };
  return { ...told, outputTokens: (told.outputTokens ?? 0) + untold, reasoningTokens: untold };
}

/**
 * Whether the cached tokens stand beside the input. Where the framework does not say so, the numbers can: a part is
 * never more than its whole, and a total that needs the cached tokens counts them on top.
 */
function cacheIsBeside(draft: Draft, cached: number): boolean {
  if (draft.cacheIsBesideInput) return true;
  if (cached === 0 || draft.inputTokens === null) return false;
  if (cached > draft.inputTokens) return true;
  return (
    draft.totalTokens !== null && draft.totalTokens === draft.inputTokens + cached + (draft.outputTokens ?? 0)
  );
}

/**
 * The same for what a model thought: Gemini's API counts thoughts beside the answer, and its total may have room for more
 * than these.
 */
function reasoningIsBeside(draft: Draft, input: number): boolean {
  const { reasoningTokens, totalTokens } = draft;
  if (reasoningTokens === null || reasoningTokens === 0) return false;
  if (draft.reasoningIsBesideOutput) return true;
  if (draft.outputTokens === null) return false;
  if (reasoningTokens > draft.outputTokens) return true;
  const sum = input + draft.outputTokens + reasoningTokens;
  return totalTokens !== null && (isGemini(draft) ? totalTokens >= sum : totalTokens === sum);
}

/** What the span itself says it cost, in dollars; null where it does not. */
export const ownCostOf = ({ inputCost, outputCost, totalCost }: Draft): number | null =>
  totalCost ?? addCosts(inputCost, outputCost);

/** What the span itself says it cost, else what the price list says; see `Cost.known`. */
export function costOf(span: SpanInput, draft: Draft, usage: Usage, pricing: Pricing): Cost {
  const own = ownCostOf(draft);
  const listed = listedCost(span, draft, usage, pricing);
  // Instrumentations that do not know a model write 0.
  if (own === null || own === 0) return listed;
  if (draft.inputCost !== null || draft.outputCost !== null) return costOfParts(draft, listed);
  const share = listed.total > 0 ? own / listed.total : 0;
  return { input: listed.input * share, output: listed.output * share, total: own, known: true };
}

/** A part that the span leaves out is what its total has room for; without a total, what the price list says. */
function costOfParts({ inputCost, outputCost, totalCost }: Draft, listed: Cost): Cost {
  const rest = (known: number | null, own: number): number =>
    totalCost === null ? own : Math.max(totalCost - (known ?? 0), 0);
  const input = inputCost ?? rest(outputCost, listed.input);
  const output = outputCost ?? rest(inputCost, listed.output);
  return { input, output, total: totalCost ?? input + output, known: true };
}

function listedCost(span: SpanInput, draft: Draft, usage: Usage, pricing: Pricing): Cost {
  if (usage === NO_USAGE || (draft.responseModel ?? draft.requestModel) === null) return UNKNOWN_COST;
  // Input and output have prices of their own: a total alone has none.
  if (usage.totalTokens && !usage.inputTokens && !usage.outputTokens) return UNKNOWN_COST;
  return pricing.costOf({
    system: draft.system,
    models: [draft.responseModel, draft.requestModel],
    usage,
    timeMs: Number(span.startUnixNano) / 1e6,
    cacheWriteHourTokens: draft.cacheWriteHourTokens,
    audioInputTokens: draft.audioInputTokens,
    audioOutputTokens: draft.audioOutputTokens,
  });
}

const addCosts = (input: number | null, output: number | null): number | null =>
  input === null && output === null ? null : (input ?? 0) + (output ?? 0);
