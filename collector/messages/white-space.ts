/** What `\s` of a regular expression matches. */
export function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  return (
    code <= 0x200a ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export const withoutWhiteSpace = (text: string): string => text.replace(/\s+/g, '');

/** Where `text` goes on behind `words`, which stand at `from` but for white space in either; -1 where they do not. */
export function endOfWords(text: string, from: number, words: string): number {
  let at = from;
  for (let i = 0; i < words.length; i++) {
    const code = words.charCodeAt(i);
    if (isWhiteSpace(code)) continue;
    while (isWhiteSpace(text.charCodeAt(at))) at++;
    // NaN past the end.
    if (text.charCodeAt(at) !== code) return -1;
    at++;
  }
  return at;
}

/** Up to `length` characters of `text` from `from` on, white space left out. */
export function startOfWords(text: string, from: number, length: number): string {
  let end = from;
  for (let count = 0; end < text.length && count < length; end++)
    if (!isWhiteSpace(text.charCodeAt(end))) count++;
  return withoutWhiteSpace(text.slice(from, end));
}

/** Characters of each end that tell most texts apart. */
const END = 24;

/** The first and the last characters of a text, white space left out: the same for texts that differ in nothing else. */
export function endsOf(text: string): string {
  let last = text.length;
  for (let count = 0; last > 0 && count < END; last--) if (!isWhiteSpace(text.charCodeAt(last - 1))) count++;
  return `${startOfWords(text, 0, END)}${withoutWhiteSpace(text.slice(last))}`;
}
