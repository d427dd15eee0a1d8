import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayToolUse } from './tool-use.ts';

const NAMES = [
  'chat_ctx',
  'response.text',
  'response.function_calls',
  'user_input',
  'user_transcript',
  'instructions',
  'function_tool.arguments',
  'function_tool.output',
];
/** Content is under `lk.pii.` since names say what may be personal, under `lk.` before. */
const keysOf = (name: string): readonly string[] => [`lk.pii.${name}`, `lk.${name}`];
const KEYS = NAMES.flatMap(keysOf);

/**
 * LiveKit Agents: the whole chat as JSON (`{items: [{type: "message" | "function_call" | "function_call_output", …}]}`) on
 * the node around a request, the person's words on the turns, as they were heard.
 */
export const liveKit: Dialect = {
  name: 'livekit',
  speaks: ({ record }) => KEYS.some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span))
      return sayToolUse(
        span,
        {
          id: attributes.string('lk.function_tool.id') ?? attributes.string('gen_ai.tool.call.id'),
          name: attributes.string('lk.function_tool.name'),
          args: valueOf(attributes, 'function_tool.arguments', cache),
          result: valueOf(attributes, 'function_tool.output', cache),
          isError: attributes.get('lk.function_tool.is_error') === true,
        },
        cache,
      );
    const chat = valueOf(attributes, 'chat_ctx', cache);
    const items = isObject(chat) ? chat['items'] : undefined;
    const history = Array.isArray(items) ? items.flatMap((item: unknown) => readItem(item, cache)) : [];
    const heard = textOf(attributes, 'user_input') ?? textOf(attributes, 'user_transcript');
    const instructions = readMessages(textOf(attributes, 'instructions'), 'system', cache);
    const { system, input } = splitSystem(say(history, { direction: 'input' }));
    return {
      system: system.length > 0 ? system : say(instructions, { direction: 'input', isRaw: true }),
      input:
        input.length > 0
          ? input
          : say(readMessages(heard, 'user', cache), { direction: 'input', isRaw: true }),
      output: say(readAnswer(attributes, cache), { direction: 'output' }),
      tools: readTools(cache.structured(attributes.get('lk.function_tools')), cache),
    };
  },
};

/** Handoffs and changes of settings are no words. */
function readItem(item: unknown, cache: ReadCache): readonly MessageContent[] {
  const isSaid =
    isObject(item) && /^(message|function_call|function_call_output)$/.test(String(item['type']));
  return isSaid ? readMessages(item, 'user', cache) : [];
}

function readAnswer(attributes: Attributes, cache: ReadCache): readonly MessageContent[] {
  const text = textOf(attributes, 'response.text') ?? '';
  const list = valueOf(attributes, 'response.function_calls', cache);
  const calls = Array.isArray(list)
    ? list.flatMap((call: unknown) =>
        isObject(call) ? readMessages({ ...call, type: 'function_call' }, 'assistant', cache) : [],
      )
    : [];
  const said = text === '' ? [] : [{ type: 'text' as const, content: text }];
  return [messageOf('assistant', [...said, ...calls.flatMap(({ parts }) => parts)])];
}

const valueOf = (attributes: Attributes, name: string, cache: ReadCache): unknown => {
  const key = keysOf(name).find((candidate) => attributes.has(candidate));
  return key === undefined ? undefined : cache.structured(attributes.get(key));
};

const textOf = (attributes: Attributes, name: string): string | undefined =>
  keysOf(name)
    .map((key) => attributes.string(key))
    .find((text) => text !== undefined && text !== '');
