import type { MessagePart } from '../contract/messages.ts';
import type { ConversationSpan } from './conversation-span.ts';
import { readFailure } from './failure.ts';
import type { ReadCache } from './read-cache.ts';
import { readSpan } from './read-span.ts';
import { messagesOf } from './reading.ts';

/** What is kept of one text to find it by, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 2048;

const buffer = new Uint8Array(MAX_TEXT_BYTES);
const encoder = new TextEncoder();

/** The beginning of a text, no character cut in half. */
export function beginningOf(text: string): string {
  // A character takes three bytes at most for each of its units.
  if (text.length * 3 <= MAX_TEXT_BYTES) return text;
  return text.slice(0, encoder.encodeInto(text, buffer).read);
}

/**
 * The beginnings of the distinct texts that a span carries in its messages, its failure with them. Media are found by
 * their address or file id, calls of tools by name, id and arguments. Throws TooManyMessages, and nothing else on what
 * exporters wrote.
 */
export function searchTexts(span: ConversationSpan, cache: ReadCache): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const { content } of messagesOf(readSpan(span, cache)))
    for (const part of content.parts) {
      const text = cache.once(part, beginningOfPart);
      if (text !== '') texts.add(text);
    }
  const failure = readFailure(span);
  if (failure !== undefined) texts.add(beginningOfPart(failure));
  // Lists show this, also where an exception says something else.
  const { statusMessage } = span.record;
  if (statusMessage !== '' && failure?.message.includes(statusMessage) !== true)
    texts.add(beginningOf(statusMessage));
  return texts;
}

function beginningOfPart(part: MessagePart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return beginningOf(part.content);
    case 'tool_call':
      return textOf([part.name, part.id, part.arguments]);
    case 'tool_call_response':
      return textOf([part.name, part.id, part.response]);
    case 'error':
      return textOf([part.name, part.message]);
    case 'uri':
      return beginningOf(part.uri);
    case 'file':
      return beginningOf(part.file_id);
    case 'data':
      return textOf([part.name, part.content]);
    case 'blob':
      return '';
  }
}

/** Keys and values of JSON as they read, not as they are written: an escaped line end must not stick to a word. */
function textOf(value: unknown): string {
  const words: string[] = [];
  collect(value, words, MAX_TEXT_BYTES);
  return beginningOf(words.join(' '));
}

/** Answers how many characters are still wanted, so that a huge value is not walked to its end. */
function collect(value: unknown, words: string[], wanted: number): number {
  if (wanted <= 0) return wanted;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const text = String(value).slice(0, MAX_TEXT_BYTES);
    if (text === '') return wanted;
    words.push(text);
    return wanted - text.length - 1;
  }
  if (typeof value !== 'object' || value === null) return wanted;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (wanted <= 0) break;
      wanted = collect(item, words, wanted);
    }
    return wanted;
  }
  for (const key in value) {
    if (wanted <= 0) break;
    wanted = collect((value as Record<string, unknown>)[key], words, collect(key, words, wanted));
  }
  return wanted;
}
