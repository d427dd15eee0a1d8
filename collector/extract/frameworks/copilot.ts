import { genAi } from '../conventions/gen-ai.ts';
import type { Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { clip, valuePreview } from '../preview.ts';
import { readMilliseconds } from '../time.ts';

/** The CLI tells the model the time before each of a person's words. */
const TIME = /^<current_datetime>[^<]*<\/current_datetime>\s*/;

/**
 * VS Code's own id of a chat, which calls and tools have too; an agent's conversation has another. What looks after a chat, for
 * its title for instance, has an id of its own and names the chat that it is for.
 */
const SESSION_KEYS = ['copilot_chat.parent_chat_session_id', 'copilot_chat.chat_session_id'] as const;

/** Commands of the person's own that run before and after steps. */
function readHook({ attributes }: SpanInput, draft: Draft): void {
  if (!attributes.has('copilot_chat.hook_type') && !attributes.has('github.copilot.hook.type')) return;
  draft.observationType ??= 'chain';
  draft.inputPreview ??= valuePreview(attributes.get('copilot_chat.hook_input'));
  draft.outputPreview ??= valuePreview(attributes.get('copilot_chat.hook_output'));
}

/** GitHub Copilot in VS Code, its CLI and its SDK, in the GenAI conventions: cached tokens are in the input. */
export const copilot: Framework = {
  slug: 'copilot',
  documentation: 'https://code.visualstudio.com/docs/copilot/guides/monitoring-agents',
  scopes: ['copilot-chat', 'github.copilot*', 'github-copilot*'],
  keys: ['copilot_chat.*', 'github.copilot.*'],
  resource: { 'service.name': 'copilot-chat' },
  conventions: [genAi],
  refine(span, draft) {
    readHook(span, draft);
    draft.sessionId = readName(span.attributes, ...SESSION_KEYS) ?? draft.sessionId;
    // VS Code tells the model of the machine and of what was said before first.
    const typed = span.attributes.string('copilot_chat.user_request');
    draft.inputPreview = clip(typed ?? (draft.inputPreview ?? '').replace(TIME, ''));
    draft.timeToFirstTokenMs ??= readMilliseconds(
      span,
      'copilot_chat.time_to_first_token',
      'github.copilot.time_to_first_token',
    );
  },
};
