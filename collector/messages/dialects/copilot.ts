import { asideOf, redactedPart } from '../asides.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';

const THOUGHTS = 'copilot_chat.reasoning_content';
const REQUEST = 'copilot_chat.user_request';
const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
/** Stands for thoughts that only the provider can read. */
const ENCRYPTED = '[encrypted]';

/** What GitHub Copilot keeps beside the conventions' messages: what the model thought, and what the person typed. */
export const copilot: Dialect = {
  name: 'copilot',
  speaks: ({ record }) => record.attributes.has(THOUGHTS) || record.attributes.has(REQUEST),
  read({ record: { attributes } }, cache) {
    const typed = attributes.has(INPUT) ? undefined : attributes.string(REQUEST);
    const thought = attributes.string(THOUGHTS);
    const said = attributes.has(OUTPUT)
      ? readMessages(cache.structured(attributes.get(OUTPUT)), 'assistant', cache)
      : [];
    const isNew = !said.some(({ parts }) => parts.some((own) => asideOf(own) === 'thought'));
    const part =
      thought === ENCRYPTED
        ? redactedPart(thought)
        : ({ type: 'reasoning', content: thought ?? '' } as const);
    const [first, ...rest] = said.length > 0 ? said : [messageOf('assistant', [])];
    const hasThought = thought !== undefined && isNew;
    return {
      input: say(readMessages(typed, 'user', cache), { direction: 'input' }),
      output:
        hasThought && first !== undefined
          ? say([{ ...first, parts: [part, ...first.parts] }, ...rest], { direction: 'output' })
          : [],
    };
  },
};
