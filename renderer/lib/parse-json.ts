type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

// The reviver's third argument is newer than the library types.
const parseWithSource: (text: string, reviver: Reviver) => unknown = JSON.parse;

/** A number that no `number` holds as it was written, such as one of twenty decimals; as text it is what was written. */
export class WrittenNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** JSON.parse that turns integers beyond 2^53 into bigints, with all their digits; other texts cost one scan. */
export function parseJson(text: string): unknown {
  // Digits after a colon, comma or bracket: ids, which are texts, must not lead to the slow way.
  if (!/[:,[]\s*-?\d{16}/.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_key, value, { source } = {}) =>
    isLargeInteger(value, source) ? BigInt(source) : value,
  );
}

/** Like parseJson, for showing and comparing: any other number that would change its value is a WrittenNumber. */
export function parseJsonAsWritten(text: string): unknown {
  // What has fewer digits, and no large exponent, is held as it is.
  if (!/[\d.]{16}|\d[eE][+-]?\d{3}/.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_key, value, { source } = {}) => {
    if (isLargeInteger(value, source)) return BigInt(source);
    if (typeof value !== 'number' || source === undefined) return value;
    return isWrittenAs(value, source) ? value : new WrittenNumber(source);
  });
}

function isLargeInteger(value: unknown, source: string | undefined): source is string {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return false;
  return /^-?\d+$/.test(source);
}

function isWrittenAs(value: number, source: string): boolean {
  const text = String(value);
  return text === source || decimalOf(text) === decimalOf(source);
}

/** A decimal number in one way of writing it: `1.10` and `11e-1` are the same. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // Without looking back, a run of noughts inside would be read to its end again from each of them.
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return whole === '' ? text : '0';
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${scale}`;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** Whether lists and objects of a JSON text lie inside each other on more levels than `most`; found without parsing, in one pass. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if ((code === OPEN_LIST || code === OPEN_OBJECT) && ++depth > most) return true;
  }
  return false;
}

/** Where the string that begins at `start` has its closing quote; the text's end where it has none. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
