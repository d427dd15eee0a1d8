import type { Draft } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, memberStart, skipBlank, stringHead } from '../json-scan.ts';
import { inputPreview } from '../preview.ts';

/** What OpenLLMetry's instrumentations for JavaScript write in a way of their own, whose SDK ever runs them. */
export function refineByInstrumentation(span: SpanInput, draft: Draft): void {
  const { scope } = span;
  if (scope.name === '@traceloop/instrumentation-openai')
    draft.inputPreview = requestPreview(span) ?? draft.inputPreview;
  // The only one of them that hands on what Anthropic's API counts.
  if (scope.name === '@traceloop/instrumentation-anthropic') draft.cacheIsBesideInput = true;
}

/**
 * A request of the Responses API, which the instrumentation of OpenAI writes as the text of one message: the first
 * words of a person in it; null for any other input.
 */
function requestPreview({ attributes }: SpanInput): string | null {
  const text = attributes.string('gen_ai.input.messages');
  if (text?.startsWith('[{') !== true) return null;
  const limit = Math.min(text.length, SCAN_LIMIT);
  const parts = memberStart(text, 1, 'parts', limit);
  const content = parts < 0 ? -1 : memberStart(text, skipBlank(text, parts + 1, limit), 'content', limit);
  const items = content < 0 ? null : stringHead(text, content, SCAN_LIMIT);
  return items?.startsWith('[{') === true ? inputPreview(items) : null;
}
