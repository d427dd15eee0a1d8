import { isClaude } from '../claude.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';
import type { Draft } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview } from '../preview.ts';

/** Steps around an agent's, and around the agents of a graph. */
const CHAINS: ReadonlySet<string> = new Set(['execute_structured_output', 'execute_node', 'memory.add']);

/** Spans that Strands gives no operation of the conventions. */
function readOperation(span: SpanInput, draft: Draft): void {
  const { attributes } = span;
  if (attributes.has('event_loop.cycle_id') || attributes.has('agent_loop.cycle_id'))
    draft.observationType ??= 'chain';
  const operation = draft.operationName ?? '';
  if (operation.startsWith('invoke_')) draft.observationType ??= 'agent';
  else if (CHAINS.has(operation)) draft.observationType ??= 'chain';
  else if (operation === 'memory.search') draft.observationType ??= 'retriever';
}

/** Bedrock's ARNs have a slash too, behind colons. */
const LITELLM_MODEL = /^[\w-]+\//;

/**
 * Versions that write the conventions' names of cached tokens have them in the input. Those before hand on what the provider
 * counted: Anthropic's (and Bedrock's) cached tokens stand beside it. LiteLLM, whose models are `provider/model`, and others
 * that speak OpenAI's API count them into it.
 */
function readUsage({ attributes }: SpanInput, draft: Draft): void {
  const isNew =
    attributes.has('gen_ai.usage.cache_read.input_tokens') ||
    attributes.has('gen_ai.usage.cache_creation.input_tokens');
  if (!isNew && isClaude(draft) && !LITELLM_MODEL.test(draft.requestModel ?? ''))
    draft.cacheIsBesideInput = true;
}

/** An agent's usage is that of all that it did since it was made, not of this run: only its calls' counts are any. */
function forgetUsage(draft: Draft): void {
  draft.inputTokens = draft.outputTokens = draft.totalTokens = null;
  draft.cacheReadTokens = draft.cacheWriteTokens = draft.reasoningTokens = null;
}

/**
 * Strands Agents in Python, TypeScript and its ports. Names are those of the GenAI conventions; the tracer's name is the
 * service's, so the keys that only Strands writes tell it too.
 */
export const strands: Framework = {
  slug: 'strands',
  documentation: 'https://strandsagents.com/latest/user-guide/observability-evaluation/traces/',
  scopes: ['strands-agents*', 'strands.telemetry*', 'openinference.instrumentation.strands_agents*'],
  keys: [
    'gen_ai.event.start_time',
    'gen_ai.event.end_time',
    'event_loop.cycle_id',
    'event_loop.parent_cycle_id',
    'agent_loop.cycle_id',
    'gen_ai.agent.tools',
  ],
  conventions: [openInference, genAi],
  refine(span, draft) {
    readOperation(span, draft);
    if (draft.observationType === 'agent')
      draft.inputPreview ??= inputPreview(span.attributes.get('gen_ai.agent.input'));
    readUsage(span, draft);
    if (draft.observationType === 'agent') forgetUsage(draft);
    // What Strands calls the system is the service that it runs in.
    if (draft.system === 'strands-agents' || draft.system === span.scope.name) draft.system = null;
  },
};
