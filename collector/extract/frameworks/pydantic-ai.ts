import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { pydanticAi as convention } from '../conventions/pydantic-ai.ts';
import type { Framework } from '../convention.ts';

/** Pydantic AI's own instrumentation, with Logfire or any other OpenTelemetry SDK, or what OpenInference made of it. */
export const pydanticAi: Framework = {
  slug: 'pydantic-ai',
  documentation: 'https://ai.pydantic.dev/logfire/',
  scopes: [
    'pydantic-ai',
    'pydantic-ai.*',
    'pydantic_ai',
    'pydantic_ai.*',
    'openinference.instrumentation.pydantic_ai*',
  ],
  keys: ['pydantic_ai.*', 'all_messages_events', 'model_request_parameters'],
  conventions: [convention, openInference, genAi],
};
