import { genAi } from '../conventions/gen-ai.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import { refineByInstrumentation } from '../conventions/open-llmetry-js.ts';
import type { Framework } from '../convention.ts';

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
  refine: refineByInstrumentation,
};
