import type { ObservationType } from '../../contract/common.ts';
import { readGeminiUsage } from '../conventions/gemini-usage.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { jsonFields } from '../conventions/json-value.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readCount, readName, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, memberStart } from '../json-scan.ts';
import { inputPreview, valuePreview } from '../preview.ts';
import { readMilliseconds } from '../time.ts';
import { observed } from './laminar.ts';

/** What the provider said beside the answer, as JSON by its name. */
const METADATA = 'ai.response.providerMetadata';

/** Calls that have no span but that of the operation, which is around the call elsewhere. */
const HEARD_OR_SPOKEN = new Set(['ai.generateSpeech', 'ai.transcribe', 'ai.streamTranscribe']);

/** The outer span (`ai.generateText`) runs the loop of steps; only `doGenerate`, `doStream`, `doEmbed` ask a model. */
function observationType(operation: string): ObservationType | null {
  if (operation.endsWith('.doGenerate') || operation.endsWith('.doStream')) return 'generation';
  if (HEARD_OR_SPOKEN.has(operation)) return 'generation';
  if (operation.endsWith('.doEmbed')) return 'embedding';
  if (operation.endsWith('.doRerank')) return 'reranker';
  if (operation === 'ai.toolCall') return 'tool';
  return operation.startsWith('ai.') ? 'chain' : null;
}

/** Attributes of AI SDK 3 to 6, of the optional `ai.*` parts of AI SDK 7, and of Laminar's integration with it. */
const aiSdk: Convention = {
  keys: ['ai.*'],
  read(span, draft) {
    const { attributes } = span;
    const operation = readName(attributes, 'ai.operationId', 'ai.operation');
    if (operation !== null) {
      draft.operationName ??= readName(attributes, 'gen_ai.operation.name') ?? operation;
      draft.observationType ??= observationType(operation);
    }
    draft.system ??= readName(attributes, 'gen_ai.system', 'ai.model.provider');
    draft.requestModel ??= readName(attributes, 'ai.model.id');
    draft.responseModel ??= readName(attributes, 'ai.response.model');
    draft.toolName ??= readName(attributes, 'ai.toolCall.name');
    draft.finishReasons ??= readStrings(attributes, 'ai.response.finishReason', 'ai.finishReason');
    // A stream that broke off ends so, and nothing else is told of it.
    if (draft.finishReasons?.includes('error') === true) draft.hasError = true;
    draft.timeToFirstTokenMs ??= readMilliseconds(
      span,
      'ai.response.msToFirstChunk',
      'ai.stream.msToFirstChunk',
    );
    draft.requestDurationMs ??= readMilliseconds(span, 'ai.response.msToFinish', 'ai.stream.msToFinish');
    readUsage(span, draft);
    readPreviews(span, draft);
  },
};

function readUsage(span: SpanInput, draft: Draft): void {
  const { attributes } = span;
  // What is around calls has the metadata of the last one.
  if (draft.observationType === 'generation') readGeminiMetadata(span, draft);
  draft.inputTokens ??= readCount(
    attributes,
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'ai.usage.tokens',
  );
  draft.outputTokens ??= readCount(attributes, 'ai.usage.outputTokens', 'ai.usage.completionTokens');
  draft.totalTokens ??= readCount(attributes, 'ai.usage.totalTokens');
  draft.cacheReadTokens ??= readCount(
    attributes,
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
  );
  draft.cacheWriteTokens ??= readCount(attributes, 'ai.usage.inputTokenDetails.cacheWriteTokens');
  draft.reasoningTokens ??= readCount(
    attributes,
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
  );
}

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  if (draft.observationType === 'tool') {
    draft.inputPreview ??= valuePreview(attributes.get('ai.toolCall.args'));
    draft.outputPreview ??= valuePreview(attributes.get('ai.toolCall.result'));
    return;
  }
  draft.inputPreview ??=
    inputPreview(attributes.get('ai.prompt.messages')) ??
    inputPreview(attributes.get('ai.prompt')) ??
    inputPreview(attributes.get('ai.value')) ??
    inputPreview(attributes.strings('ai.values')?.[0]);
  draft.outputPreview ??=
    valuePreview(attributes.get('ai.response.text')) ?? valuePreview(attributes.get('ai.response.object'));
}

/**
 * Since AI SDK 6 input tokens include cached ones, and say so in `inputTokenDetails`. Versions before passed on what the
 * provider counted: Anthropic's and Bedrock's cached tokens stand beside the input, and in the metadata only. How long the
 * cache keeps them is there in all versions.
 */
function readCacheMetadata({ attributes }: SpanInput, draft: Draft): void {
  if (draft.inputTokens === null) return;
  const metadata = jsonFields(attributes, METADATA);
  const provider = metadata?.object('anthropic') ?? metadata?.object('bedrock');
  // AI SDK 4 has Anthropic's counts without an object around them.
  const usage = provider?.object('usage') ?? provider;
  if (!usage) return;
  draft.cacheWriteHourTokens ??= usage.object('cache_creation')?.count('ephemeral_1h_input_tokens') ?? null;
  if (attributes.has('ai.usage.inputTokenDetails.noCacheTokens')) return;
  draft.cacheReadTokens ??= usage.count('cache_read_input_tokens', 'cacheReadInputTokens');
  draft.cacheWriteTokens ??= usage.count(
    'cache_creation_input_tokens',
    'cacheCreationInputTokens',
    'cacheWriteInputTokens',
  );
  draft.cacheIsBesideInput = true;
}

/** AI SDK 5 hands on Gemini's candidates as the output; its thoughts are in the metadata only. */
function readGeminiMetadata({ attributes }: SpanInput, draft: Draft): void {
  const metadata = attributes.string(METADATA);
  if (metadata === undefined || metadata.length > SCAN_LIMIT) return;
  const google = memberStart(metadata, 0, 'google', metadata.length);
  const usage = google < 0 ? -1 : memberStart(metadata, google, 'usageMetadata', metadata.length);
  if (usage >= 0) readGeminiUsage(metadata, usage, draft);
}

export const vercelAi: Framework = {
  slug: 'vercel-ai',
  documentation: 'https://ai-sdk.dev/docs/ai-sdk-core/telemetry',
  keys: [
    'ai.operationId',
    'ai.model.*',
    'ai.prompt*',
    'ai.request.*',
    'ai.response.*',
    'ai.schema*',
    'ai.settings.*',
    'ai.telemetry.*',
    'ai.toolCall.*',
    'ai.usage.*',
  ],
  // `gen_ai` is AI SDK 7's tracer, which writes the OTel conventions and nothing of its own.
  sharedScopes: ['ai', 'gen_ai'],
  conventions: [aiSdk, observed, genAi],
  refine(span, draft) {
    readCacheMetadata(span, draft);
    if (HEARD_OR_SPOKEN.has(draft.operationName ?? '')) draft.observationType ??= 'generation';
    // AI SDK 7 wraps an embeddings span around another; the one without usage is not the call.
    if (draft.observationType === 'embedding' && draft.inputTokens === null && span.statusCode !== 2)
      draft.observationType = 'chain';
  },
};
