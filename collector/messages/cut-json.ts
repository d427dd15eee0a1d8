import { isObject } from './json.ts';

/** What an object is, not what it holds. */
const LABELS = new Set(['role', 'type', 'id', 'name']);

/** A JSON text that was cut off somewhere, closed where it ends; undefined for one that is closed, and for none at all. */
export function closeJson(text: string): string | undefined {
  const closers: string[] = [];
  let isInString = false;
  let isKey = false;
  /** The last bracket, comma or colon. */
  let before = '';
  /** How far the text goes with whole values. */
  let whole = 0;
  let escape = -1;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? '';
    if (isInString) {
      if (sign === '\\') escape = index++;
      else if (sign === '"') {
        isInString = false;
        if (!isKey) whole = index + 1;
      }
      continue;
    }
    if (sign === '"') {
      isInString = true;
      isKey = closers.at(-1) === '}' && before !== ':';
      continue;
    }
    if (!'{}[],:'.includes(sign)) continue;
    before = sign;
    if (sign === '{' || sign === '[') closers.push(sign === '{' ? '}' : ']');
    else if ((sign === '}' || sign === ']') && closers.pop() !== sign) return undefined;
    if (sign === ',') whole = index;
    else if (sign !== ':') whole = index + 1;
    if (closers.length === 0) return undefined;
  }
  if (closers.length === 0) return undefined;
  const ends = closers.toReversed().join('');
  if (!isInString || isKey) return text.slice(0, whole) + ends;
  const isHalf = escape !== -1 && escape + (text[escape + 1] === 'u' ? 6 : 2) > text.length;
  return `${isHalf ? text.slice(0, escape) : text}"${ends}`;
}

/** Without the last object of a list that was cut off, where nothing but labels is left of it. */
export function withoutStub(value: unknown): unknown {
  if (Array.isArray(value)) {
    const last = withoutStub(value.at(-1));
    return last === undefined ? value.slice(0, -1) : [...(value.slice(0, -1) as unknown[]), last];
  }
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const last = keys.at(-1);
  if (last === undefined || keys.every((key) => LABELS.has(key))) return undefined;
  return { ...value, [last]: withoutStub(value[last]) ?? value[last] };
}
