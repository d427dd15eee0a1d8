import { genAi } from '../conventions/gen-ai.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, memberStart, skipBlank, stringHead } from '../json-scan.ts';
import { inputPreview } from '../preview.ts';

/**
 * A request of the Responses API, which its instrumentation for JavaScript writes as the text of one message: the first
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

/**
 * OpenLLMetry's SDK and its instrumentations of providers and vector stores. The scopes of its instrumentations for
 * Python begin as OpenTelemetry's own do, so those that it shares a name with are known by their attributes. What its span
 * processor writes on every span of the program (`traceloop.workflow.name`, `traceloop.entity.path`,
 * `traceloop.association.properties.*`) names nobody, not even on AI spans: those may be of a provider's own SDK.
 */
export const traceloop: Framework = {
  slug: 'traceloop',
  documentation: 'https://www.traceloop.com/docs/openllmetry/contributing/semantic-conventions',
  scopes: ['traceloop.tracer', '@traceloop/*'],
  sharedScopes: [
    'opentelemetry.instrumentation.alephalpha*',
    'opentelemetry.instrumentation.anthropic*',
    'opentelemetry.instrumentation.bedrock*',
    'opentelemetry.instrumentation.cohere*',
    'opentelemetry.instrumentation.google_generativeai*',
    'opentelemetry.instrumentation.groq*',
    'opentelemetry.instrumentation.mistralai*',
    'opentelemetry.instrumentation.ollama*',
    'opentelemetry.instrumentation.openai',
    'opentelemetry.instrumentation.openai.*',
    'opentelemetry.instrumentation.replicate*',
    'opentelemetry.instrumentation.sagemaker*',
    'opentelemetry.instrumentation.together*',
    'opentelemetry.instrumentation.transformers*',
    'opentelemetry.instrumentation.voyageai*',
    'opentelemetry.instrumentation.watsonx*',
    'opentelemetry.instrumentation.writer*',
  ],
  keys: [
    'traceloop.span.kind',
    'traceloop.entity.name',
    'traceloop.entity.version',
    'traceloop.entity.input',
    'traceloop.entity.output',
    'llm.usage.*',
    'llm.request.type',
    'gen_ai.prompt.*',
    'gen_ai.completion.*',
    'llm.prompts.*',
    'llm.completions.*',
  ],
  conventions: [openLlmetry, genAi],
  refine(span, draft) {
    const { scope } = span;
    if (scope.name === '@traceloop/instrumentation-openai')
      draft.inputPreview = requestPreview(span) ?? draft.inputPreview;
    // The only one of its instrumentations that hands on what Anthropic's API counts.
    if (scope.name === '@traceloop/instrumentation-anthropic') draft.cacheIsBesideInput = true;
  },
};
