import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { jsonFields } from '../conventions/json-value.ts';
import type { Convention, Framework } from '../convention.ts';
import { MAX_COUNT, type Draft, readCount, readName, readNumber } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { millisecondsOf } from '../time.ts';

/** `type` of what Braintrust calls a span's attributes. */
const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({ llm: 'generation', tool: 'tool', score: 'evaluator' }),
);

const METRICS = 'braintrust.metrics';

/** Each value is JSON, or each of its members an attribute of its own; cached tokens are in the prompt's. */
const braintrustSpans: Convention = {
  keys: ['braintrust.*'],
  read(span, draft) {
    const { attributes } = span;
    const type =
      jsonFields(attributes, 'braintrust.span_attributes')?.name('type') ??
      readName(attributes, 'braintrust.span_attributes.type');
    const metadata = jsonFields(attributes, 'braintrust.metadata');
    const named = (name: string): string | null =>
      metadata?.name(name) ?? readName(attributes, `braintrust.metadata.${name}`);
    if (type !== null) draft.observationType ??= TYPES.get(type) ?? 'chain';
    const isTool = draft.observationType === 'tool';
    if (draft.observationType === 'generation') {
      draft.system ??= named('provider');
      draft.requestModel ??= named('model');
    }
    if (isTool) draft.toolName ??= span.name || null;
    draft.sessionId ??= named('session_id');
    draft.userId ??= named('user_id');
    readMetrics(span, draft);
    const input = attributes.get('braintrust.input_json') ?? attributes.get('braintrust.input');
    const output = attributes.get('braintrust.output_json') ?? attributes.get('braintrust.output');
    draft.inputPreview ??= isTool ? valuePreview(input) : inputPreview(input);
    draft.outputPreview ??= isTool ? valuePreview(output) : outputPreview(output);
  },
};

function readMetrics({ attributes }: SpanInput, draft: Draft): void {
  const metrics = jsonFields(attributes, METRICS);
  const count = (name: string): number | null =>
    metrics?.count(name) ?? readCount(attributes, `${METRICS}.${name}`);
  draft.inputTokens ??= count('prompt_tokens');
  draft.outputTokens ??= count('completion_tokens');
  draft.totalTokens ??= count('tokens');
  draft.cacheReadTokens ??= count('prompt_cached_tokens');
  draft.cacheWriteTokens ??= count('prompt_cache_creation_tokens');
  draft.reasoningTokens ??= count('completion_reasoning_tokens');
  const seconds =
    metrics?.number('time_to_first_token', MAX_COUNT) ??
    readNumber(attributes, MAX_COUNT, `${METRICS}.time_to_first_token`);
  if (seconds !== null) draft.timeToFirstTokenMs ??= millisecondsOf(seconds);
}

/** Braintrust's SDKs that trace with OpenTelemetry (Go, Java, Ruby, .NET), and spans that a program marks for it. */
export const braintrust: Framework = {
  slug: 'braintrust',
  documentation: 'https://www.braintrust.dev/docs/integrations/sdk-integrations/opentelemetry',
  // Its processors give all spans a parent and a context, whoever made them.
  keys: [
    'braintrust.span_attributes',
    'braintrust.span_attributes.*',
    'braintrust.input',
    'braintrust.input_json',
    'braintrust.output',
    'braintrust.output_json',
    'braintrust.metrics',
    'braintrust.metrics.*',
  ],
  conventions: [braintrustSpans, genAi],
};
