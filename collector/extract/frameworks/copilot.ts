import { genAi } from '../conventions/gen-ai.ts';
import type { Framework } from '../convention.ts';
import { clip } from '../preview.ts';
import { readMilliseconds } from '../time.ts';

/** The CLI tells the model the time before each of a person's words. */
const TIME = /^<current_datetime>[^<]*<\/current_datetime>\s*/;

/** GitHub Copilot in VS Code, its CLI and its SDK, in the GenAI conventions: cached tokens are in the input. */
export const copilot: Framework = {
  slug: 'copilot',
  documentation: 'https://code.visualstudio.com/docs/copilot/guides/monitoring-agents',
  scopes: ['copilot-chat', 'github.copilot*', 'github-copilot*'],
  keys: ['copilot_chat.*', 'github.copilot.*'],
  resource: { 'service.name': 'copilot-chat' },
  conventions: [genAi],
  refine(span, draft) {
    draft.inputPreview = clip((draft.inputPreview ?? '').replace(TIME, ''));
    draft.timeToFirstTokenMs ??= readMilliseconds(
      span,
      'copilot_chat.time_to_first_token',
      'github.copilot.time_to_first_token',
    );
  },
};
