import { isTool } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { isMessage, readMessages } from '../payloads/message.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { structured } from './input-output.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

/** What took something and gave something, whose tracer writes both as JSON. */
const SIDES = ['haystack.component', 'haystack.agent.step.llm', 'haystack.agent'] as const;
const TOOL = 'haystack.agent.step.tool';

/**
 * Haystack's own tracer: a component's inputs and outputs by the names of its sockets. Chat generators and agents take
 * `messages` and give `replies` or `messages`, tool invokers give `tool_messages`, plain generators take a `prompt`.
 */
export const haystack: Dialect = {
  name: 'haystack',
  speaks: ({ record: { attributes } }) =>
    [...SIDES, TOOL].some((side) => attributes.has(`${side}.input`) || attributes.has(`${side}.output`)),
  read(span, cache) {
    const { attributes } = span.record;
    const side = SIDES.find((name) => attributes.has(`${name}.input`) || attributes.has(`${name}.output`));
    if (side === undefined || isTool(span)) {
      const name = attributes.string('haystack.tool.name');
      const args = structured(attributes, `${TOOL}.input`, cache);
      return sayToolUse(span, { name, args, result: structured(attributes, `${TOOL}.output`, cache) }, cache);
    }
    const [inputKey, outputKey] = [`${side}.input`, `${side}.output`];
    const asked = structured(attributes, inputKey, cache);
    const given = structured(attributes, outputKey, cache);
    const input = isObject(asked) ? readAsked(asked, cache) : [];
    const output = isObject(given) ? readGiven(given, input.length, cache) : [];
    const isCall = false;
    return {
      ...(input.length > 0
        ? splitSystem(say(input, { direction: 'input' }))
        : { input: sayRaw(attributes, { key: inputKey, direction: 'input', isCall }, cache) }),
      output:
        output.length > 0
          ? say(output, { direction: 'output' })
          : sayRaw(attributes, { key: outputKey, direction: 'output', isCall }, cache),
      tools: isObject(asked) ? readTools(flatten(asked['tools']), cache) : [],
    };
  },
};

function readAsked(asked: JsonObject, cache: ReadCache): readonly MessageContent[] {
  const { messages, prompt } = asked;
  if (isList(messages)) return readMessages(messages, 'user', cache);
  return typeof prompt === 'string' ? readMessages(prompt, 'user', cache) : [];
}

/** An agent gives back what it was given, with what it added behind. */
function readGiven(given: JsonObject, asked: number, cache: ReadCache): readonly MessageContent[] {
  const { replies, messages, tool_messages: answers } = given;
  if (Array.isArray(replies) && replies.length > 0)
    return replies.flatMap((reply: unknown, index) => withReason(reply, metaOf(given, reply, index), cache));
  if (isList(answers)) return readMessages(answers, 'tool', cache);
  return isList(messages) ? readMessages(messages, 'assistant', cache).slice(asked) : [];
}

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage);

/** Of a text the meta lies beside it, in a list of its own. */
function metaOf(given: JsonObject, reply: unknown, index: number): unknown {
  if (isObject(reply)) return reply['meta'];
  return Array.isArray(given['meta']) ? (given['meta'] as readonly unknown[])[index] : undefined;
}

function withReason(reply: unknown, meta: unknown, cache: ReadCache): readonly MessageContent[] {
  const finishReason = isObject(meta) ? (stringOf(meta, 'finish_reason', 'stop_reason') ?? null) : null;
  return readMessages(reply, 'assistant', cache).map((content) => ({ ...content, finishReason }));
}

/** Serialized tools are `{type: "haystack.tools.tool.Tool", data: {name, description, parameters}}`. */
function flatten(tools: unknown): unknown {
  if (!Array.isArray(tools)) return undefined;
  return tools.map((tool: unknown) => (isObject(tool) && isObject(tool['data']) ? tool['data'] : tool));
}
