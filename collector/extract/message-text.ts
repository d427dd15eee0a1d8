import { PREVIEW_LENGTH } from './preview-length.ts';
import { SCAN_LIMIT, eachElement, eachMember, skipBlank, stringHead, valueEnd } from './json-scan.ts';

export const ARRAY = '['.charCodeAt(0);
export const OBJECT = '{'.charCodeAt(0);
export const STRING = '"'.charCodeAt(0);
const MAX_DEPTH = 6;
/** The role of Gemini's answers. */
const MODEL = '"model"';

export type Speaker = 'user' | 'assistant';

/** Roles, types and LangChain's classes, in lower case: some write the names of their program's own type (`User`). */
const SPEAKERS: ReadonlyMap<string, Speaker> = new Map(
  Object.entries<Speaker>({
    user: 'user',
    human: 'user',
    humanmessage: 'user',
    humanmessagechunk: 'user',
    assistant: 'assistant',
    ai: 'assistant',
    model: 'assistant',
    chatbot: 'assistant',
    aimessage: 'assistant',
    aimessagechunk: 'assistant',
  }),
);
const TEXT_TYPES: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'message',
  'constructor',
  'human',
  'ai',
  'refusal',
]);
/** Members of a message or part that hold its text or the parts that do. */
const TEXT_MEMBERS: ReadonlySet<string> = new Set([
  'text',
  'content',
  'parts',
  'message',
  'kwargs',
  'value',
  'output',
  'refusal',
]);

const speakerNamed = (word: string | null): Speaker | undefined => SPEAKERS.get(word?.toLowerCase() ?? '');

/** Who speaks in the message object at `at`: null for another role, undefined when it is no message. */
export function speakerOf(text: string, at: number, limit: number): Speaker | null | undefined {
  if (text.charCodeAt(at) === ARRAY) return speakerOfPair(text, at, limit);
  let speaker: Speaker | null | undefined;
  eachMember(text, at, limit, (name, start) => {
    if (name === 'role') {
      speaker = speakerNamed(stringHead(text, start, 20)) ?? null;
      return false;
    }
    if (name === 'type') speaker ??= speakerNamed(stringHead(text, start, 20));
    // LangChain's serialized form names the class as the last part of `id`.
    if (name === 'id' && text.charCodeAt(start) === ARRAY)
      eachElement(text, start, limit, (part) => {
        speaker = speakerNamed(stringHead(text, part, 40)) ?? (speaker === undefined ? null : speaker);
        return true;
      });
    return true;
  });
  return speaker;
}

/** LangChain takes `["user", "Hi"]` for a message. */
function speakerOfPair(text: string, at: number, limit: number): Speaker | null | undefined {
  const first = skipBlank(text, at + 1, limit);
  const word = text.charCodeAt(first) === STRING ? stringHead(text, first, 20) : null;
  return speakerNamed(word) ?? (word?.toLowerCase() === 'system' ? null : undefined);
}

/** The text of the message, part or list of parts at `at`; null when it has none (tool calls, images, reasoning). */
export const textAt = (text: string, at: number, depth: number): string | null =>
  nonBlank(partAt(text, at, depth, '\n'));

/** The same of a piece of a streamed text, where it may be white space alone. */
export const pieceAt = (text: string, at: number): string => partAt(text, at, 0, '') ?? '';

/** Between texts that stand apart goes `between`: where that is nothing, they are pieces of one, and blank ones belong to it. */
function partAt(text: string, at: number, depth: number, between: string): string | null {
  const limit = Math.min(text.length, SCAN_LIMIT);
  const code = text.charCodeAt(at);
  const kept = between === '' ? nonEmpty : nonBlank;
  if (depth > MAX_DEPTH) return null;
  if (code === STRING) return kept(stringHead(text, at, PREVIEW_LENGTH));
  if (code === ARRAY) {
    let joined = '';
    let isSpeaker = speakerOf(text, at, limit) !== undefined;
    eachElement(text, at, limit, (start) => {
      if (isSpeaker) {
        isSpeaker = false;
        joined = partAt(text, skipBlank(text, valueEnd(text, start, limit), limit), depth + 1, between) ?? '';
        return false;
      }
      const isPart = text.charCodeAt(start) === OBJECT || depth > 0;
      const part = isPart ? partAt(text, start, depth + 1, between) : null;
      if (part !== null) joined = joined === '' ? part : joined + between + part;
      return joined.length < PREVIEW_LENGTH;
    });
    return kept(joined);
  }
  return code === OBJECT ? objectText(text, at, depth, between) : null;
}

function objectText(text: string, at: number, depth: number, around: string): string | null {
  let found: string | null = null;
  let foundAt = -1;
  let between = around;
  const read = (start: number): void => {
    found = partAt(text, start, depth + 1, between);
    foundAt = start;
  };
  eachMember(text, at, Math.min(text.length, SCAN_LIMIT), (name, start) => {
    // What Gemini streams is kept in the pieces that it came in; its API has the role behind them.
    if (name === 'role' && text.startsWith(MODEL, start)) {
      between = '';
      if (foundAt >= 0) read(foundAt);
    }
    if (name === 'type' && !TEXT_TYPES.has(stringHead(text, start, 20) ?? '')) {
      found = null;
      return false;
    }
    // Gemini marks its reasoning so.
    if (name === 'thought' && text.startsWith('true', start)) {
      found = null;
      return false;
    }
    if (found === null && TEXT_MEMBERS.has(name)) read(start);
    return true;
  });
  return found;
}

const nonEmpty = (text: string | null): string | null => text || null;
const nonBlank = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);
