import { WrittenNumber } from './parse-json.ts';
import { cutText } from './text.ts';

export type JsonKind = 'string' | 'number' | 'key' | 'punctuation' | 'null';
export type JsonToken = { readonly kind: JsonKind; readonly text: string };

/** `array`, `object`, or the kind of a plain value. */
export function jsonKind(value: unknown): 'array' | 'object' | 'string' | 'number' | 'null' {
  if (Array.isArray(value)) return 'array';
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object') return value instanceof WrittenNumber ? 'number' : 'object';
  return typeof value === 'string' ? 'string' : 'number';
}

/** The entries of an array or object, in order; none for a plain value. */
export function jsonEntries(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return jsonKind(value) === 'object' ? Object.entries(value as object) : [];
}

/** One line of a value, in tokens to colour, about `limit` characters long; `whole` tells that nothing was left out. */
export function previewJson(value: unknown, limit: number): { tokens: JsonToken[]; whole: boolean } {
  const tokens: JsonToken[] = [];
  const state = { left: limit, whole: true };
  writePreview(value, tokens, state, 0);
  return { tokens, whole: state.whole };
}

/** A text as it is, any other value as JSON. */
export const printed = (value: unknown): string => (typeof value === 'string' ? value : printJson(value));

/** JSON text as a person would write it, or on one line with an indent of 0; numbers with all their digits. */
export function printJson(value: unknown, indent = 2): string {
  const numbers = new Map<string, string>();
  const text = JSON.stringify(
    value,
    (_key, item: unknown) => {
      if (typeof item !== 'bigint' && !(item instanceof WrittenNumber)) return item;
      const mark = `\u0000${String(item)}`;
      numbers.set(JSON.stringify(mark), String(item));
      return mark;
    },
    indent,
  );
  if (text === undefined) return String(value);
  return numbers.size === 0
    ? text
    : text.replace(/"\\u0000[-+.\deE]+"/g, (mark) => numbers.get(mark) ?? mark);
}

type State = { left: number; whole: boolean };

function writePreview(value: unknown, tokens: JsonToken[], state: State, depth: number): void {
  const kind = jsonKind(value);
  if (kind === 'array' || kind === 'object') {
    writeContainer(value, kind, tokens, state, depth);
    return;
  }
  if (kind === 'string') {
    const room = Math.max(state.left, 16);
    const { shown, hidden } = cutText(String(value), room);
    if (hidden > 0) state.whole = false;
    push(tokens, state, 'string', JSON.stringify(hidden > 0 ? `${shown}…` : shown));
    return;
  }
  push(tokens, state, kind, String(value));
}

function writeContainer(
  value: unknown,
  kind: 'array' | 'object',
  tokens: JsonToken[],
  state: State,
  depth: number,
): void {
  const entries = jsonEntries(value);
  const [open, close] = kind === 'array' ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return push(tokens, state, 'punctuation', `${open}${close}`);
  if (depth > 2) {
    state.whole = false;
    return push(tokens, state, 'punctuation', kind === 'array' ? `[${entries.length}]` : '{…}');
  }
  push(tokens, state, 'punctuation', `${open} `);
  for (const [index, [key, item]] of entries.entries()) {
    if (index > 0) push(tokens, state, 'punctuation', ', ');
    if (state.left <= 0) {
      state.whole = false;
      push(tokens, state, 'punctuation', '…');
      break;
    }
    if (kind === 'object') {
      push(tokens, state, 'key', key);
      push(tokens, state, 'punctuation', ': ');
    }
    writePreview(item, tokens, state, depth + 1);
  }
  push(tokens, state, 'punctuation', ` ${close}`);
}

function push(tokens: JsonToken[], state: State, kind: JsonKind, text: string): void {
  tokens.push({ kind, text });
  state.left -= text.length;
}
