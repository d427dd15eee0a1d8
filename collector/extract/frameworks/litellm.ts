import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** LiteLLM's functions (`CallTypes` in litellm/types/utils.py); those that are awaited have an `a` before the name. */
const CALLS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    completion: 'generation',
    text_completion: 'generation',
    responses: 'generation',
    anthropic_messages: 'generation',
    generate_content: 'generation',
    generate_content_stream: 'generation',
    embedding: 'embedding',
    rerank: 'reranker',
  }),
);

const calls: Convention = {
  keys: ['llm.request.type', 'llm.user', 'litellm.*'],
  read({ attributes }, draft) {
    const call = attributes.string('llm.request.type') ?? '';
    draft.observationType ??= CALLS.get(call) ?? CALLS.get(call.replace(/^a/, '')) ?? null;
    // Whatever else it passes on: a model that answered had its tokens counted.
    if (call !== '' && attributes.has('gen_ai.usage.output_tokens')) draft.observationType ??= 'generation';
    if (attributes.has('litellm.guardrail.name')) draft.observationType ??= 'guardrail';
    draft.userId ??= readName(attributes, 'llm.user', 'litellm.end_user.id');
  },
};

/**
 * LiteLLM's SDK and proxy. Tokens are counted as OpenAI counts them, whatever the provider. Integrations with other platforms
 * write their names, OpenInference's among them, by the same tracer.
 */
export const litellm: Framework = {
  slug: 'litellm',
  documentation: 'https://docs.litellm.ai/docs/observability/opentelemetry_integration',
  scopes: ['litellm'],
  sharedKeys: ['litellm.*'],
  conventions: [calls, openLlmetry, openInference, genAi],
};
