import type { ObservationType } from '../../contract/common.ts';
import type { Attributes } from '../../decode/records.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readCount, readName, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview } from '../preview.ts';
import { answerPreview, givenPreview } from './given-arguments.ts';
import { completionReasons, firstPrompt, lastCompletion } from './flattened-prompts.ts';

const KINDS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({ workflow: 'chain', task: 'chain', agent: 'agent', tool: 'tool' }),
);
const REQUEST_TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    chat: 'generation',
    completion: 'generation',
    embedding: 'embedding',
    rerank: 'reranker',
  }),
);

/**
 * OpenLLMetry's own attributes, beside those of the GenAI conventions: https://github.com/traceloop/openllmetry,
 * packages/opentelemetry-semantic-conventions-ai. Its instrumentations for Python add cached tokens to the input.
 */
export const openLlmetry: Convention = {
  keys: [
    'traceloop.*',
    'gen_ai.prompt.*',
    'gen_ai.completion.*',
    'llm.prompts.*',
    'llm.completions.*',
    'llm.request.type',
    'llm.request.functions.*',
    'llm.usage.*',
    'llm.response.*',
    'llm.is_streaming',
  ],
  read(span, draft) {
    const { attributes } = span;
    const kind = kindOf(attributes);
    draft.observationType ??=
      REQUEST_TYPES.get(attributes.string('llm.request.type') ?? '') ?? KINDS.get(kind) ?? null;
    const entity = readName(attributes, 'traceloop.entity.name');
    if (kind === 'agent') draft.agentName ??= readName(attributes, 'gen_ai.agent.name') ?? entity;
    if (kind === 'tool') draft.toolName ??= readName(attributes, 'gen_ai.tool.name') ?? entity;
    readUsage(span, draft);
    draft.finishReasons ??=
      readStrings(attributes, 'llm.response.finish_reason', 'llm.response.stop_reason') ??
      completionReasons(attributes);
    readPreviews(span, draft, kind);
  },
};

/** The instrumentation of LangChain.js calls a tool a task. */
function kindOf(attributes: Attributes): string {
  const isTool = attributes.string('gen_ai.operation.name') === 'execute_tool';
  return isTool ? 'tool' : (attributes.string('traceloop.span.kind') ?? '');
}

function readUsage({ attributes }: SpanInput, draft: Draft): void {
  draft.totalTokens ??= readCount(attributes, 'llm.usage.total_tokens');
  draft.inputTokens ??= readCount(attributes, 'llm.usage.prompt_tokens');
  draft.outputTokens ??= readCount(attributes, 'llm.usage.completion_tokens');
  draft.reasoningTokens ??= readCount(attributes, 'llm.usage.reasoning_tokens');
  draft.cacheReadTokens ??= readCount(attributes, 'llm.usage.cache_read_input_tokens');
  draft.cacheWriteTokens ??= readCount(attributes, 'llm.usage.cache_creation_input_tokens');
}

function readPreviews({ attributes }: SpanInput, draft: Draft, kind: string): void {
  draft.inputPreview ??= firstPrompt(attributes);
  draft.outputPreview ??= lastCompletion(attributes);
  const input = attributes.get('traceloop.entity.input');
  const output = attributes.get('traceloop.entity.output');
  draft.inputPreview ??= kind === 'tool' ? givenPreview(input) : inputPreview(input);
  draft.outputPreview ??= kind === 'tool' ? answerPreview(input, output) : outputPreview(output);
}
