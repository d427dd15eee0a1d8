import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { outputPreview, valuePreview } from '../preview.ts';

const TEXT = 'gen_ai.response.text';
const TOOL = ['gen_ai.tool.input', 'gen_ai.tool.output'] as const;

/** What the conventions have other names for. */
const answers: Convention = {
  keys: [TEXT, ...TOOL],
  read({ attributes }, draft) {
    draft.outputPreview ??= outputPreview(attributes.get(TEXT));
    draft.inputPreview ??= valuePreview(attributes.get(TOOL[0]));
    draft.outputPreview ??= valuePreview(attributes.get(TOOL[1]));
  },
};

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
  conventions: [answers, genAi],
};
