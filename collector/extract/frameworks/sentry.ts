import { genAi } from '../conventions/gen-ai.ts';
import { sentryAnswers } from '../conventions/sentry.ts';
import type { Framework } from '../convention.ts';

/** Sentry's SDKs for JavaScript before 11, whose spans are OpenTelemetry's: any processor gets them. */
export const sentry: Framework = {
  slug: 'sentry',
  documentation: 'https://docs.sentry.io/platforms/javascript/guides/node/ai-agent-monitoring/',
  keys: ['sentry.sdk_meta.gen_ai.*'],
  sharedScopes: ['@sentry/*'],
  values: {
    'sentry.origin': [
      'auto.ai.openai',
      'auto.ai.anthropic',
      'auto.ai.google_genai',
      'auto.ai.cloudflare.workers_ai',
    ],
  },
  conventions: [sentryAnswers, genAi],
};
