/** `text` cut to `length` characters, never inside a surrogate pair. */
export function cut(text: string, length: number): string {
  const end = Math.min(text.length, length);
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
