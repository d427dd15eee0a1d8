import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { type JsonObject, isObject, messageValue } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { isBlockList } from '../payloads/parts.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type Reading, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import {
  type Flattened,
  branches,
  entriesOf,
  leaf,
  messageEntriesOf,
  textLeaf,
  treeOf,
} from './flattened.ts';
import { decoded } from './input-output.ts';
import { withoutItemIds } from './item-ids.ts';
import { sayRaw } from './raw.ts';
import { answerIn, sayToolUse } from './tool-use.ts';

const INPUT = 'traceloop.entity.input';
const OUTPUT = 'traceloop.entity.output';
/** LiteLLM's name last. */
const FUNCTIONS = ['llm.request.functions.', 'gen_ai.tool.'];
/** The names of 2023 last. */
const PROMPTS = ['gen_ai.prompt.', 'llm.prompts.'];
const COMPLETIONS = ['gen_ai.completion.', 'llm.completions.'];
const FLAT =
  /^(?:gen_ai\.prompt|gen_ai\.completion|llm\.prompts|llm\.completions|llm\.request\.functions|gen_ai\.tool)\.\d/;

/**
 * OpenLLMetry (Traceloop): `gen_ai.prompt.N.*` and `gen_ai.completion.N.*`, a message each, and the JSON of what a decorated
 * function took and gave in `traceloop.entity.input` and `.output`.
 */
export const openLlmetry: Dialect = {
  name: 'openllmetry',
  speaks: ({ record: { attributes } }) => {
    if (attributes.has(INPUT) || attributes.has(OUTPUT)) return true;
    for (const key of attributes.keys()) if (FLAT.test(key)) return true;
    return false;
  },
  read(span, cache) {
    const { attributes } = span.record;
    const prompts = messagesBelow(attributes, PROMPTS, 'user', cache);
    const completions = messagesBelow(attributes, COMPLETIONS, 'assistant', cache);
    if (prompts.length + completions.length === 0 && isTool(span)) return readTool(span, cache);
    const entity = readEntity(span, cache);
    const asked = say(prompts, { direction: 'input' });
    const answered = say(joinTurn(completions, attributes), { direction: 'output' });
    return {
      ...(asked.length > 0 ? splitSystem(asked) : { system: entity.system, input: entity.input }),
      output: answered.length > 0 ? withoutItemIds(span, answered) : entity.output,
      tools: readDefinitions(attributes, cache),
    };
  },
};

function messagesBelow(
  attributes: Attributes,
  prefixes: readonly string[],
  fallback: 'user' | 'assistant',
  cache: ReadCache,
): readonly MessageContent[] {
  for (const prefix of prefixes) {
    const entries = messageEntriesOf(attributes, prefix);
    if (entries.length === 0) continue;
    const messages = entries.map((entry) => messageOf(treeOf(entry, prefix), fallback, cache));
    return readMessages(messages, fallback, cache);
  }
  return [];
}

/** One entry in the form of a chat message; a content that is a list of blocks was written as JSON. */
function messageOf(entry: Flattened, fallback: 'user' | 'assistant', cache: ReadCache): JsonObject {
  const role = textLeaf(entry, 'role') ?? fallback;
  const text = leaf(entry, 'content') ?? leaf(entry, fallback);
  // What JavaScript's older instrumentations wrote of a message that only called tools.
  const isNothing = text === 'null' && role === 'assistant' && fallback === 'user';
  const content = isNothing ? null : contentOf(text, cache);
  // Anthropic's instrumentation writes a thought as a message before the answer.
  if (role === 'thinking')
    return { role: 'assistant', content: [{ type: 'thinking', thinking: messageValue(text) }] };
  const calls = branches(leaf(entry, 'tool_calls')).map((call) => ({
    id: messageValue(leaf(call, 'id')),
    name: messageValue(leaf(call, 'name') ?? leaf(call, 'function', 'name')),
    arguments: messageValue(leaf(call, 'arguments') ?? leaf(call, 'function', 'arguments')),
  }));
  const old = leaf(entry, 'function_call');
  // The instrumentation of Together writes the first call here as well.
  const named = calls.length === 0 && old instanceof Map ? (old as Flattened) : undefined;
  const toolCallId = textLeaf(entry, 'tool_call_id');
  return {
    role,
    content,
    ...optional('name', textLeaf(entry, 'name')),
    ...optional('tool_call_id', toolCallId),
    ...optional('refusal', textLeaf(entry, 'refusal')),
    ...optional('reasoning_content', textLeaf(entry, 'reasoning') ?? textLeaf(entry, 'reasoning_content')),
    ...optional('finish_reason', textLeaf(entry, 'finish_reason')),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(named === undefined
      ? {}
      : { function_call: { name: textLeaf(named, 'name'), arguments: textLeaf(named, 'arguments') } }),
  };
}

function contentOf(value: Parameters<typeof messageValue>[0], cache: ReadCache): unknown {
  if (typeof value !== 'string') return messageValue(value);
  const content = cache.structured(value);
  return isBlockList(content) ? content : value;
}

const optional = (key: string, value: string | undefined): JsonObject =>
  value === undefined ? {} : { [key]: value };

/** A stream of Anthropic's is written block by block: text and calls of one answer, which never has a second choice. */
function joinTurn(contents: readonly MessageContent[], attributes: Attributes): readonly MessageContent[] {
  const system = attributes.string('gen_ai.system') ?? attributes.string('gen_ai.provider.name') ?? '';
  const [first] = contents;
  if (first === undefined || contents.length === 1 || !/anthropic|bedrock|aws/i.test(system)) return contents;
  const parts = contents.flatMap((content) => content.parts);
  const finishReason = contents.findLast((content) => content.finishReason !== null)?.finishReason ?? null;
  return [{ ...first, parts, finishReason }];
}

function readDefinitions(attributes: Attributes, cache: ReadCache): Reading['tools'] {
  return FUNCTIONS.flatMap((prefix) =>
    entriesOf(attributes, prefix).flatMap((entry) => {
      const tree = treeOf(entry, prefix);
      return readTools(
        {
          name: textLeaf(tree, 'name'),
          description: textLeaf(tree, 'description'),
          parameters: messageValue(
            leaf(tree, 'parameters') ?? leaf(tree, 'input_schema') ?? leaf(tree, 'arguments') ?? null,
          ),
        },
        cache,
      );
    }),
  );
}

/** What a decorated function, or a LangChain run, took and gave. */
function readEntity(span: ConversationSpan, cache: ReadCache): Reading {
  const { attributes } = span.record;
  const isCall = isModelCall(span);
  const input = argumentsOf(decoded(attributes, INPUT, cache));
  const output = resultOf(decoded(attributes, OUTPUT, cache));
  const request = readRequest(input, cache);
  const response = readResponse(output, cache);
  const raw = { direction: 'input', isCall } as const;
  return {
    ...(request === undefined
      ? { system: [], input: sayRaw(attributes, { ...raw, key: INPUT, value: input }, cache) }
      : splitSystem(say([...request.system, ...request.input], { direction: 'input' }))),
    output:
      response === undefined
        ? sayRaw(attributes, { key: OUTPUT, direction: 'output', isCall, value: output }, cache)
        : say(response, { direction: 'output' }),
    tools: request?.tools ?? [],
  };
}

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const given = decoded(attributes, INPUT, cache);
  const answered = resultOf(decoded(attributes, OUTPUT, cache));
  const wrapped = isCallOfMcp(given) && isObject(answered) ? answered : undefined;
  const output = wrapped?.['result'] ?? answered;
  const answer = answerIn(output, cache);
  return sayToolUse(
    span,
    {
      id: attributes.string('gen_ai.tool.call.id') ?? answer?.id,
      // In LangChain.js the entity is the tool's class.
      name:
        attributes.string('gen_ai.tool.name') ?? answer?.name ?? attributes.string('traceloop.entity.name'),
      args: argumentsOf(given),
      result: answer?.response ?? output,
      isError: wrapped?.['is_error'] === true,
    },
    cache,
  );
}

/** The instrumentation of MCP writes `{tool_name, arguments}`, and `{result, is_error}` for what came of it. */
const isCallOfMcp = (value: unknown): value is JsonObject =>
  isObject(value) && 'tool_name' in value && 'arguments' in value;

/** Of `{args, kwargs}` (decorators) and `{inputs, tags, metadata, kwargs}` (LangChain) what the function was given. */
function argumentsOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (isCallOfMcp(value)) return value['arguments'];
  if ('inputs' in value) return value['inputs'];
  if (!Array.isArray(value['args']) && !isObject(value['args'])) return value['input_str'] ?? value;
  const args = Array.isArray(value['args']) ? value['args'] : Object.values(value['args']);
  const named = isObject(value['kwargs']) ? value['kwargs'] : {};
  if (args.length === 0) return named;
  if (Object.keys(named).length > 0) return { ...Object.fromEntries(args.entries()), ...named };
  return args.length === 1 ? args[0] : args;
}

/** Of `{outputs, kwargs}` and `{output, kwargs}` (LangChain) what it gave. */
function resultOf(value: unknown): unknown {
  if (!isObject(value) || !('kwargs' in value)) return value;
  return value['outputs'] ?? value['output'] ?? value;
}
