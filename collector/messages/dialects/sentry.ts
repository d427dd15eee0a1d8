import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { readTools } from '../payloads/tools.ts';
import type { ReadCache } from '../read-cache.ts';
import { type SaidMessage, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const TEXT = 'gen_ai.response.text';
const CALLS = 'gen_ai.response.tool_calls';
const TOOLS = 'gen_ai.request.available_tools';
/** Before it had the conventions' name. */
const MESSAGES = 'gen_ai.request.messages';
const TOOL = { input: 'gen_ai.tool.input', output: 'gen_ai.tool.output' };
const KEYS = [TEXT, CALLS, TOOLS, MESSAGES, TOOL.input, TOOL.output];

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
    const asked = attributes.has(MESSAGES) ? readMessages(valueOf(MESSAGES), 'user', cache) : [];
    return {
      ...splitSystem(say(asked, { direction: 'input' })),
      output: sayAnswer(attributes, cache),
      tools: attributes.has(TOOLS) ? readTools(valueOf(TOOLS), cache) : [],
    };
  },
};

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
