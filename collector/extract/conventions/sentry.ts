import type { Convention } from '../convention.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';

const TEXT = 'gen_ai.response.text';
const TOOL = ['gen_ai.tool.input', 'gen_ai.tool.output'] as const;

const ORIGIN = 'sentry.origin';
/** What was asked, before it had the conventions' name. */
const MESSAGES = 'gen_ai.request.messages';

/** Methods of providers' SDKs that ask a model: older versions call the operation so, and whose it is. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['messages', 'auto.ai.anthropic'],
  ['completions', 'auto.ai.anthropic'],
  ['models', 'auto.ai.google_genai'],
]);

/** What Sentry's SDKs have names of their own for, beside the conventions'. */
export const sentryAnswers: Convention = {
  keys: [ORIGIN, MESSAGES, TEXT, ...TOOL],
  read({ attributes }, draft) {
    const caller = METHODS.get(attributes.string('gen_ai.operation.name') ?? '');
    if (caller !== undefined && caller === attributes.string(ORIGIN)) draft.observationType ??= 'generation';
    draft.inputPreview ??= inputPreview(attributes.get(MESSAGES));
    draft.outputPreview ??= outputPreview(attributes.get(TEXT));
    draft.inputPreview ??= valuePreview(attributes.get(TOOL[0]));
    draft.outputPreview ??= valuePreview(attributes.get(TOOL[1]));
  },
};
