import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { readAutogenMessages } from '../payloads/autogen.ts';
import { readMessages } from '../payloads/message.ts';
import { readResponse } from '../payloads/response.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type SaidMessage, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { type EventLike, eventsOf } from './events.ts';
import { sayToolUse } from './tool-use.ts';

interface Told {
  readonly event: EventLike;
  readonly fields: JsonObject;
}

/**
 * AutoGen. Its events (`autogen_core.logging`) are log records whose body is their JSON: `LLMCall` and `LLMStreamEnd` with the
 * messages and the answer of a model call, `ToolCall` with a tool's arguments and result. Its runtime's spans carry the
 * message that an agent was sent.
 */
export const autogen: Dialect = {
  name: 'autogen',
  speaks: ({ span, record, logs }) =>
    (span.framework === 'autogen' && record.attributes.has(MESSAGE)) ||
    (logs?.some(({ body }) => typeof body === 'string' && isTyped(body)) ?? false),
  read(span, cache) {
    const told = readEvents(span, cache);
    const tool = told.findLast(({ fields }) => fields['type'] === 'ToolCall');
    if (isTool(span)) return tool === undefined ? {} : readTool(span, tool, cache);
    const calls = told.filter(({ fields }) => fields['type'] !== 'ToolCall');
    if (calls.length === 0) return { input: readSent(span, cache) };
    return {
      ...splitSystem(calls.flatMap((call) => readAsked(call, cache))),
      output: calls.slice(-1).flatMap((call) => readAnswered(call, cache)),
      tools: calls.flatMap(({ fields }) => readTools(fields['tools'], cache)),
    };
  },
};

const MESSAGE = 'message';
const TYPES = ['LLMCall', 'LLMStreamStart', 'LLMStreamEnd', 'ToolCall'];
const isTyped = (body: string): boolean => TYPES.some((type) => body.includes(`"type": "${type}"`));

function readEvents(span: ConversationSpan, cache: ReadCache): readonly Told[] {
  return eventsOf(span).flatMap((event): Told[] => {
    if (typeof event.body !== 'string' || !isTyped(event.body)) return [];
    const fields = cache.structured(event.body);
    return isObject(fields) ? [{ event, fields }] : [];
  });
}

/** What the runtime handed to an agent; its calls tell it too, where they were recorded. */
function readSent({ record: { attributes } }: ConversationSpan, cache: ReadCache): readonly SaidMessage[] {
  const message = cache.structured(attributes.get(MESSAGE));
  return say(readAutogenMessages(message, cache), { direction: 'input', isRaw: true });
}

function readAsked({ event, fields }: Told, cache: ReadCache): readonly SaidMessage[] {
  return say(readMessages(fields['messages'], 'user', cache), { direction: 'input', ...where(event) });
}

function readAnswered({ event, fields }: Told, cache: ReadCache): readonly SaidMessage[] {
  const { response } = fields;
  const contents = isObject(response)
    ? (readResponse(response, cache) ?? readMessages(response, 'assistant', cache))
    : readMessages(response, 'assistant', cache);
  return say(contents, { direction: 'output', ...where(event) });
}

function readTool(span: ConversationSpan, { event, fields }: Told, cache: ReadCache) {
  return sayToolUse(
    span,
    {
      id: span.record.attributes.string('gen_ai.tool.call.id') ?? fields['call_id'],
      name: stringOf(fields, 'tool_name'),
      args: fields['arguments'],
      result: fields['result'] ?? undefined,
      source: event.source,
    },
    cache,
  );
}

const where = ({ source, timeUnixNano }: EventLike) => ({ source, timeUnixNano });
