import type { Message } from '../../contract/messages.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { readFailure } from '../failure.ts';
import { type JsonObject, isObject } from '../json.ts';
import { isMessage, readMessages } from '../payloads/message.ts';
import { isBlockList } from '../payloads/parts.ts';
import { readSystem } from '../payloads/request.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { CutValue, ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say, splitSystem, withInstructions } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { eventsOf } from './events.ts';
import { withoutItemIds } from './item-ids.ts';
import { type ToolUse, sayToolUse } from './tool-use.ts';

const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
const SYSTEM = 'gen_ai.system_instructions';
const TOOLS = 'gen_ai.tool.definitions';
/** By the conventions, and as Axiom's SDK has them. */
const ARGUMENTS = ['gen_ai.tool.call.arguments', 'gen_ai.tool.arguments'];
const RESULT = ['gen_ai.tool.call.result', 'gen_ai.tool.message'];
const KEYS = [INPUT, OUTPUT, SYSTEM, TOOLS, ...ARGUMENTS, ...RESULT];
/** Undefined where the value is as the conventions have it. */
type Unwrap = (whole: CutValue, cache: ReadCache) => CutValue | undefined;
/**
 * What writes lists as the text of a message or in an object, and how they are read; anyone else's user may really have said
 * such a text.
 */
const UNWRAPPED: ReadonlyMap<string, Unwrap> = new Map<string, Unwrap>([
  ['@traceloop/instrumentation-openai', wrappedItems],
  ['@traceloop/instrumentation-langchain', withBlocks],
  ['@traceloop/instrumentation-llamaindex', withToolAnswers],
  ['Agent365Sdk', inEnvelope],
]);
const DETAILS = 'gen_ai.client.inference.operation.details';
/** The scope of AI SDK 7. */
const AI_SDK = 'gen_ai';

/**
 * OpenTelemetry GenAI semantic conventions from 1.37 on: whole messages, as JSON text or structured values, on the span
 * or on events (span events and log records) named `gen_ai.client.inference.operation.details`.
 */
export const otelMessages: Dialect = {
  name: 'otel-messages',
  speaks: (span) =>
    KEYS.some((key) => span.record.attributes.has(key)) ||
    eventsOf(span).some(
      ({ name, attributes }) => name === DETAILS || attributes.has(INPUT) || attributes.has(OUTPUT),
    ),
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span)) {
      const use = useOf(span, cache);
      if (use !== undefined) return readTool(span, use, cache);
    }
    const unwrap = UNWRAPPED.get(span.record.scope.name);
    const whole = readAttributes(attributes, { source: 'attribute', timeUnixNano: null, unwrap }, cache);
    const isAiSdk = span.record.scope.name === AI_SDK;
    const output = isAiSdk ? whole.output.map(withAnswerLast) : withoutItemIds(span, whole.output);
    const own = { ...whole, output };
    const events = eventsOf(span).filter((event) => KEYS.some((key) => event.attributes.has(key)));
    if (events.length === 0) return own;
    const told = events.map((event) =>
      readAttributes(
        event.attributes,
        { source: event.source, timeUnixNano: event.timeUnixNano, unwrap: undefined },
        cache,
      ),
    );
    return {
      system: own.system.length > 0 ? own.system : told.flatMap(({ system }) => system),
      input: own.input.length > 0 ? own.input : told.flatMap(({ input }) => input),
      output: own.output.length > 0 ? own.output : told.flatMap(({ output }) => output),
      tools: own.tools.length > 0 ? own.tools : told.flatMap(({ tools }) => tools),
    };
  },
};

/** The AI SDK writes what a model said before the tools that answered it in the same message, as a provider's own do. */
function withAnswerLast(said: SaidMessage): SaidMessage {
  const { parts } = said.content;
  const first = parts.findIndex(({ type }) => type === 'tool_call');
  const last = parts.findLastIndex(({ type }) => type === 'tool_call_response');
  if (first <= 0 || last < first) return said;
  const before = parts.slice(0, first);
  const [texts, others] = [true, false].map((isText) =>
    before.filter(({ type }) => (type === 'text') === isText),
  );
  const ordered = [...others!, ...parts.slice(first, last + 1), ...texts!, ...parts.slice(last + 1)];
  return { ...said, content: { ...said.content, parts: ordered } };
}

/** What a tool was given and what it answered; undefined where its span says neither. */
function useOf(span: ConversationSpan, cache: ReadCache): Pick<ToolUse, 'args' | 'result'> | undefined {
  const { attributes } = span.record;
  const [given, answered] = [ARGUMENTS, RESULT].map((keys) => keys.find((key) => attributes.has(key)));
  if (given !== undefined || answered !== undefined)
    return {
      args: given === undefined ? undefined : valueOf(attributes.get(given), cache),
      result: answered === undefined ? undefined : (valueOf(attributes.get(answered), cache) ?? null),
    };
  const args = soleWords(attributes.get(INPUT), cache);
  if (args === undefined) return undefined;
  const failure =
    attributes.string('tanstack.ai.tool.outcome') === 'error' ? readFailure(span)?.message : undefined;
  // Its span has null then; this is what the model is told.
  const result = failure === undefined ? soleWords(attributes.get(OUTPUT), cache) : { error: failure };
  return { args, result };
}

/** TanStack AI writes both as a list of one message, whose role is the tool's and whose content is text. */
function soleWords(value: AttributeValue | undefined, cache: ReadCache): string | undefined {
  const { value: list } = cache.messages(value);
  const [only] = Array.isArray(list) && list.length === 1 ? (list as readonly unknown[]) : [];
  const content = isObject(only) && only['role'] === 'tool' ? only['content'] : undefined;
  return typeof content === 'string' ? content : undefined;
}

function readTool(
  span: ConversationSpan,
  use: Pick<ToolUse, 'args' | 'result'>,
  cache: ReadCache,
): Partial<Reading> {
  const { attributes } = span.record;
  return sayToolUse(
    span,
    {
      ...use,
      id: attributes.string('gen_ai.tool.call.id'),
      name: attributes.string('gen_ai.tool.name'),
      isError: attributes.string('gen_ai.tool.status') === 'error',
    },
    cache,
  );
}

function valueOf(value: AttributeValue | undefined, cache: ReadCache): unknown {
  return value === undefined ? undefined : cache.structured(value);
}

interface Where extends Pick<SaidMessage, 'source' | 'timeUnixNano'> {
  readonly unwrap: Unwrap | undefined;
}

/** The Responses API's items, where they are the text of a user's message that is alone; undefined for other messages. */
function wrappedItems({ value: list }: CutValue, cache: ReadCache): CutValue | undefined {
  const [only] = Array.isArray(list) && list.length === 1 ? (list as readonly unknown[]) : [];
  const text = isObject(only) && only['role'] === 'user' ? soleText(only) : undefined;
  if (text === undefined) return undefined;
  const items = cache.messages(text);
  const isItems = Array.isArray(items.value) && items.value.length > 0 && items.value.every(isMessage);
  return isItems ? items : undefined;
}

/** Messages whose content was a list of blocks, a provider's or LangChain's. */
function withBlocks({ value: list, isCut }: CutValue, cache: ReadCache): CutValue | undefined {
  if (!Array.isArray(list)) return undefined;
  const unwrapped = (message: unknown): unknown => {
    if (!isObject(message)) return message;
    const text = soleText(message);
    const content = text === undefined ? undefined : cache.structured(text);
    const { parts: _parts, ...rest } = message;
    return isBlockList(content) ? { ...rest, content } : message;
  };
  return { value: list.map(unwrapped), isCut };
}

/**
 * LlamaIndex.TS writes what a tool answered as a message of the user's. Only the options of a message say that it is one, and
 * OpenLLMetry leaves these out, as it does calls: the user's messages right behind one of the model's without words are taken for such.
 */
function withToolAnswers({ value: list, isCut }: CutValue): CutValue | undefined {
  if (!Array.isArray(list)) return undefined;
  let isCalled = false;
  const answered = (message: unknown): unknown => {
    const text = isObject(message) ? soleText(message) : undefined;
    if (!isObject(message) || message['role'] !== 'user') {
      isCalled = isObject(message) && message['role'] === 'assistant' && text === '';
      return message;
    }
    return isCalled && text !== undefined ? { ...message, role: 'tool' } : message;
  };
  return { value: list.map(answered), isCut };
}

/** Microsoft's Agent 365 says the version of its messages beside them. */
function inEnvelope({ value, isCut }: CutValue): CutValue | undefined {
  return isObject(value) && Array.isArray(value['messages'])
    ? { value: value['messages'], isCut }
    : undefined;
}

/** The text of a message of one part. */
function soleText({ parts }: JsonObject): string | undefined {
  const [part] = Array.isArray(parts) && parts.length === 1 ? (parts as readonly unknown[]) : [];
  const text = isObject(part) && part['type'] === 'text' ? part['content'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function readAttributes(attributes: Attributes, { unwrap, ...where }: Where, cache: ReadCache): Reading {
  const list = (
    key: string,
    role: 'user' | 'assistant',
    direction: Message['direction'],
  ): readonly SaidMessage[] => {
    const whole = cache.messages(attributes.get(key));
    const { value, isCut } = unwrap?.(whole, cache) ?? whole;
    return say(readMessages(value, role, cache), { direction, isCut, ...where });
  };
  const instructions = say(readSystem(cache.messages(attributes.get(SYSTEM)).value, cache), {
    direction: 'input',
    ...where,
  });
  const { system, input } = splitSystem(list(INPUT, 'user', 'input'));
  return {
    system: withInstructions(instructions, system),
    input,
    output: list(OUTPUT, 'assistant', 'output'),
    tools: readTools(valueOf(attributes.get(TOOLS), cache), cache),
  };
}
