import type { AttributeValue } from '../decode/records.ts';
import { cut } from '../lib/cut.ts';
import { PREVIEW_LENGTH } from './preview-length.ts';
import { SCAN_LIMIT, eachElement, eachMember, skipBlank, stringHead, valueEnd } from './json-scan.ts';
import { ARRAY, OBJECT, STRING, type Speaker, speakerOf, textAt } from './message-text.ts';
import { cutValue } from './cut-value.ts';

const MAX_DEPTH = 4;

/** Where a request or a response keeps its messages or its text, the likeliest first. */
const INPUT_MEMBERS = [
  'messages',
  'contents',
  'input',
  'prompt',
  'question',
  'query',
  'text',
  'content',
  // Of a function that was wrapped to be traced: LangSmith's and OpenLLMetry's decorators write its arguments.
  'args',
  // Of a graph of LangGraph's that waited for a person.
  'resume',
];
const OUTPUT_MEMBERS = [
  'messages',
  'message',
  'output',
  'outputs',
  'text',
  'content',
  'choices',
  'candidates',
  'generations',
  'answer',
  'response',
  'result',
  'update',
];

/** `text` cut to the length of a preview, never inside a surrogate pair; null when blank. */
export function clip(text: string): string | null {
  const head = cut(text, PREVIEW_LENGTH);
  return head.trim() === '' ? null : head;
}

/** A value that is no conversation (tool arguments, a result, a document): its text or its JSON, cut. */
export function valuePreview(value: AttributeValue | undefined): string | null {
  const text = jsonText(value);
  return text === null ? null : clip(text);
}

/** The text that a wrapped value holds (a serialized tool message, content parts), cut; null where there is none. */
export function textPreview(value: AttributeValue | undefined): string | null {
  const text = jsonText(value);
  const found = text === null ? null : textAt(text, skipBlank(text, 0, text.length), 0);
  return found === null ? null : clip(found);
}

/** The first user message in `value`: messages as JSON text or structured, an object that holds them, or plain text. */
export function inputPreview(value: AttributeValue | undefined): string | null {
  return conversationPreview(value, 'user', INPUT_MEMBERS);
}

/**
 * The last assistant message in `value` that has text, since the user last said something; shapes as for `inputPreview`. JSON of
 * another shape is null.
 */
export function outputPreview(value: AttributeValue | undefined): string | null {
  return conversationPreview(value, 'assistant', OUTPUT_MEMBERS);
}

function conversationPreview(
  value: AttributeValue | undefined,
  speaker: Speaker,
  members: readonly string[],
): string | null {
  const text = jsonText(value);
  // What a function that returned nothing is recorded with, as JSON.
  if (text === null || text === 'null') return null;
  const start = skipBlank(text, 0, text.length);
  const found = search(text, start, speaker, members, 0);
  if (found !== undefined) return found === null ? null : clip(found);
  return isJson(text, start) ? null : clip(text);
}

/** Text may begin with a bracket too (`[INST] …`), so the character after it has to fit. */
function isJson(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== ARRAY && code !== OBJECT) return false;
  const next = text.charAt(skipBlank(text, at + 1, text.length));
  return code === OBJECT ? next === '"' || next === '}' : '{["]-0123456789'.includes(next);
}

/** Undefined where nothing looks like a conversation: then plain text itself is what was said. */
function search(
  text: string,
  at: number,
  speaker: Speaker,
  members: readonly string[],
  depth: number,
): string | null | undefined {
  const limit = Math.min(text.length, SCAN_LIMIT);
  const code = text.charCodeAt(at);
  if (depth > MAX_DEPTH) return undefined;
  if (code === STRING) return stringHead(text, at, PREVIEW_LENGTH) ?? undefined;
  if (code === ARRAY) return searchArray(text, at, speaker, members, depth, limit);
  if (code !== OBJECT) return undefined;
  const own = speakerOf(text, at, limit);
  if (own !== undefined) return own === speaker ? textAt(text, at, 0) : null;
  let best = members.length;
  let start = -1;
  eachMember(text, at, limit, (name, valueStart) => {
    const rank = members.indexOf(name);
    if (rank >= 0 && rank < best) {
      best = rank;
      start = valueStart;
    }
    return best > 0;
  });
  if (start < 0) return undefined;
  const found = search(text, start, speaker, members, depth + 1);
  // A person may also have said yes, or something with fields of its own.
  return members[best] === 'resume' ? (found ?? rawHead(text, start, limit)) : found;
}

function rawHead(text: string, at: number, limit: number): string {
  const end = valueEnd(text, at, limit);
  return text.slice(at, Math.min(end < 0 ? limit : end, at + PREVIEW_LENGTH));
}

/** Where a message begins that a user or an assistant says. */
interface Turn {
  readonly role: Speaker;
  readonly start: number;
}

function searchArray(
  text: string,
  at: number,
  speaker: Speaker,
  members: readonly string[],
  depth: number,
  limit: number,
): string | null | undefined {
  const turns: Turn[] = [];
  let messages = 0;
  let first = -1;
  let input: string | null = null;
  const isWhole = eachElement(text, at, limit, (start) => {
    if (first < 0) first = start;
    const code = text.charCodeAt(start);
    const role = code === OBJECT || code === ARRAY ? speakerOf(text, start, limit) : undefined;
    if (role === undefined) return true;
    messages++;
    if (role === null) return true;
    if (speaker === 'assistant') turns.push({ role, start });
    else if (role === speaker) input = textAt(text, start, 0);
    return input === null;
  });
  if (messages > 0 && speaker === 'user') return input;
  // Of a history that goes on behind the limit, the calls inside of the run know the end.
  if (messages > 1 && !isWhole && limit < text.length) return null;
  if (messages > 0) return lastAnswer(text, turns);
  if (first < 0) return null;
  // LangChain nests lists of messages, OpenAI choices hold one each; content blocks are text themselves.
  return textAt(text, at, 0) ?? search(text, first, speaker, members, depth + 1);
}

/** Null where all that was said since the user's last words has none: what was said before them is no answer to these. */
function lastAnswer(text: string, turns: readonly Turn[]): string | null {
  let hasAnswered = false;
  for (let i = turns.length - 1; i >= 0; i--) {
    const { role, start } = turns[i]!;
    const isAnswer = role === 'assistant';
    const found = isAnswer || hasAnswered ? textAt(text, start, 0) : null;
    if (found !== null) return isAnswer ? found : null;
    hasAnswered ||= isAnswer;
  }
  return null;
}

/** The value as text, JSON where it is structured; structured values are cut off by depth and size. */
function jsonText(value: AttributeValue | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (value === undefined || value === null || value instanceof Uint8Array) return null;
  return JSON.stringify(cutValue(value, SCAN_LIMIT)) ?? null;
}
