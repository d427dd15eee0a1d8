import type { ObservationType } from '../../contract/common.ts';
import { callsModel } from '../../contract/model-calls.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { jsonFields, unquoted } from './json-value.ts';

const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    LLM: 'generation',
    CHAT_MODEL: 'generation',
    EMBEDDING: 'embedding',
    AGENT: 'agent',
    TOOL: 'tool',
    RETRIEVER: 'retriever',
    RERANKER: 'reranker',
    GUARDRAIL: 'guardrail',
    EVALUATOR: 'evaluator',
    CHAIN: 'chain',
    WORKFLOW: 'chain',
    TASK: 'chain',
    PARSER: 'chain',
    MEMORY: 'chain',
  }),
);
/** Providers whose API counts cached tokens beside the input; MLflow passes the numbers on. */
const CACHE_BESIDE: ReadonlySet<string> = new Set(['anthropic', 'bedrock']);

/** MLflow's span attributes (mlflow/tracing/constant.py), whose values are JSON, also where they are plain text. */
export const mlFlow: Convention = {
  keys: ['mlflow.*'],
  read(span, draft) {
    const { attributes } = span;
    const type = unquoted(attributes, 'mlflow.spanType')?.toUpperCase() ?? '';
    draft.observationType ??= TYPES.get(type) ?? null;
    const name = span.name || null;
    if (type === 'AGENT') draft.agentName ??= name;
    if (type === 'TOOL') draft.toolName ??= name;
    draft.sessionId ??= unquoted(attributes, 'mlflow.trace.session');
    draft.userId ??= unquoted(attributes, 'mlflow.trace.user');
    draft.system ??= unquoted(attributes, 'mlflow.llm.provider');
    if (callsModel(draft.observationType)) readCall(span, draft);
    readPreviews(span, draft);
  },
};

function readCall({ attributes }: SpanInput, draft: Draft): void {
  draft.requestModel ??=
    unquoted(attributes, 'mlflow.llm.model') ?? memberString(attributes.string('mlflow.spanInputs'), 'model');
  draft.responseModel ??= memberString(attributes.string('mlflow.spanOutputs'), 'model');
  draft.finishReasons ??= readStrings(attributes, 'gen_ai.response.finish_reasons');
  const usage = jsonFields(attributes, 'mlflow.chat.tokenUsage');
  draft.inputTokens ??= usage?.count('input_tokens') ?? null;
  draft.outputTokens ??= usage?.count('output_tokens') ?? null;
  draft.totalTokens ??= usage?.count('total_tokens') ?? null;
  draft.cacheReadTokens ??= usage?.count('cache_read_input_tokens') ?? null;
  draft.cacheWriteTokens ??= usage?.count('cache_creation_input_tokens') ?? null;
  const format = unquoted(attributes, 'mlflow.message.format') ?? '';
  if (usage !== null && CACHE_BESIDE.has(format)) draft.cacheIsBesideInput = true;
  const cost = jsonFields(attributes, 'mlflow.llm.cost');
  draft.inputCost ??= cost?.dollars('input_cost') ?? null;
  draft.outputCost ??= cost?.dollars('output_cost') ?? null;
  draft.totalCost ??= cost?.dollars('total_cost') ?? null;
}

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  const isTool = draft.observationType === 'tool';
  const input = attributes.get('mlflow.spanInputs');
  const output = attributes.get('mlflow.spanOutputs');
  draft.inputPreview ??= isTool ? valuePreview(input) : inputPreview(input);
  draft.outputPreview ??= isTool ? valuePreview(output) : outputPreview(output);
}
