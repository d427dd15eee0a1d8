import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { isBlockList } from '../payloads/parts.ts';
import { readSystem } from '../payloads/request.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type SaidMessage, say, splitSystem, withInstructions } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const TEXT = 'gen_ai.response.text';
const CALLS = 'gen_ai.response.tool_calls';
const TOOLS = 'gen_ai.request.available_tools';
const SYSTEM = 'gen_ai.system_instructions';
/** The second before it had the conventions' name. */
const MESSAGES = ['gen_ai.input.messages', 'gen_ai.request.messages'];
const TOOL = { input: 'gen_ai.tool.input', output: 'gen_ai.tool.output' };
const KEYS = [TEXT, CALLS, TOOLS, 'gen_ai.request.messages', TOOL.input, TOOL.output];

/** Sentry's SDKs: an answer's texts and its calls apart, in the provider's form, and what a tool took and gave. */
export const sentry: Dialect = {
  name: 'sentry',
  speaks: ({ record: { attributes } }) => KEYS.some((key) => attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    const valueOf = (key: string): unknown => structured(attributes, key, cache);
    if (isTool(span) && (attributes.has(TOOL.input) || attributes.has(TOOL.output))) {
      const id = attributes.string('gen_ai.tool.call.id');
      return sayToolUse(span, { id, args: valueOf(TOOL.input), result: valueOf(TOOL.output) }, cache);
    }
    const asked = MESSAGES.map(valueOf).find((value) => value !== undefined);
    const said = asked === undefined ? [] : readMessages(withBlocks(asked, cache), 'user', cache);
    const instructions = readSystem(withBlocks(valueOf(SYSTEM), cache), cache);
    const { system, input } = splitSystem(say(said, { direction: 'input' }));
    return {
      system: withInstructions(say(instructions, { direction: 'input' }), system),
      input,
      output: sayAnswer(attributes, cache),
      tools: attributes.has(TOOLS) ? readTools(valueOf(TOOLS), cache) : [],
    };
  },
};

/** LangChain's blocks are the text of what they are the content of. */
function withBlocks(value: unknown, cache: ReadCache): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((one: unknown) => {
    const content =
      isObject(one) && typeof one['content'] === 'string' ? cache.structured(one['content']) : undefined;
    if (!isObject(one) || !isBlockList(content)) return [one];
    return 'role' in one ? [{ ...one, content }] : content;
  });
}

function sayAnswer(attributes: Attributes, cache: ReadCache): readonly SaidMessage[] {
  const said = structured(attributes, TEXT, cache);
  const texts = (Array.isArray(said) ? said : [said]).filter(
    (text) => typeof text === 'string' && text !== '',
  );
  const listed = structured(attributes, CALLS, cache);
  const calls = Array.isArray(listed) ? listed.filter(isObject) : [];
  // Of chat completions a call has its function inside; other providers' calls are blocks beside the texts.
  const [functions, blocks] = [calls.filter(isFunction), calls.filter((call) => !isFunction(call))];
  const content = [...texts.map((text) => ({ type: 'text', text })), ...blocks];
  const message = { role: 'assistant', content, ...(functions.length > 0 ? { tool_calls: functions } : {}) };
  return say(readMessages([message], 'assistant', cache), { direction: 'output' });
}

const isFunction = (call: Readonly<Record<string, unknown>>): boolean => isObject(call['function']);
