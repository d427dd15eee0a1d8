import { genAi } from '../conventions/gen-ai.ts';
import { logfireCalls } from '../conventions/logfire.ts';
import { pydanticAi } from '../conventions/pydantic-ai.ts';
import type { Framework } from '../convention.ts';

/**
 * Logfire's own instrumentations of models. Its SDK marks every span that it sees, so `logfire.*` counts only where the
 * span speaks of AI otherwise.
 */
export const logfire: Framework = {
  slug: 'logfire',
  documentation: 'https://logfire.pydantic.dev/docs/integrations/',
  scopes: ['logfire.openai', 'logfire.anthropic', 'logfire.google_genai', 'logfire.litellm'],
  sharedScopes: ['logfire', 'logfire.*'],
  sharedKeys: ['logfire.*'],
  resource: { 'telemetry.sdk.name': 'logfire' },
  conventions: [logfireCalls, pydanticAi, genAi],
};
