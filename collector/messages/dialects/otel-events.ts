import type { MessageRole } from '../../contract/messages.ts';
import type { AttributeValue } from '../../decode/records.ts';
import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { type JsonObject, canonicalJson, isObject } from '../json.ts';
import { isMessage, readMessages, roleOf } from '../payloads/message.ts';
import { isBlockList } from '../payloads/parts.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import {
  type MessageContent,
  type Reading,
  type SaidMessage,
  say,
  type SayOptions,
  splitSystem,
} from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { type EventLike, eventsOf } from './events.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

export const CHOICE = 'gen_ai.choice';
export const TOOL_MESSAGE = 'gen_ai.tool.message';
const PROMPT = 'gen_ai.prompt';
const COMPLETION = 'gen_ai.completion';
/** Whose words an event of that name holds. */
export const ROLES: ReadonlyMap<string, MessageRole> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  [TOOL_MESSAGE, 'tool'],
  // As OpenLIT writes it.
  ['gen_ai.tools.message', 'tool'],
]);

/**
 * OpenTelemetry GenAI semantic conventions before 1.37: one event (span event or log record) a message, and the older
 * `gen_ai.prompt` and `gen_ai.completion` with the whole request and answer, as attributes or on `gen_ai.content.*` events.
 */
export const otelEvents: Dialect = {
  name: 'otel-events',
  speaks: (span) =>
    span.record.attributes.has(PROMPT) ||
    span.record.attributes.has(COMPLETION) ||
    eventsOf(span).some((event) => speaks(event)),
  read(span, cache) {
    const events = eventsOf(span).filter((event) => speaks(event));
    if (isTool(span)) return readTool(span, events, cache);
    const said = events.flatMap((event) => readEvent(event, cache));
    const whole = readWhole(span, cache);
    const inputs = withoutCopies(said.filter(({ direction }) => direction === 'input'));
    const outputs = said.filter(({ direction }) => direction === 'output');
    return {
      ...splitSystem(inputs.length > 0 ? inputs : whole.inputs),
      output: outputs.length > 0 ? outputs : whole.outputs,
      tools: whole.tools,
    };
  },
};

function speaks({ name, attributes }: EventLike): boolean {
  return name === CHOICE || ROLES.has(name) || attributes.has(PROMPT) || attributes.has(COMPLETION);
}

/**
 * OpenTelemetry's botocore writes what a tool answered twice: as an event of its own, then in the user's message around it.
 * Only the last copy says whether the tool failed.
 */
function withoutCopies(said: readonly SaidMessage[]): readonly SaidMessage[] {
  const later = new Map<string, unknown>();
  const kept = said.toReversed().filter(({ content: { role, parts } }) => {
    for (const part of parts) if (part.type === 'tool_call' && part.id !== null) later.delete(part.id);
    const [part] = parts;
    if (role !== 'tool' || part?.type !== 'tool_call_response' || part.id === null) return true;
    const isCopy = later.has(part.id) && canonicalJson(later.get(part.id)) === canonicalJson(part.response);
    later.set(part.id, part.response);
    return !isCopy;
  });
  return kept.toReversed();
}

/** Stands for content that was not to be recorded (Google ADK). */
const ELIDED = '<elided>';

/** An event's fields, wherever they are: in a log record's body, one by one in attributes, or all in one as JSON. */
function fieldsOf(event: EventLike, cache: ReadCache): JsonObject {
  const whole = cache.structured(event.attributes.get('gen_ai.event.content'));
  const body = cache.structured(event.body);
  const fields: Record<string, unknown> = {};
  for (const key of event.attributes.keys()) fields[key] = fieldOf(key, event.attributes.get(key), cache);
  const all = {
    ...fields,
    ...(isObject(body) ? body : typeof body === 'string' && body !== '' ? { content: body } : {}),
    ...(isObject(whole) ? whole : {}),
  };
  return all['content'] === ELIDED ? { ...all, content: undefined } : all;
}

/** What a person or a model wrote may look like JSON; only blocks and messages are taken apart. */
function fieldOf(key: string, value: AttributeValue | undefined, cache: ReadCache): unknown {
  const field = cache.structured(value);
  const isText = typeof value === 'string' && (key === 'content' || key === 'message');
  return !isText || isBlockList(field) || isMessage(field) || isChoiceMessage(field) ? field : value;
}

/** The message of a choice may leave its role out. */
function isChoiceMessage(field: unknown): boolean {
  return (
    isObject(field) &&
    Object.keys(field).every((key) => ['role', 'content', 'tool_calls', 'refusal'].includes(key))
  );
}

/** What one event says of itself, on a span that is no tool's. */
export function readEvent(event: EventLike, cache: ReadCache): readonly SaidMessage[] {
  const where = { source: event.source, timeUnixNano: event.timeUnixNano };
  if (event.name === CHOICE || ROLES.has(event.name))
    return readNamed(event.name, fieldsOf(event, cache), where, cache);
  const { attributes } = event;
  const prompt = optional(attributes.get(PROMPT), cache);
  const completion = optional(attributes.get(COMPLETION), cache);
  const request = readRequest(prompt, cache);
  const asked = request ? [...request.system, ...request.input] : readMessages(prompt, 'user', cache);
  const answered = readResponse(completion, cache) ?? readMessages(completion, 'assistant', cache);
  return [
    ...say(asked, { direction: 'input', ...where }),
    ...say(answered, { direction: 'output', ...where }),
  ];
}

/** What the fields of an event of that name say; nothing for a name that no message has. */
export function readNamed(
  name: string,
  fields: JsonObject,
  where: Omit<SayOptions, 'direction'>,
  cache: ReadCache,
): readonly SaidMessage[] {
  if (name === CHOICE) return say(readChoice(fields, cache), { direction: 'output', ...where });
  const role = ROLES.get(name);
  return role === undefined ? [] : say(readSaid(fields, role, cache), { direction: 'input', ...where });
}

function readSaid(fields: JsonObject, fallback: MessageRole, cache: ReadCache): readonly MessageContent[] {
  // The event's name is surer than its role: some exporters write every message as a user's event.
  const role = fallback === 'user' ? (roleOf(fields['role']) ?? fallback) : fallback;
  const content = fields['content'] ?? fields['message'] ?? fields['parts'];
  const id = fields['tool_call_id'] ?? fields['id'];
  const answers =
    role === 'tool' && !holdsAnswers(content) ? { tool_call_id: id ?? null, content } : { content };
  return readMessages({ ...pick(fields, ['name', 'tool_calls']), role, ...answers }, role, cache);
}

/** Bedrock's blocks of a tool's message name their calls themselves. */
function holdsAnswers(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.some(
      (block) => isObject(block) && ('toolResult' in block || String(block['type']).endsWith('tool_result')),
    )
  );
}

function readChoice(fields: JsonObject, cache: ReadCache): readonly MessageContent[] {
  const { message } = fields;
  const inner = isObject(message) ? message : { content: message ?? fields['content'] ?? fields['parts'] };
  const said = readMessages(
    {
      ...pick(fields, ['finish_reason', 'tool_calls', 'name']),
      ...inner,
      role: roleOf(inner['role'] ?? fields['role']) ?? 'assistant',
    },
    'assistant',
    cache,
  );
  // Strands (Python) writes the answers of the tools that a cycle called beside the choice.
  return [...said, ...readMessages(fields['tool.result'], 'tool', cache)];
}

function pick(fields: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]));
}

/** On a tool's span the message event holds the arguments and the choice the answer. */
function readTool(span: ConversationSpan, events: readonly EventLike[], cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const call = events.find(({ name }) => name === TOOL_MESSAGE);
  const choice = events.find(({ name }) => name === CHOICE);
  const args = call && fieldsOf(call, cache);
  const answer = choice && fieldsOf(choice, cache);
  return sayToolUse(
    span,
    {
      id: attributes.string('gen_ai.tool.call.id') ?? args?.['id'] ?? answer?.['id'],
      name: attributes.string('gen_ai.tool.name'),
      args: args?.['content'] ?? args?.['arguments'] ?? optional(attributes.get(PROMPT), cache),
      result: answer?.['message'] ?? answer?.['content'] ?? optional(attributes.get(COMPLETION), cache),
      isError: attributes.string('gen_ai.tool.status') === 'error',
      source: (choice ?? call)?.source ?? 'attribute',
    },
    cache,
  );
}

function optional(value: AttributeValue | undefined, cache: ReadCache): unknown {
  return value === undefined ? undefined : cache.structured(value);
}

/** The whole request and answer; on a span that is no model call, and in no known form, a function's input and output. */
function readWhole(span: ConversationSpan, cache: ReadCache) {
  const { attributes } = span.record;
  const isCall = isModelCall(span);
  const request = readRequest(optional(attributes.get(PROMPT), cache), cache);
  const response = readResponse(optional(attributes.get(COMPLETION), cache), cache);
  return {
    inputs: request
      ? say([...request.system, ...request.input], { direction: 'input' })
      : sayRaw(attributes, { key: PROMPT, direction: 'input', isCall }, cache),
    outputs: response
      ? say(response, { direction: 'output' })
      : sayRaw(attributes, { key: COMPLETION, direction: 'output', isCall }, cache),
    tools: request?.tools ?? [],
  };
}
