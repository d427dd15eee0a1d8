import { asideOf, redactedPart } from '../asides.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput } from './input-output.ts';

const THOUGHTS = 'copilot_chat.reasoning_content';
const REQUEST = 'copilot_chat.user_request';
const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
/** What a command of the person's own, which runs before or after a step, was given and answered. */
const HOOK = { input: 'copilot_chat.hook_input', output: 'copilot_chat.hook_output' } as const;
/** Stands for thoughts that only the provider can read. */
const ENCRYPTED = '[encrypted]';

/** What GitHub Copilot keeps beside the conventions' messages: what the model thought, what the person typed, and what hooks said. */
export const copilot: Dialect = {
  name: 'copilot',
  speaks: ({ record }) =>
    [THOUGHTS, REQUEST, HOOK.input, HOOK.output].some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    if (attributes.has(HOOK.input) || attributes.has(HOOK.output)) return readInputOutput(span, HOOK, cache);
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
