import type { MessagePart, MessageRole } from '../../contract/messages.ts';
import { asThought, gatherCitations, refusalPart } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import { readCitations } from './citations.ts';
import { splitCalls } from './joined-calls.ts';
import { joinItems } from './joined-items.ts';
import { unwrapLangchain } from './langchain.ts';
import { isPersons } from './openai-tools.ts';
import { readChatCall, readOpenAiItem, readSpoken } from './openai.ts';
import { finishPart, readParts } from './parts.ts';
import { toolResponsePart } from './tool-value.ts';
import { readUnread } from './unread-content.ts';

/** The role of Gemini's answers, also in Genkit, whose parts are Gemini's. */
const GEMINI = 'model';

/** The role of a message that is all thought. */
const THOUGHT = 'reasoning';

const ROLES: ReadonlyMap<string, MessageRole> = new Map(
  Object.entries<MessageRole>({
    system: 'system',
    developer: 'system',
    user: 'user',
    human: 'user',
    assistant: 'assistant',
    ai: 'assistant',
    [GEMINI]: 'assistant',
    // As Cohere's first API has it.
    chatbot: 'assistant',
    tool: 'tool',
    function: 'tool',
    // As smolagents calls them.
    'tool-call': 'assistant',
    'tool-response': 'tool',
    environment: 'tool',
    // As Koog calls what its model thought.
    [THOUGHT]: 'assistant',
  }),
);

export function roleOf(value: unknown): MessageRole | undefined {
  return typeof value === 'string' ? ROLES.get(value.toLowerCase()) : undefined;
}

const hasThoughtRole = ({ role }: JsonObject): boolean =>
  typeof role === 'string' && role.toLowerCase() === THOUGHT;

/** One message of this role with these parts. */
export function messageOf(role: MessageRole, parts: readonly MessagePart[]): MessageContent {
  return { role, name: null, parts, finishReason: null };
}

/** Langfuse's callbacks for LangChain.js write a tool's message with the tool's name for its role. */
function withToolRole(message: JsonObject): JsonObject {
  const { role } = message;
  const isNamed = typeof role === 'string' && role !== '' && roleOf(role) === undefined;
  return isNamed && isObject(message['additional_kwargs'])
    ? { ...message, role: 'tool', name: role }
    : message;
}

const CONTENT_KEYS = ['content', 'parts', 'contents', 'tool_calls', 'toolCalls', 'function_call'];

/** True for what `readMessages` takes for a message rather than for unknown data. */
export function isMessage(value: unknown): boolean {
  if (isPair(value)) return true;
  if (!isObject(value)) return false;
  if (isObject(value['message'])) return isMessage(value['message']);
  const message = unwrapLangchain(value) ?? withToolRole(value);
  if (readOpenAiItem(message) !== undefined) return true;
  if (roleOf(message['role']) === undefined) return false;
  return CONTENT_KEYS.some((key) => key in message) || readSpoken(message['audio'], []).length > 0;
}

/**
 * Messages of any provider's form: a list (also a list of lists, as LangChain's batches are), one message, or a text that
 * `fallback` said. A message that no reader knows becomes one of role `fallback` with a `data` part.
 */
export function readMessages(
  value: unknown,
  fallback: MessageRole,
  cache: ReadCache,
): readonly MessageContent[] {
  if (isPair(value)) return readMessages({ role: value[0], content: value[1] }, fallback, cache);
  if (Array.isArray(value)) {
    return joinItems(value.flatMap((item: unknown) => [...readMessages(item, fallback, cache)]));
  }
  if (isObject(value)) return cache.once(value, readerFor(fallback, cache));
  const parts = readParts(value, cache);
  return parts.length === 0 ? [] : [messageOf(fallback, parts)];
}

/** A message as LangChain takes it, `["user", "Hi"]`. */
function isPair(value: unknown): value is readonly [string, string] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return roleOf(value[0]) !== undefined && typeof value[1] === 'string';
}

/** One function object for each role and cache: `ReadCache.once` remembers by function. */
const readers = new WeakMap<ReadCache, Map<MessageRole, (value: JsonObject) => readonly MessageContent[]>>();

function readerFor(fallback: MessageRole, cache: ReadCache) {
  let known = readers.get(cache);
  if (known === undefined) readers.set(cache, (known = new Map()));
  let reader = known.get(fallback);
  if (reader === undefined) known.set(fallback, (reader = (value) => readMessage(value, fallback, cache)));
  return reader;
}

function readMessage(value: JsonObject, fallback: MessageRole, cache: ReadCache): readonly MessageContent[] {
  if (isObject(value['message']) && roleOf(value['role']) === undefined)
    return readChoice(value, fallback, cache);
  const message = unwrapLangchain(value) ?? withToolRole(value);
  const item = message['type'] === 'message' ? undefined : readOpenAiItem(message);
  if (item !== undefined) return readItem(item, cache);
  const { content } = message;
  if (isObject(content) && 'parts' in content)
    return readCandidate(message, asHeld(message, content), fallback, cache);
  const role = roleOf(message['role']);
  const isUnknown = !CONTENT_KEYS.some((key) => key in message);
  const known = isUnknown && role === undefined ? readParts(message, cache) : partsOf(message, role, cache);
  const parts = isUnknown && known.length === 0 ? readUnread(message, cache) : known;
  return splitAnswers(
    {
      role: role ?? fallback,
      name: stringOf(message, 'name') ?? null,
      parts: hasThoughtRole(message) ? parts.map(asThought) : parts,
      finishReason: finishReasonOf(message),
    },
    cache,
  );
}

/** Mastra stores a message as `{role, content: {format, parts, content}}`, where the inner content is the text of the parts. */
function asHeld({ role }: JsonObject, content: JsonObject): JsonObject {
  if (!('format' in content)) return content;
  const { content: _text, ...held } = content;
  return { ...held, role };
}

/** Gemini's candidate: what it draws on stands beside its content. */
function readCandidate(
  candidate: JsonObject,
  content: JsonObject,
  fallback: MessageRole,
  cache: ReadCache,
): readonly MessageContent[] {
  const sources = readCitations(candidate);
  const said = readMessage({ ...content, finish_reason: finishReasonOf(candidate) }, fallback, cache);
  return said.map((one, index) =>
    index === said.length - 1 ? { ...one, parts: gatherCitations([...one.parts, ...sources]) } : one,
  );
}

function readChoice(value: JsonObject, fallback: MessageRole, cache: ReadCache): readonly MessageContent[] {
  const reason = finishReasonOf(value);
  return readMessages(value['message'], fallback, cache).map((content) =>
    content.finishReason === null ? { ...content, finishReason: reason } : content,
  );
}

function readItem(parts: readonly MessagePart[], cache: ReadCache): readonly MessageContent[] {
  const finished = parts.map((part) => finishPart(part, cache));
  const isAnswer = finished.length > 0 && finished.every((part) => part.type === 'tool_call_response');
  if (finished.length > 0 && finished.every(isPersons)) return [messageOf('user', finished)];
  return [messageOf(isAnswer ? 'tool' : 'assistant', finished)];
}

function finishReasonOf(message: JsonObject): string | null {
  const metadata = message['response_metadata'];
  return (
    stringOf(message, 'finish_reason', 'finishReason', 'stop_reason', 'stopReason') ??
    (isObject(metadata) ? stringOf(metadata, 'finish_reason', 'stop_reason', 'finishReason') : undefined) ??
    null
  );
}

function partsOf(
  message: JsonObject,
  role: MessageRole | undefined,
  cache: ReadCache,
): readonly MessagePart[] {
  const content = message['content'] ?? message['parts'] ?? message['contents'];
  const id = message['tool_call_id'] ?? message['toolCallId'];
  if (role === 'tool' && id !== undefined) return [answerPart(message, id, content, cache)];
  const reasoning = stringOf(message, 'reasoning_content', 'reasoning');
  const pieces = readParts(content, cache);
  const said = message['role'] === GEMINI ? joinPieces(pieces) : pieces;
  const hasThought = said.some((part) => part.type === 'reasoning');
  const calls = [message['tool_calls'], message['toolCalls'], message['function_call']].flatMap((list) =>
    readCalls(list, cache),
  );
  const refusal = stringOf(message, 'refusal');
  return gatherCitations([
    ...(reasoning === undefined || hasThought ? [] : [{ type: 'reasoning' as const, content: reasoning }]),
    ...said.map((part) => withArguments(part, calls)),
    ...readSpoken(message['audio'], said),
    ...(refusal === undefined ? [] : [refusalPart(refusal)]),
    ...calls.filter((call) => !said.some((part) => isSameCall(part, call))),
    ...readCitations(message),
  ]);
}

/** What Gemini streams is kept in the pieces that it came in, and one text or thought nonetheless. */
function joinPieces(pieces: readonly MessagePart[]): readonly MessagePart[] {
  const joined: MessagePart[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isText = piece.type === 'text' || piece.type === 'reasoning';
    if (isText && last?.type === piece.type)
      joined[joined.length - 1] = { ...last, content: last.content + piece.content };
    else joined.push(piece);
  }
  return joined;
}

function answerPart(message: JsonObject, id: unknown, content: unknown, cache: ReadCache): MessagePart {
  const isError = message['status'] === 'error' || message['is_error'] === true;
  const part = toolResponsePart({ id, name: message['name'], response: content, isError });
  return finishPart(part, cache);
}

function readCalls(list: unknown, cache: ReadCache): readonly MessagePart[] {
  const calls: readonly unknown[] = Array.isArray(list) ? list : list === undefined ? [] : [list];
  return calls.flatMap((call) => {
    if (!isObject(call)) return [];
    const parts =
      readChatCall(call) ?? (isObject(call['tool_call']) ? readChatCall(call['tool_call']) : undefined);
    return parts === undefined ? readParts(call, cache) : parts.map((part) => finishPart(part, cache));
  });
}

/** A call that was streamed may have its arguments in the list of calls alone. */
function withArguments(part: MessagePart, calls: readonly MessagePart[]): MessagePart {
  if (part.type !== 'tool_call' || !isEmpty(part.arguments)) return part;
  return calls.find((call) => isSameCall(part, call)) ?? part;
}

const isEmpty = (args: unknown): boolean =>
  args === null || args === '' || (isObject(args) && Object.keys(args).length === 0);

/** The same call in a message's content and in its list of calls: LangChain and OpenInference write both. */
function isSameCall(part: MessagePart, call: MessagePart): boolean {
  if (part.type !== 'tool_call' || call.type !== 'tool_call') return false;
  return part.id !== null && call.id !== null ? part.id === call.id : part.name === call.name;
}

/**
 * Each call is a part of its own, and answers of tools are messages of role tool, one each, also where a provider has them
 * in a user's message. A tool's message of plain text is an answer without an id; one that holds a call is the model's.
 */
export function splitAnswers(content: MessageContent, cache: ReadCache): readonly MessageContent[] {
  const { role, parts } = content;
  if (role === 'system') return [content];
  if (role === 'assistant') return [{ ...content, parts: parts.flatMap((part) => splitCalls(part, cache)) }];
  if (role === 'tool' && parts.some((part) => part.type === 'tool_call'))
    return [{ ...content, role: 'assistant' }];
  const answers = parts.map((part) => asAnswer(part, content, cache));
  if (!answers.some((part) => part.type === 'tool_call_response')) return [content];
  const others = answers.filter((part) => part.type !== 'tool_call_response');
  return [
    ...answers
      .filter((part) => part.type === 'tool_call_response')
      .map((part) => ({ ...content, role: 'tool' as const, parts: [part] })),
    ...(others.length === 0
      ? []
      : [{ ...content, role: role === 'tool' ? 'tool' : 'user', parts: others } as const]),
  ];
}

function asAnswer(part: MessagePart, { role, name }: MessageContent, cache: ReadCache): MessagePart {
  if (role !== 'tool' || part.type !== 'text') return part;
  return finishPart(toolResponsePart({ id: null, name, response: part.content }), cache);
}
