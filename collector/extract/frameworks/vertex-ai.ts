import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';

/** Vertex AI's own SDK, recorded by OpenInference or OpenTelemetry. */
export const vertexAi: Framework = {
  slug: 'vertex-ai',
  documentation: 'https://cloud.google.com/vertex-ai/generative-ai/docs',
  scopes: ['openinference.instrumentation.vertexai*', 'opentelemetry.instrumentation.vertexai*'],
  conventions: [openInference, genAi],
};
