import { isNestedDeeper, parseJsonAsWritten } from './parse-json.ts';

/** Longer texts are cut for display, so that a 5 MB message opens at once. */
const CUT_LENGTH = 20_000;

export type CutText = { readonly shown: string; readonly hidden: number };

/** The first `limit` characters, never half a surrogate pair, and how many characters are left out. */
export function cutText(text: string, limit = CUT_LENGTH): CutText {
  const end = wholeCharacter(text, Math.min(text.length, limit));
  return { shown: text.slice(0, end), hidden: text.length - end };
}

/** A place to cut a text at: `at`, or one before it where that is between the halves of a character. */
export function wholeCharacter(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

// Controls but tab and line breaks, and what is invisible or turns the direction of the text around it. The joiners
// (U+200C, U+200D) stay: scripts and emoji are written with them.
const HIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Text with its invisible characters made visible (`␛`, `⟨U+202E⟩`), so that what is read is what was sent: a character
 * that turns the direction of writing, for one, can make a text read as another.
 */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '␡';
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** What to call a span or a trace by its name: one that nobody could see or press says that there is none. */
export function shownName(name: string): string {
  return name.trim() === '' ? '(no name)' : showHidden(name);
}

/** One line for a preview: white space collapsed, at most `limit` characters. */
export function firstLine(text: string, limit = 160): string {
  const { shown, hidden } = cutText(text, limit * 4);
  const line = showHidden(shown.replace(/\s+/g, ' ').trim());
  return line.length > limit || hidden > 0 ? `${cutText(line, limit - 1).shown}…` : line;
}

/**
 * Deeper JSON in a text stays text. Parsing knows no end, but searching, printing and drawing a value take some of the stack
 * for each level, and thousands would be more than there is. The collector itself gives values of 100 levels at most, as
 * OTLP writes them some 300.
 */
const MOST_LEVELS = 200;

/**
 * The value of a text that is wholly a JSON object or array, its numbers as they are written; else undefined. Texts past
 * `limit` and those nested more than 200 levels stay text.
 */
export function parseJsonText(text: string, limit = 2_000_000): object | undefined {
  const start = text.trimStart()[0];
  if ((start !== '{' && start !== '[') || text.length > limit) return undefined;
  if (isNestedDeeper(text, MOST_LEVELS)) return undefined;
  try {
    const value = parseJsonAsWritten(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The address when it is http or https, else null: nothing else from a span becomes a link. */
export function safeLink(address: string): string | null {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Whether an address holds an image's bytes itself, so that showing it asks nobody for anything. */
export function isImageData(address: string): boolean {
  return /^data:image\/[a-z0-9.+-]+[;,]/i.test(address);
}

/** The number of stack frames in a stack trace, as well as its lines tell. */
export function countFrames(stacktrace: string): number {
  const frames = stacktrace.split('\n').filter((line) => /^\s*(?:at\s|File\s")/.test(line)).length;
  return frames > 0 ? frames : stacktrace.trim().split('\n').length;
}
