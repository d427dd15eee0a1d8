import type { Convention } from '../convention.ts';
import { MAX_COST, readNumber } from '../draft.ts';

const TOTAL = [
  'gen_ai.usage.cost',
  'gen_ai.usage.total_cost',
  'gen_ai.cost.total_cost',
  'gen_ai.cost.total',
  'llm.cost.total',
  'litellm.cost.total',
  'operation.cost',
] as const;
const INPUT = [
  'gen_ai.usage.input_cost',
  'gen_ai.cost.input_cost',
  'gen_ai.cost.input',
  'llm.cost.prompt',
  'litellm.cost.input',
] as const;
const OUTPUT = [
  'gen_ai.usage.output_cost',
  'gen_ai.cost.output_cost',
  'gen_ai.cost.output',
  'llm.cost.completion',
  'litellm.cost.output',
] as const;

/** What instrumentations say that a call cost, in dollars: OpenLIT, OpenInference, Logfire, LiteLLM and others. */
export const ownCost: Convention = {
  keys: [...TOTAL, ...INPUT, ...OUTPUT],
  read(span, draft) {
    draft.totalCost ??= readNumber(span.attributes, MAX_COST, ...TOTAL);
    draft.inputCost ??= readNumber(span.attributes, MAX_COST, ...INPUT);
    draft.outputCost ??= readNumber(span.attributes, MAX_COST, ...OUTPUT);
  },
};
