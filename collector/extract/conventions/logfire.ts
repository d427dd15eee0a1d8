import type { Convention } from '../convention.ts';
import { type Draft, readCount, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { clip, inputPreview, outputPreview } from '../preview.ts';
import { answerPreview } from './event-list.ts';
import { type JsonFields, jsonFields } from './json-value.ts';

/**
 * What Logfire's instrumentations of OpenAI and Anthropic write: the request's body in `request_data`, the answer and
 * the provider's usage in `response_data`. Newer versions write the GenAI conventions beside it.
 */
export const logfireCalls: Convention = {
  keys: ['request_data', 'response_data', 'events'],
  read(span, draft) {
    const { attributes } = span;
    const request = attributes.string('request_data');
    draft.requestModel ??= readName(attributes, 'gen_ai.request.model') ?? memberString(request, 'model');
    draft.inputPreview ??= inputPreview(request);
    draft.outputPreview ??= contentPreview(span) ?? answerPreview(attributes.get('events'));
    const usage = jsonFields(attributes, 'response_data')?.object('usage') ?? null;
    if (usage !== null) {
      const input = readCount(attributes, 'gen_ai.usage.input_tokens');
      if (input === null) readTokens(usage, draft);
      readDetails(usage, draft, input);
    }
    draft.finishReasons ??= listOf(memberString(attributes.string('response_data'), 'finish_reason'));
    // A stream is told twice: the span of the request, and a log of what came when it had ended.
    if (attributes.string('logfire.span_type') === 'log') {
      draft.observationType = 'span';
      draft.category = 'llm';
    }
  },
};

function contentPreview({ attributes }: SpanInput): string | null {
  const response = attributes.string('response_data');
  const chunks = memberString(response, 'combined_chunk_content');
  return chunks === null ? outputPreview(response) : clip(chunks);
}

/** Of the usage object of OpenAI's API or of Anthropic's. */
function readTokens(usage: JsonFields, draft: Draft): void {
  draft.inputTokens ??= usage.count('input_tokens', 'prompt_tokens');
  draft.outputTokens ??= usage.count('output_tokens', 'completion_tokens');
  draft.totalTokens ??= usage.count('total_tokens');
}

/**
 * What is a part of the tokens; cached ones stand beside them in Anthropic's usage, and where the span names an input of its
 * own, only if that is the same: newer versions add them up there.
 */
function readDetails(usage: JsonFields, draft: Draft, ownInput: number | null): void {
  const input = usage.object('prompt_tokens_details') ?? usage.object('input_tokens_details');
  const output = usage.object('completion_tokens_details') ?? usage.object('output_tokens_details');
  draft.reasoningTokens ??= output?.count('reasoning_tokens') ?? null;
  const beside = usage.count('cache_read_input_tokens');
  draft.cacheReadTokens ??= input?.count('cached_tokens') ?? beside;
  draft.cacheWriteTokens ??= usage.count('cache_creation_input_tokens');
  draft.cacheWriteHourTokens ??= usage.object('cache_creation')?.count('ephemeral_1h_input_tokens') ?? null;
  const isApart = ownInput === null || ownInput === usage.count('input_tokens');
  if (isApart && (beside !== null || draft.cacheWriteTokens !== null)) draft.cacheIsBesideInput = true;
}

const listOf = (item: string | null): readonly string[] | null => (item === null ? null : [item]);
