import { foldLetters } from '../../collector/contract/fold-letters.ts';
import type { MessagePart } from '../../collector/contract/messages.ts';
import { jsonEntries, jsonKind, printed } from './json-preview.ts';
import type { ThreadEntry } from './thread.ts';

/** What is searched for inside a trace, folded: words, and "phrases" in quotes. */
export function findWords(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"?|\S+/g)]
    .map(([word, phrase]) => foldLetters(phrase ?? word).trim())
    .filter(Boolean);
}

/** What to search for inside of what the search of a list has found: all but what the list was to leave out (`-word`). */
export function findInListed(search: string | undefined): string | undefined {
  const wanted = search
    ?.replaceAll(/(-?)("[^"]*"?|\S+)\s*/g, (term: string, minus: string, rest: string) =>
      minus === '' || rest.startsWith('-') ? term : '',
    )
    .trim();
  return wanted === '' ? undefined : wanted;
}

/**
 * Whether any of the words (folded) stands in a text, or in a key or plain value of JSON: of one that the collector gave or
 * `parseJsonText` read, whose levels are bounded.
 */
export function holdsWord(value: unknown, words: readonly string[]): boolean {
  const kind = jsonKind(value);
  if (kind === 'array') return (value as readonly unknown[]).some((item) => holdsWord(item, words));
  if (kind === 'object')
    return jsonEntries(value).some(([key, item]) => holdsWord(key, words) || holdsWord(item, words));
  const text = foldLetters(String(value));
  return words.some((word) => text.includes(word));
}

/** Whether it takes the rest of a text that is cut to show any of the words. */
export function isInRestOnly(text: string, shown: string, words: readonly string[]): boolean {
  return shown.length < text.length && !holdsWord(shown, words) && holdsWord(text.slice(shown.length), words);
}

/** All that an entry of a conversation says, what is folded in it too. */
export function entryText(entry: ThreadEntry): string {
  if (entry.kind === 'message') return partsText(entry.parts);
  const called = entry.call === null ? [] : [printed(entry.call.arguments)];
  const came = entry.response === null ? [] : [printed(entry.response.response)];
  return [entry.name, ...called, ...came, partsText(entry.extra)].join('\n');
}

export function partsText(parts: readonly MessagePart[]): string {
  return parts.map(partText).join('\n');
}

function partText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.content;
    case 'tool_call':
      return `${part.name} ${printed(part.arguments)}`;
    case 'tool_call_response':
      return printed(part.response);
    case 'error':
      return [part.name, part.message, part.stacktrace].join('\n');
    case 'data':
      return printed(part.content);
    case 'uri':
      return part.uri;
    case 'file':
      return part.file_id;
    case 'blob':
      return part.mime_type ?? part.modality;
  }
}
