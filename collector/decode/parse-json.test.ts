import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integerIn, parseOtlpJson } from './parse-json.ts';
import { DecodeError } from './wire.ts';

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** What a parser answers that hands on the source of each literal: the same, at a hundred times the memory. */
const bySource = (text: string): unknown =>
  parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );

/** Of more digits only the nearest double counts: no field takes such an integer. */
const MOST = 10n ** 64n;

/** With all integers of many digits as bigint, whichever they were. */
function plain(value: unknown): unknown {
  const isLarge = Number.isInteger(value) && Math.abs(value as number) >= 1e15;
  const integer =
    typeof value === 'bigint' ? value : (integerIn(value) ?? (isLarge ? BigInt(value as number) : null));
  if (integer !== null) return integer < MOST && -integer < MOST ? integer : Number(integer);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, item]) => [key, plain(item)]);
}

/** What is wrong, without the text that V8 quotes or where that stands. */
const withoutPlace = (message: string): string =>
  message
    .replace(/^invalid JSON: /, '')
    .replace(/(, )?(\.\.\.)?"[^]*"(\.\.\.)? is not valid JSON$/, '')
    .replace(/^(it is none)? ?near position \d+$| near position \d+$/, '');

function told(read: () => unknown): unknown {
  try {
    return plain(read());
  } catch (error) {
    return `refused: ${withoutPlace((error as Error).message)}`;
  }
}

const TOKENS = String.raw`{ } [ ] : , - \ " e + . true null 0 -0 1.5
  1234567890123456789 -9223372036854775808 18446744073709551615 9007199254740993 9007199254740991 1000000000000000
  00012345678901234567 12345678901234567.25 12345678901234567e1 1e1234567890123456
  "a" "1234567890123456789" "\"" "\\" "\u0000x" "é" "[1234567890123456789,"
  "a":1234567890123456789 {"a":-1234567890123456789}`
  .split(/\s+/)
  .concat(' ', '\n', `9${'0'.repeat(63)}`);
const token = fc.constantFrom(...TOKENS);
const { value: valid } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...TOKENS.filter((text) => told(() => bySource(text)) !== undefined && isJson(text))),
    fc
      .tuple(fc.constantFrom('', ' ', '\t\r\n'), fc.array(tie('value'), { maxLength: 4 }))
      .map(([space, items]) => `[${space}${items.join(`${space},`)}${space}]`),
    fc
      .tuple(fc.constantFrom('', ' '), fc.array(tie('value'), { maxLength: 4 }))
      .map(
        ([space, items]) =>
          `{${items.map((item, i) => `"k${i}"${space}:${space}${item}`).join(`,${space}`)}${space}}`,
      ),
  ),
}));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As in a request, which is no number itself. */
function expectSame(value: string): void {
  const text = `[${value}]`;
  expect(
    told(() => parseOtlpJson(text)),
    text,
  ).toEqual(told(() => bySource(text)));
}

test.for([
  ['sk-abcdef123456', "Unexpected token 's' near position 0"],
  ['{"resourceSpans":[],"x":sk-abcdef123456}', /Unexpected token 's' near position \d+$/],
  ['[",",]"x"', /^invalid JSON: Unexpected token '\]' near position 0$/],
  ['undefined', 'it is none near position 0'],
  ['{"a":"sk-abcdef123456', /Unterminated string in JSON at position 21/],
])('what is wrong with %s is told without any of it', ([text, told]) => {
  const tell = (): unknown => parseOtlpJson(text as string);
  expect(tell).toThrow(/^invalid JSON: /);
  expect(tell).toThrow(told);
  expect(tell).not.toThrow(/abc/);
});

describe('JSON is understood as by a parser that sees each literal', () => {
  test('where it is valid', () => {
    fc.assert(fc.property(valid, expectSame), { numRuns: 3000 });
  });

  test('where anything is changed in it', () => {
    const changed = fc.tuple(valid, fc.nat(), token, fc.nat(3)).map(([text, place, inserted, removed]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + inserted + text.slice(at + removed);
    });
    fc.assert(fc.property(changed, expectSame), { numRuns: 5000 });
  });

  test('where it is none', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        expectSame(tokens.join(''));
      }),
      { numRuns: 5000 },
    );
  });
});

test('a string that looks like an integer of ours is none', () => {
  const parsed = parseOtlpJson(`[1234567890123456789,"1234567890123456789"]`) as string[];
  expect(parsed.map(integerIn)).toEqual([1234567890123456789n, undefined]);
  for (const text of ['\u0000', `\u00001234567890123456789`, `\u0000AAAAAAAAAAAAAAAA1234567890123456789`])
    expect(integerIn(text)).toBeUndefined();
});

test('one long integer does not make everything else take more memory', () => {
  const text = `{"resourceSpans":[${'{},'.repeat(100_000)}{}],"x":1234567890123456789}`;
  const before = process.memoryUsage().heapUsed;
  const parsed = parseOtlpJson(text);
  // Six megabytes of objects; a record of each would be thirty.
  expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(20);
  expect(parsed).toBeTypeOf('object');
});

test('more objects and lists than any request has are refused before there are any', () => {
  for (const text of [`[${'{},'.repeat(4_000_000)}{}]`, `${'['.repeat(4_000_001)}${']'.repeat(4_000_001)}`])
    expect(() => parseOtlpJson(text)).toThrow(new DecodeError('more than 4000000 objects and lists'));
  expect(parseOtlpJson(`["${'{'.repeat(8_000_000)}"]`)).toHaveLength(1);
});
