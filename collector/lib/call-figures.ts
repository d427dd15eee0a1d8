/** What a span says of a model call in numbers. */
export interface CallFigures {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** In whatever unit: the model shows in it. */
  readonly totalCost: number;
}

/**
 * The same for spans side by side whose calls took the same tokens and cost the same. One of two instrumentations of a call may
 * not record the id of its answer, as OpenInference's does not where Anthropic's SDK streams: nothing else tells then that
 * the two are one. Null where the span names no parent or no tokens.
 */
export function likenessOf(parentSpanId: string | null, figures: CallFigures): string | null {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, totalCost } = figures;
  if (parentSpanId === null || inputTokens + outputTokens === 0) return null;
  return `${parentSpanId} ${inputTokens} ${outputTokens} ${cacheReadTokens} ${cacheWriteTokens} ${totalCost}`;
}

/** Of two alike, at the same time: whether `copy` leaves out the id of the answer that `call`, of another instrumentation, has. */
export const isCopyWithoutId = (copy: NamedCall, call: NamedCall): boolean =>
  copy.responseId === null && call.responseId !== null && isOfAnother(copy, call);

/** OpenLLMetry's for LangChain and for OpenAI give their spans the same name. */
const isOfAnother = (copy: NamedCall, call: NamedCall): boolean =>
  copy.name !== call.name ||
  (copy.framework !== null && call.framework !== null && copy.framework !== call.framework);

export interface NamedCall {
  readonly responseId: string | null;
  /** Two instrumentations name their spans differently, or are of different frameworks. */
  readonly name: string;
  readonly framework: string | null;
}
