import { isTool } from '../conversation-span.ts';
import { readMessages } from '../payloads/message.ts';
import { type MessageContent, say, splitSystem } from '../reading.ts';
import { noticeParts, readContext, reminderParts } from './claude-code-context.ts';
import type { Dialect } from './dialect.ts';

const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
/** The prompt of a turn, which has it here alone where it is a notice of the program's. */
const CONTEXT = 'new_context';

/** Qwen Code puts its reminders into the person's message, and what the model thought behind what it said. */
export const qwenCode: Dialect = {
  name: 'qwen-code',
  speaks: ({ record: { scope, attributes } }) =>
    scope.name === 'qwen-code' && [INPUT, OUTPUT, CONTEXT].some((key) => attributes.has(key)),
  read(span, cache) {
    if (isTool(span)) return {};
    const { attributes } = span.record;
    const input = cache.messages(attributes.get(INPUT));
    const context = attributes.has(INPUT) ? undefined : attributes.string(CONTEXT);
    const asked =
      context === undefined
        ? readMessages(input.value, 'user', cache).map((one) => cache.once(one, withoutReminders))
        : readContext(context, cache);
    const answered = readMessages(cache.messages(attributes.get(OUTPUT)).value, 'assistant', cache);
    return {
      ...splitSystem(say(asked, { direction: 'input', isCut: input.isCut })),
      output: say(answered.map(thoughtsFirst), { direction: 'output' }),
    };
  },
};

function withoutReminders(content: MessageContent): MessageContent {
  if (content.role !== 'user') return content;
  const parts = content.parts.flatMap((part) =>
    part.type === 'text' ? (reminderParts(part.content) ?? noticeParts(part.content) ?? part) : part,
  );
  return { ...content, parts };
}

function thoughtsFirst(content: MessageContent): MessageContent {
  const [thoughts, rest] = [
    content.parts.filter(isThought),
    content.parts.filter((part) => !isThought(part)),
  ];
  return { ...content, parts: [...thoughts, ...rest] };
}

const isThought = ({ type }: MessageContent['parts'][number]): boolean => type === 'reasoning';
