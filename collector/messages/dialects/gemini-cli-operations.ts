import type { MessagePart } from '../../contract/messages.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { finishPart } from '../payloads/parts.ts';
import { readSystem } from '../payloads/request.ts';
import { toolCallPart, toolResponsePart } from '../payloads/tool-value.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type Reading, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { eventsOf } from './events.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
const SYSTEM = 'gen_ai.system_instructions';
/** What stands behind the first 10,000 characters of a longer value. */
const CUT = /\.\.\.\[TRUNCATED: original length \d+\]$/;

/**
 * Gemini CLI's spans have whatever their functions took and gave under the keys of the conventions' messages: contents of
 * Gemini's API and every chunk of the answer, requests of tools and what became of them, an agent's arguments.
 */
export const geminiCliOperations: Dialect = {
  name: 'gemini-cli-operations',
  speaks: ({ record: { scope, attributes } }) =>
    scope.name === 'gemini-cli' && attributes.has('gen_ai.operation.name'),
  read(span, cache) {
    switch (span.record.attributes.string('gen_ai.operation.name') ?? '') {
      case 'llm_call':
        return readCall(span, cache);
      case 'tool_call':
        return readTool(span, cache);
      case 'schedule_tool_calls':
        return readTools(span, cache);
      case 'agent_call':
        return readInputOutput(span, { input: INPUT, output: OUTPUT }, cache);
      default:
        return {};
    }
  },
};

function readCall(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const instructions = cache.decoded(structured(attributes, SYSTEM, cache));
  const said = readMessages(cache.messages(attributes.get(OUTPUT)).value, 'assistant', cache);
  return {
    system: say(readSystem(instructions, cache), { direction: 'input' }),
    input: sayInput(span, cache),
    output: say(joinChunks(said), { direction: 'output' }),
  };
}

/** Where the span has the beginning alone, or nothing, the record of the request has all of it: there the model is called `system`. */
function sayInput(span: ConversationSpan, cache: ReadCache): Reading['input'] {
  const { attributes } = span.record;
  const { value, isCut } = cache.messages(attributes.get(INPUT));
  const own = say(answeredOnce(readMessages(value, 'user', cache)), { direction: 'input', isCut });
  if (own.length > 0 && !CUT.test(attributes.string(INPUT) ?? '')) return own;
  const log = eventsOf(span).find((event) => event.attributes.has(INPUT));
  if (log === undefined) return own;
  const asked = readMessages(cache.messages(log.attributes.get(INPUT)).value, 'user', cache);
  return say(
    answeredOnce(asked).map((one) => (one.role === 'system' ? cache.once(one, asAssistant) : one)),
    { direction: 'input', source: log.source, timeUnixNano: log.timeUnixNano },
  );
}

/** A session that is resumed has what its tools answered twice in all that follows, under the same ids. */
function answeredOnce(messages: readonly MessageContent[]): readonly MessageContent[] {
  const answers = new Map<string, unknown>();
  const isCopy = (part: MessagePart): boolean => {
    if (part.type !== 'tool_call_response' || part.id === null) return false;
    if (answers.has(part.id)) return JSON.stringify(answers.get(part.id)) === JSON.stringify(part.response);
    answers.set(part.id, part.response);
    return false;
  };
  return messages.flatMap((message) => {
    const parts = message.parts.filter((part) => !isCopy(part));
    if (parts.length === message.parts.length) return message;
    return parts.length === 0 ? [] : { ...message, parts };
  });
}

const asAssistant = (content: MessageContent): MessageContent => ({ ...content, role: 'assistant' });

/** An answer is written down chunk by chunk, each a message. */
function joinChunks(chunks: readonly MessageContent[]): readonly MessageContent[] {
  const parts: MessagePart[] = [];
  for (const part of chunks.flatMap((chunk) => chunk.parts)) {
    const last = parts.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      parts[parts.length - 1] = { ...part, content: `${last.content}${part.content}` };
    } else if (part.type === 'tool_call') {
      parts.push({ ...part, id: idOf(part.id, part.name) });
    } else parts.push(part);
  }
  return [messageOf('assistant', parts)];
}

/** The program writes the tool's name before the id, but not in the history. */
function idOf(id: unknown, name: unknown): string | null {
  if (typeof id !== 'string') return null;
  const prefix = `${String(name)}__`;
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const request = objectOf(cache.messages(attributes.get(INPUT)).value);
  const done = objectOf(cache.messages(attributes.get(OUTPUT)).value);
  const name = request['name'] ?? attributes.string('gen_ai.tool.name');
  return sayToolUse(
    span,
    {
      id: idOf(request['callId'] ?? attributes.string('gen_ai.tool.call_id'), name),
      name,
      args: request['args'],
      result: resultOf(done),
      isError: hasFailed(done),
    },
    cache,
  );
}

/** All tools of an answer, which have spans of their own inside. */
function readTools({ record: { attributes } }: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const calls = objectsOf(cache.messages(attributes.get(INPUT)).value).map(({ callId, name, args }) =>
    finishPart(toolCallPart(idOf(callId, name), name, args), cache),
  );
  const answers = objectsOf(cache.messages(attributes.get(OUTPUT)).value).map((done) => {
    const { callId, name } = objectOf(done['request']);
    const answer = { id: idOf(callId, name), name, response: resultOf(done), isError: hasFailed(done) };
    return messageOf('tool', [finishPart(toolResponsePart(answer), cache)]);
  });
  return {
    input: say([messageOf('assistant', calls)], { direction: 'input' }),
    output: say(answers, { direction: 'output' }),
  };
}

/** What the model is told: the first part of the response answers its call. */
function resultOf(done: JsonObject): unknown {
  const [first] = objectsOf(objectOf(done['response'])['responseParts']);
  return objectOf(first?.['functionResponse'])['response'];
}

const hasFailed = (done: JsonObject): boolean => stringOf(done, 'status') === 'error';

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
