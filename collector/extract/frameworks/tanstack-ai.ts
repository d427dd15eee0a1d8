import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import type { Draft } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview } from '../preview.ts';

const SLUG = 'tanstack-ai';
const CHAT_INPUT = 'langfuse.trace.input';
const INPUT = 'langfuse.observation.input';
const OPERATION = 'gen_ai.operation.name';

/** The outer span of a chat, with the sum of its calls' tokens: only what is around calls and tools has no operation. */
const chat: Convention = {
  keys: ['tanstack.ai.*'],
  read({ attributes }, draft) {
    if (attributes.has(OPERATION) || attributes.has('gen_ai.tool.name')) return;
    draft.observationType ??= 'chain';
    readContent({ attributes }, draft);
  },
};

function readContent({ attributes }: Pick<SpanInput, 'attributes'>, draft: Draft): void {
  draft.inputPreview ??= inputPreview(attributes.get(INPUT));
  draft.outputPreview ??= outputPreview(attributes.get('langfuse.observation.output'));
}

/**
 * The outer span of a chat that failed. It lacks the key that others end with, and is known by what was asked, which is written
 * under two keys of Langfuse's and none of the conventions'; where content is not recorded nothing tells it from a call.
 */
export function refineFailedChat({ name, statusCode, attributes }: SpanInput, draft: Draft): void {
  const asked = attributes.string(CHAT_INPUT);
  const isChat =
    asked !== undefined &&
    statusCode === 2 &&
    asked === attributes.string(INPUT) &&
    name === `chat ${attributes.string('gen_ai.request.model')}` &&
    !attributes.has(OPERATION) &&
    !attributes.has('gen_ai.input.messages');
  if (!isChat) return;
  draft.framework = SLUG;
  draft.observationType = 'chain';
  readContent({ attributes }, draft);
}

/** TanStack AI by its own middleware, which writes all content a second time under Langfuse's keys. */
export const tanStackAi: Framework = {
  slug: SLUG,
  documentation: 'https://tanstack.com/ai/latest/docs/advanced/otel',
  keys: ['tanstack.ai.*'],
  conventions: [chat, genAi],
  refine({ attributes }, draft) {
    // Nothing came out: it writes null.
    if (attributes.string('tanstack.ai.tool.outcome') === 'error') draft.outputPreview = null;
  },
};
