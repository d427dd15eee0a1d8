import type { ObservationType } from '../../contract/common.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readCount, readName, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview, textPreview, valuePreview } from '../preview.ts';
import { readSeconds } from '../time.ts';
import { argumentsPreview } from './tool-arguments.ts';

/** `gen_ai.operation.name` of the conventions, and what instrumentations write beside them. */
const OPERATIONS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    chat: 'generation',
    'chat.completions': 'generation',
    completion: 'generation',
    text_completion: 'generation',
    'text.completions': 'generation',
    generate_content: 'generation',
    response: 'generation',
    responses: 'generation',
    fetch_response: 'generation',
    image: 'generation',
    // As Semantic Kernel for Python calls streams.
    'chat.streaming_completions': 'generation',
    'text.streaming_completions': 'generation',
    // As Microsoft's Agent 365 has them.
    Chat: 'generation',
    TextCompletion: 'generation',
    GenerateContent: 'generation',
    output_messages: 'chain',
    embeddings: 'embedding',
    embedding: 'embedding',
    invoke_agent: 'agent',
    create_agent: 'agent',
    execute_tool: 'tool',
    invoke_workflow: 'chain',
    agent_step: 'chain',
    chain: 'chain',
    task: 'chain',
    plan: 'chain',
    retrieval: 'retriever',
    search_memory: 'retriever',
    create_memory: 'chain',
    update_memory: 'chain',
    upsert_memory: 'chain',
    delete_memory: 'chain',
    create_memory_store: 'chain',
    delete_memory_store: 'chain',
    rerank: 'reranker',
    evaluate: 'evaluator',
    evaluation: 'evaluator',
    guardrail: 'guardrail',
  }),
);

/**
 * Providers, as the conventions name them, whose API counts cached tokens beside the input: for instrumentations that hand on
 * its numbers, against the conventions.
 */
export const CACHE_BESIDE: ReadonlySet<string> = new Set(['anthropic', 'aws.bedrock']);

/**
 * OpenTelemetry's GenAI conventions, the current names before those that preceded 1.27 and 1.37. Input tokens include
 * cached ones, output tokens include reasoning.
 */
export const genAi: Convention = {
  keys: ['gen_ai.*'],
  read(span, draft) {
    const { attributes } = span;
    draft.operationName ??= readName(attributes, 'gen_ai.operation.name');
    draft.system ??= readName(attributes, 'gen_ai.provider.name', 'gen_ai.system');
    draft.requestModel ??= readName(attributes, 'gen_ai.request.model');
    draft.responseModel ??= readName(attributes, 'gen_ai.response.model');
    draft.agentName ??= readName(attributes, 'gen_ai.agent.name');
    draft.toolName ??= readName(attributes, 'gen_ai.tool.name');
    draft.finishReasons ??= readStrings(
      attributes,
      'gen_ai.response.finish_reasons',
      'gen_ai.response.finish_reason',
    );
    readUsage(span, draft);
    draft.timeToFirstTokenMs ??= readSeconds(
      span,
      'gen_ai.response.time_to_first_chunk',
      'gen_ai.client.operation.time_to_first_chunk',
      'gen_ai.server.time_to_first_token',
      'gen_ai.latency.time_to_first_token',
    );
    draft.requestDurationMs ??= readSeconds(
      span,
      'gen_ai.server.request.duration',
      'gen_ai.client.operation.duration',
    );
    draft.observationType ??= observationType(span, draft);
    readPreviews(span, draft);
  },
};

function readUsage({ attributes }: SpanInput, draft: Draft): void {
  draft.inputTokens ??= readCount(
    attributes,
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'gen_ai.response.prompt_tokens',
    'gen_ai.response.input_tokens',
  );
  draft.outputTokens ??= readCount(
    attributes,
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'gen_ai.response.completion_tokens',
    'gen_ai.response.output_tokens',
  );
  draft.totalTokens ??= readCount(attributes, 'gen_ai.usage.total_tokens');
  draft.cacheReadTokens ??= readCount(
    attributes,
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.cached_input_tokens',
    'gen_ai.usage.input_tokens.cached',
    'gen_ai.usage.details.cache_read_tokens',
  );
  draft.cacheWriteTokens ??= readCount(
    attributes,
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
    'gen_ai.usage.cache_write_tokens',
    'gen_ai.usage.input_tokens.cache_write',
    'gen_ai.usage.details.cache_write_tokens',
  );
  draft.reasoningTokens ??= readCount(
    attributes,
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.output_tokens.reasoning',
    'gen_ai.usage.details.reasoning_tokens',
    'gen_ai.usage.details.thoughts_tokens',
    'gen_ai.usage.details.thinking_tokens',
  );
  draft.audioInputTokens ??= readCount(
    attributes,
    'gen_ai.usage.audio.input_tokens',
    'gen_ai.usage.audio_input_tokens',
    'gen_ai.usage.details.input_audio_tokens',
  );
  draft.audioOutputTokens ??= readCount(
    attributes,
    'gen_ai.usage.audio.output_tokens',
    'gen_ai.usage.audio_output_tokens',
    'gen_ai.usage.details.output_audio_tokens',
  );
}

function observationType({ attributes }: SpanInput, draft: Draft): ObservationType | null {
  const known = OPERATIONS.get(draft.operationName ?? '');
  if (known !== undefined) return known;
  if (draft.toolName !== null) return 'tool';
  if (draft.operationName !== null) return null;
  // Without an operation, a call is what asked a model or, unless it is an agent's run, counts tokens of its own.
  if ((draft.requestModel ?? draft.responseModel) !== null) return 'generation';
  // OpenLLMetry names the agent on every span of the program below it, as it does the workflow.
  if (draft.agentName !== null && !attributes.has('traceloop.workflow.name')) return 'agent';
  return draft.outputTokens === null ? null : 'generation';
}

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  if (draft.observationType === 'tool') {
    draft.inputPreview ??=
      argumentsPreview(attributes) ?? textPreview(attributes.get('gen_ai.input.messages'));
    draft.outputPreview ??=
      valuePreview(
        attributes.get('gen_ai.tool.call.result') ??
          attributes.get('code.function.return.value') ??
          attributes.get('gen_ai.tool.message'),
      ) ?? textPreview(attributes.get('gen_ai.output.messages'));
    return;
  }
  draft.inputPreview ??=
    inputPreview(attributes.get('gen_ai.input.messages')) ??
    inputPreview(attributes.get('gen_ai.prompt')) ??
    valuePreview(attributes.get('gen_ai.retrieval.query.text')) ??
    inputPreview(attributes.get('gen_ai.memory.query.text'));
  draft.outputPreview ??=
    outputPreview(attributes.get('gen_ai.output.messages')) ??
    outputPreview(attributes.get('gen_ai.completion'));
}
