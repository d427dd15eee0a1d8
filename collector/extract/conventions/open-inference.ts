import type { ObservationType } from '../../contract/common.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readCount, readName, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { firstUserMessage, lastAssistantMessage } from './open-inference-messages.ts';

const KINDS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    LLM: 'generation',
    EMBEDDING: 'embedding',
    AGENT: 'agent',
    TOOL: 'tool',
    CHAIN: 'chain',
    PROMPT: 'chain',
    RETRIEVER: 'retriever',
    RERANKER: 'reranker',
    GUARDRAIL: 'guardrail',
    EVALUATOR: 'evaluator',
  }),
);

/** What was looked up, for spans whose input is something else or is left out. */
const ASKED: ReadonlyMap<string, string> = new Map([
  ['EMBEDDING', 'embedding.embeddings.0.embedding.text'],
  ['RERANKER', 'reranker.query'],
]);

/** Arize's OpenInference conventions. `llm.token_count.prompt` includes cached tokens, `completion` reasoning. */
export const openInference: Convention = {
  keys: [
    'openinference.*',
    'llm.model_name',
    'llm.token_count.*',
    'llm.input_messages.*',
    'llm.output_messages.*',
    'llm.invocation_parameters',
    'embedding.model_name',
    'reranker.model_name',
    'retrieval.documents.*',
  ],
  read(span, draft) {
    const { attributes } = span;
    const kind = attributes.string('openinference.span.kind')?.toUpperCase() ?? (isCall(span) ? 'LLM' : '');
    draft.observationType ??= KINDS.get(kind) ?? null;
    draft.system ??= readName(attributes, 'llm.provider', 'llm.system');
    readModels(span, draft, kind);
    draft.agentName ??= readName(attributes, 'agent.name');
    if (kind === 'AGENT') draft.agentName ??= readName(attributes, 'graph.node.name', 'graph.node.id');
    if (kind === 'TOOL') draft.toolName ??= readName(attributes, 'tool.name') ?? (span.name || null);
    // Of any kind: where the calls have no spans, whatever ran them bears their sum.
    readUsage(span, draft);
    draft.finishReasons ??= readStrings(attributes, 'llm.finish_reason');
    if (kind === 'LLM' || kind === 'EMBEDDING') {
      draft.inputPreview ??= firstUserMessage(attributes);
      draft.outputPreview ??= lastAssistantMessage(attributes);
    }
    readPlainPreviews(span, draft, kind === 'TOOL');
    const asked = ASKED.get(kind);
    if (asked !== undefined) draft.inputPreview ??= valuePreview(attributes.get(asked));
  },
};

const isCall = ({ attributes }: SpanInput): boolean =>
  attributes.has('llm.model_name') || attributes.has('llm.token_count.prompt');

/** `llm.model_name` is the response's model where there was one; the request's is in the parameters. */
function readModels({ attributes }: SpanInput, draft: Draft, kind: string): void {
  if (kind !== 'LLM') {
    draft.requestModel ??= readName(
      attributes,
      'embedding.model_name',
      'reranker.model_name',
      'llm.model_name',
    );
    return;
  }
  const name = readName(attributes, 'llm.model_name');
  const asked =
    readName(attributes, 'llm.request.model_name') ??
    memberString(attributes.string('llm.invocation_parameters'), 'model');
  draft.requestModel ??= asked ?? name;
  draft.responseModel ??=
    readName(attributes, 'llm.response.model_name') ?? (asked === null || asked === name ? null : name);
}

function readUsage({ attributes }: SpanInput, draft: Draft): void {
  draft.inputTokens ??= readCount(attributes, 'llm.token_count.prompt');
  draft.outputTokens ??= readCount(attributes, 'llm.token_count.completion');
  draft.totalTokens ??= readCount(attributes, 'llm.token_count.total');
  draft.cacheReadTokens ??= readCount(
    attributes,
    'llm.token_count.prompt_details.cache_read',
    'llm.token_count.prompt_details.cache_input',
  );
  draft.cacheWriteTokens ??= readCount(attributes, 'llm.token_count.prompt_details.cache_write');
  draft.reasoningTokens ??= readCount(attributes, 'llm.token_count.completion_details.reasoning');
  draft.audioInputTokens ??= readCount(attributes, 'llm.token_count.prompt_details.audio');
  draft.audioOutputTokens ??= readCount(attributes, 'llm.token_count.completion_details.audio');
}

function readPlainPreviews({ attributes }: SpanInput, draft: Draft, whole: boolean): void {
  const input = whole ? valuePreview : inputPreview;
  const output = whole ? valuePreview : outputPreview;
  draft.inputPreview ??= input(attributes.get('input.value'));
  draft.outputPreview ??= output(attributes.get('output.value'));
}
