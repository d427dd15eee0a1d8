import type { Convention } from '../convention.ts';
import { outputPreview, valuePreview } from '../preview.ts';

const TEXT = 'gen_ai.response.text';
const TOOL = ['gen_ai.tool.input', 'gen_ai.tool.output'] as const;

/** What Sentry's SDKs have names of their own for, beside the conventions'. */
export const sentryAnswers: Convention = {
  keys: [TEXT, ...TOOL],
  read({ attributes }, draft) {
    draft.outputPreview ??= outputPreview(attributes.get(TEXT));
    draft.inputPreview ??= valuePreview(attributes.get(TOOL[0]));
    draft.outputPreview ??= valuePreview(attributes.get(TOOL[1]));
  },
};
