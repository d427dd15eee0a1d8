import type { ObservationType } from '../../contract/common.ts';
import { callsModel } from '../../contract/model-calls.ts';
import type { Attributes } from '../../decode/records.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { type JsonFields, jsonFields } from '../conventions/json-value.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';

/** What its own tracer calls its operations. */
const OPERATIONS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    'haystack.pipeline.run': 'chain',
    'haystack.async_pipeline.run': 'chain',
    'haystack.agent.run': 'agent',
    'haystack.agent.step': 'chain',
    'haystack.agent.step.llm': 'generation',
    'haystack.agent.step.tool': 'tool',
  }),
);

/** What a component is, by the end of its class's name: Haystack names them so throughout. */
const COMPONENTS: readonly (readonly [RegExp, ObservationType])[] = [
  [/Generator$/, 'generation'],
  [/Embedder$/, 'embedding'],
  [/(Retriever|WebSearch)$/, 'retriever'],
  [/Ranker$/, 'reranker'],
  [/Evaluator$/, 'evaluator'],
  [/Agent$/, 'agent'],
];

const INPUTS = ['haystack.component.input', 'haystack.agent.step.llm.input', 'haystack.agent.input'];
const OUTPUTS = ['haystack.component.output', 'haystack.agent.step.llm.output', 'haystack.agent.output'];

/** The tracer of Haystack itself; inputs and outputs are there where HAYSTACK_CONTENT_TRACING_ENABLED is set. */
const tracer: Convention = {
  keys: ['haystack.*'],
  read(span, draft) {
    const { attributes } = span;
    const component = readName(attributes, 'haystack.component.type');
    draft.observationType ??= OPERATIONS.get(span.name) ?? typeOf(component);
    if (draft.observationType === 'agent')
      draft.agentName ??= readName(attributes, 'haystack.component.name');
    if (draft.observationType === 'tool') return readTool(span, draft);
    const output = firstOf(attributes, OUTPUTS);
    if (output !== undefined && callsModel(draft.observationType)) readCall(attributes, output, draft);
    draft.inputPreview ??= inputPreview(attributes.get(firstOf(attributes, INPUTS) ?? ''));
    draft.outputPreview ??= outputPreview(attributes.get(output ?? ''));
  },
};

const typeOf = (component: string | null): ObservationType | null =>
  component === null ? null : (COMPONENTS.find(([pattern]) => pattern.test(component))?.[1] ?? 'chain');

const firstOf = (attributes: Attributes, keys: readonly string[]): string | undefined =>
  keys.find((key) => attributes.has(key));

function readTool({ attributes }: SpanInput, draft: Draft): void {
  draft.toolName ??= readName(attributes, 'haystack.tool.name');
  draft.inputPreview ??= valuePreview(attributes.get('haystack.agent.step.tool.input'));
  draft.outputPreview ??= valuePreview(attributes.get('haystack.agent.step.tool.output'));
}

/** A generator's replies carry the provider's own numbers: `{replies: [{meta}]}`, of texts `{replies, meta: [{…}]}`. */
function readCall(attributes: Attributes, key: string, draft: Draft): void {
  const output = jsonFields(attributes, key);
  const meta =
    output?.first('replies')?.object('meta') ?? output?.first('meta') ?? output?.object('meta') ?? null;
  draft.requestModel ??= meta?.name('model') ?? null;
  const reason = meta?.name('finish_reason', 'stop_reason') ?? null;
  if (reason !== null) draft.finishReasons ??= [reason];
  const usage = meta?.object('usage') ?? null;
  if (usage !== null) readUsage(usage, draft);
}

function readUsage(usage: JsonFields, draft: Draft): void {
  draft.inputTokens ??= usage.count('prompt_tokens', 'input_tokens');
  draft.outputTokens ??= usage.count('completion_tokens', 'output_tokens');
  draft.totalTokens ??= usage.count('total_tokens');
  draft.cacheReadTokens ??=
    usage.object('prompt_tokens_details')?.count('cached_tokens') ?? usage.count('cache_read_input_tokens');
  draft.cacheWriteTokens ??= usage.count('cache_creation_input_tokens');
  draft.reasoningTokens ??= usage.object('completion_tokens_details')?.count('reasoning_tokens') ?? null;
  // As Anthropic's API counts; OpenAI's has its cached tokens within the input and names them elsewhere.
  if (usage.count('cache_read_input_tokens') !== null) draft.cacheIsBesideInput = true;
}

/** Recorded by its own tracer, by OpenInference or by OpenLLMetry. */
export const haystack: Framework = {
  slug: 'haystack',
  documentation: 'https://docs.haystack.deepset.ai/docs/tracing',
  scopes: [
    'haystack',
    'haystack.*',
    'openinference.instrumentation.haystack*',
    'opentelemetry.instrumentation.haystack*',
  ],
  keys: ['haystack.*'],
  conventions: [tracer, openInference, openLlmetry, genAi],
  // OpenInference calls every component that it does not know a call of a model.
  refine(span, draft) {
    if (draft.observationType !== 'generation' || draft.requestModel !== null) return;
    if (span.scope.name.startsWith('openinference.') && !span.name.includes('Generator'))
      draft.observationType = 'chain';
  },
};
