import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { inputPreview, outputPreview } from '../preview.ts';

/** The outer span of a chat, with the sum of its calls' tokens: only what is around calls and tools has no operation. */
const chat: Convention = {
  keys: ['tanstack.ai.*'],
  read({ attributes }, draft) {
    if (attributes.has('gen_ai.operation.name') || attributes.has('gen_ai.tool.name')) return;
    draft.observationType ??= 'chain';
    draft.inputPreview ??= inputPreview(attributes.get('langfuse.observation.input'));
    draft.outputPreview ??= outputPreview(attributes.get('langfuse.observation.output'));
  },
};

/** TanStack AI by its own middleware, which writes all content a second time under Langfuse's keys. */
export const tanStackAi: Framework = {
  slug: 'tanstack-ai',
  documentation: 'https://tanstack.com/ai/latest/docs/advanced/otel',
  keys: ['tanstack.ai.*'],
  conventions: [chat, genAi],
  refine({ attributes }, draft) {
    // Nothing came out: it writes null.
    if (attributes.string('tanstack.ai.tool.outcome') === 'error') draft.outputPreview = null;
  },
};
