import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { MAX_COUNT, type Draft, readName, readNumber } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, memberNumber, memberStart, skipBlank, stringHead, valueEnd } from '../json-scan.ts';
import { MAX_KEPT_NAME } from '../names.ts';
import { clip, inputPreview, outputPreview, valuePreview } from '../preview.ts';

/** `genkit:metadata:subtype` of an action, else `genkit:type`. */
const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    model: 'generation',
    'background-model': 'generation',
    embedder: 'embedding',
    tool: 'tool',
    'tool.v2': 'tool',
    agent: 'agent',
    retriever: 'retriever',
    reranker: 'reranker',
    evaluator: 'evaluator',
  }),
);

/** Genkit's actions: what went in and came out as JSON; a model's name is `plugin/model`. */
const genkitAction: Convention = {
  keys: ['genkit:*'],
  read(span, draft) {
    const { attributes } = span;
    const kind = readName(attributes, 'genkit:metadata:subtype', 'genkit:type');
    const type = TYPES.get(kind ?? '') ?? 'chain';
    draft.observationType ??= type;
    draft.operationName ??= kind;
    const name = readName(attributes, 'genkit:name') ?? span.name;
    if (attributes.string('genkit:state') === 'error') draft.hasError = true;
    if (type === 'generation' || type === 'embedding') readModel(name, draft);
    if (type === 'tool') draft.toolName ??= name;
    if (type === 'agent') draft.agentName ??= name;
    const output = attributes.string('genkit:output');
    if (type === 'generation' && output?.startsWith('{')) readResponse(output, span, draft);
    const [input, answer] = type === 'tool' ? [valuePreview, valuePreview] : [inputPreview, outputPreview];
    draft.inputPreview ??= input(attributes.get('genkit:input'));
    draft.outputPreview ??= answer(attributes.get('genkit:output')) ?? dataPreview(output);
  },
};

/** Of an answer in JSON, which plugins parse: the text of its first part. */
function dataPreview(output: string | undefined): string | null {
  if (output?.startsWith('{') !== true) return null;
  const limit = Math.min(output.length, SCAN_LIMIT);
  let at = 0;
  for (const name of ['message', 'content']) {
    at = memberStart(output, at, name, limit);
    if (at < 0) return null;
  }
  const data = memberStart(output, skipBlank(output, at + 1, limit), 'data', limit);
  return data < 0 ? null : clip(output.slice(data, valueEnd(output, data, limit)));
}

function readModel(name: string, draft: Draft): void {
  const slash = name.indexOf('/');
  if (slash > 0) draft.system ??= name.slice(0, slash);
  draft.requestModel ??= name.slice(slash + 1) || null;
}

/** What Anthropic's cache is to keep for an hour. */
const ONE_HOUR = 'ephemeral_1h_input_tokens';

/** A response's usage is that of the plugin: Google's count thoughts beside the output, which the total tells. */
function readResponse(output: string, span: SpanInput, draft: Draft): void {
  const limit = Math.min(output.length, SCAN_LIMIT);
  const inside = (at: number, name: string): number => (at < 0 ? -1 : memberStart(output, at, name, limit));
  const nameAt = (at: number): string | null => (at < 0 ? null : stringHead(output, at, MAX_KEPT_NAME));
  // Google's plugin has candidates, each with a message and why it ended.
  const candidates = inside(0, 'candidates');
  const candidate = candidates < 0 ? 0 : skipBlank(output, candidates + 1, limit);
  const reason = nameAt(inside(candidate, 'finishReason'));
  if (reason !== null) draft.finishReasons ??= [reason];
  const usage = inside(0, 'usage');
  draft.inputTokens ??= countAt(output, usage, 'inputTokens');
  draft.outputTokens ??= countAt(output, usage, 'outputTokens');
  draft.totalTokens ??= countAt(output, usage, 'totalTokens');
  draft.reasoningTokens ??= countAt(output, usage, 'thoughtsTokens');
  draft.cacheReadTokens ??= countAt(output, usage, 'cachedContentTokens');
  // The provider's own answer: plugins leave cached tokens and the model that answered to it.
  const raw = inside(0, 'raw');
  draft.responseModel ??= nameAt(inside(raw, 'model')) ?? nameAt(inside(inside(0, 'custom'), 'modelVersion'));
  const rawUsage = inside(raw, 'usage');
  const details = inside(rawUsage, 'prompt_tokens_details');
  draft.cacheReadTokens ??= countAt(output, details, 'cached_tokens');
  readAnthropicCache(output, inside(usage, 'custom'), draft);
  readAnthropicCache(output, rawUsage, draft);
  draft.cacheWriteHourTokens ??=
    countAt(output, inside(usage, 'custom'), ONE_HOUR) ??
    countAt(output, inside(rawUsage, 'cache_creation'), ONE_HOUR);
  draft.requestDurationMs ??= readNumber(span.attributes, 86_400_000, 'genkit:metadata:latencyMs');
}

/** Anthropic's plugin has its API's input for the input: cached tokens stand beside it. */
function readAnthropicCache(output: string, at: number, draft: Draft): void {
  const read = countAt(output, at, 'cache_read_input_tokens');
  if (read === null) return;
  draft.cacheReadTokens ??= read;
  draft.cacheWriteTokens ??= countAt(output, at, 'cache_creation_input_tokens');
  draft.cacheIsBesideInput = true;
}

function countAt(output: string, at: number, name: string): number | null {
  const value = at < 0 ? null : memberNumber(output, at, name);
  return value !== null && value >= 0 && value <= MAX_COUNT ? Math.round(value) : null;
}

export const genkit: Framework = {
  slug: 'genkit',
  documentation: 'https://genkit.dev/docs/observability/getting-started/',
  scopes: ['genkit-tracer'],
  keys: ['genkit:*'],
  conventions: [genkitAction, genAi],
};
