import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { readStrings } from '../draft.ts';

/** What the SDK adds to the GenAI conventions. */
const anthropicSdk: Convention = {
  keys: ['anthropic.*'],
  read({ attributes }, draft) {
    draft.finishReasons ??= readStrings(attributes, 'anthropic.message.stop_reason');
  },
};

/**
 * Recorded by OpenInference, or by the SDK itself (scope `com.anthropic.sdk.*`): both add the cached tokens to the
 * input, unlike Anthropic's own wire format.
 */
export const anthropic: Framework = {
  slug: 'anthropic',
  documentation: 'https://docs.claude.com/en/api/client-sdks',
  scopes: [
    '@arizeai/openinference-instrumentation-anthropic',
    'openinference.instrumentation.anthropic*',
    'com.anthropic.sdk.*',
  ],
  conventions: [openInference, genAi, anthropicSdk],
};
