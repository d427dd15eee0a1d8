import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import { refineByInstrumentation } from '../conventions/open-llmetry-js.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';

const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    LLM: 'generation',
    TOOL: 'tool',
    EVALUATOR: 'evaluator',
    HUMAN_EVALUATOR: 'evaluator',
  }),
);

const TRACER = 'lmnr.tracer';

/** Functions that it observes, and what its integrations do, with what they took and gave as JSON. */
export const observed: Convention = {
  keys: ['lmnr.span.type', 'lmnr.span.input', 'lmnr.span.output'],
  read({ name, attributes }, draft) {
    draft.observationType ??= TYPES.get(attributes.string('lmnr.span.type') ?? '') ?? null;
    const isTool = draft.observationType === 'tool';
    if (isTool) draft.toolName ??= readName(attributes, 'gen_ai.tool.name') ?? (name || null);
    const input = attributes.get('lmnr.span.input');
    const output = attributes.get('lmnr.span.output');
    draft.inputPreview ??= isTool ? valuePreview(input) : inputPreview(input);
    draft.outputPreview ??= isTool ? valuePreview(output) : outputPreview(output);
  },
};

/**
 * Laminar's SDKs, OpenHands' tracing among what is built on them. They write their paths on every span of the program, so
 * these count only where the span speaks of AI otherwise.
 */
export const laminar: Framework = {
  slug: 'laminar',
  documentation: 'https://docs.lmnr.ai/tracing/otel',
  scopes: [TRACER],
  keys: observed.keys,
  sharedKeys: ['lmnr.*'],
  conventions: [observed, openLlmetry, genAi],
  refine(span, draft) {
    const { attributes, scope } = span;
    refineByInstrumentation(span, draft);
    // DEFAULT is the type of whatever was given none, also of what the conventions know better; newer SDKs leave it out.
    if (scope.name === TRACER || observed.keys.some((key) => attributes.has(key)))
      draft.observationType ??= 'chain';
  },
};
