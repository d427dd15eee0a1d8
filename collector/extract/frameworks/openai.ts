import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';

/** All of these report input tokens with the cached ones included. The SDK for .NET records itself, a client a scope. */
export const openAi: Framework = {
  slug: 'openai',
  documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/openai/',
  scopes: [
    '@arizeai/openinference-instrumentation-openai',
    'openinference.instrumentation.openai',
    'openinference.instrumentation.openai.*',
    '@opentelemetry/instrumentation-openai',
    'opentelemetry.instrumentation.openai_v2*',
    'io.opentelemetry.openai-java-*',
    'OpenAI.*',
  ],
  conventions: [openInference, genAi],
};
