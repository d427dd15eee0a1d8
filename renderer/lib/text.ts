/** Longer texts are cut for display, so that a 5 MB message opens at once. */
const CUT_LENGTH = 20_000;

export type CutText = { readonly shown: string; readonly hidden: number };

/** The first `limit` characters, never half a surrogate pair, and how many characters are left out. */
export function cutText(text: string, limit = CUT_LENGTH): CutText {
  if (text.length <= limit) return { shown: text, hidden: 0 };
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return { shown: text.slice(0, end), hidden: text.length - end };
}

/** One line for a preview: white space collapsed, at most `limit` characters. */
export function firstLine(text: string, limit = 160): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Whether Markdown would render this text differently from plain text; spares most messages the parser. */
export function looksLikeMarkdown(text: string): boolean {
  return /[*_`#|~<]|\]\(|https?:|^\s*(?:[-+>]|\d+[.)])\s|\n\s*\n/m.test(text);
}

/** The value of a text that is wholly a JSON object or array, else undefined. Texts past `limit` stay text. */
export function parseJsonText(text: string, limit = 2_000_000): object | undefined {
  const start = text.trimStart()[0];
  if ((start !== '{' && start !== '[') || text.length > limit) return undefined;
  try {
    const value: unknown = JSON.parse(text);
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
