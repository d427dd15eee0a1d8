import type { Framework } from '../convention.ts';
import { vercelAi } from './vercel-ai.ts';

/** Stands for a person that the settings do not name. */
const NOBODY = 'unknown';

/** What it asks beside a session's first prompt, and before it: no words of the person's. */
const TITLE = 'Generate a title for this conversation:';

/**
 * opencode, which asks models through the AI SDK. Everything else that it traces, hundreds of spans a prompt, is its own
 * functions: they are no steps of the agent.
 */
export const opencode: Framework = {
  slug: 'opencode',
  documentation: 'https://opencode.ai/docs/config/',
  scopes: ['opencode'],
  conventions: vercelAi.conventions,
  refine(span, draft) {
    vercelAi.refine?.(span, draft);
    if (draft.userId === NOBODY) draft.userId = null;
    if (draft.inputPreview?.startsWith(TITLE) === true) draft.inputPreview = null;
    draft.isBystander = !span.attributes.has('ai.operationId');
  },
};
