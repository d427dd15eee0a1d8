import { genAi } from '../conventions/gen-ai.ts';
import { langfuseObservation } from '../conventions/langfuse-observation.ts';
import type { Framework } from '../convention.ts';

/**
 * Langfuse's SDKs. What its span processor adds to others' spans (`langfuse.trace.*`) does not make them Langfuse's, nor do
 * an input and an output, which TanStack AI writes too.
 */
export const langfuse: Framework = {
  slug: 'langfuse',
  documentation: 'https://langfuse.com/integrations/native/opentelemetry',
  scopes: ['langfuse-sdk'],
  keys: [
    'langfuse.observation.type',
    'langfuse.observation.model.*',
    'langfuse.observation.usage_details',
    'langfuse.observation.cost_details',
  ],
  conventions: [langfuseObservation, genAi],
};
