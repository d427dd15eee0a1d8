import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RedactionRule } from '../contract/redaction.ts';
import { redactedText } from '../testing/redacted-text.ts';

/** Patterns that look at what stands around a secret, and mean the same to JavaScript, with texts that they match. */
const KINDS: readonly (readonly [pattern: string, text: string])[] = [
  ['Bearer [^"]+"', 'Bearer abc123'],
  [String.raw`"[^"]+@corp\.com"`, 'bob@corp.com'],
  ['[^0-9][0-9]{16}[^0-9]', '4111111111111111'],
  ['api_key=[^"&]*["&]', 'api_key=abcdef'],
  [String.raw`password: .*?[\s"]`, 'password: hunter2'],
  [String.raw`pin:\d+[,}"]`, 'pin:1234'],
  ['sk-[0-9]+":', 'sk-987'],
  [String.raw`"sk-\d+":\s*"?\w+`, 'sk-987'],
  [String.raw`"[^"@]+@[^"]+":\s*"[^"]*"`, 'bob@corp.com'],
  [String.raw`"(?:password|pin)":\s*"?\w+`, 'hunter2'],
];
const SECRETS = ['abc123', 'bob@corp', '4111111111111111', 'abcdef', 'hunter2', '1234', 'sk-987'];

const harmless = fc.constantFrom('', ' ', 'a', 'é', '"', '\\', ',', '}', ': ', '{', '😀', 'name');
const told = fc.constantFrom('pin', 'password', ' ', ...KINDS.map(([, text]) => text));
const wordsOf = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
const valueOf = (word: fc.Arbitrary<string>, number: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      wordsOf(word),
      number,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(wordsOf(word), tie('value'), { maxKeys: 3 }),
      tie('value').map((inner) => JSON.stringify(inner)),
    ),
  })).value;
const anyValue = valueOf(fc.oneof(harmless, told), fc.constantFrom(2, 1234, 4111111111111111));
const spaces = fc.constantFrom(undefined, 2);
const patterns = fc.uniqueArray(fc.constantFrom(...KINDS.map(([pattern]) => pattern)), {
  minLength: 1,
  maxLength: 2,
});

/** Rules for keys have other ways for what is no JSON. */
const KEYED: RedactionRule = { name: 'keyed', keys: ['*key*'] };

const redacted = (text: string, used: readonly string[]): string =>
  redactedText(text, KEYED, ...used.map((pattern) => ({ name: pattern, pattern })));
const countOf = (secret: string, text: string): number => text.split(secret).length - 1;
const inPlainText = (text: string, pattern: string): string =>
  text.replaceAll(new RegExp(pattern, 'gu'), '[redacted]');
/** Of a secret that one of the patterns takes and that all of them in turn do: they may take each other's quotes. */
function expectNoMoreThanInPlainText(text: string, used: readonly string[]): void {
  const inTurn = used.reduce(inPlainText, text);
  const alone = used.map((pattern) => inPlainText(text, pattern));
  const after = redacted(text, used);
  for (const secret of SECRETS) {
    const left = Math.max(countOf(secret, inTurn), Math.min(...alone.map((plain) => countOf(secret, plain))));
    expect(countOf(secret, after), `${secret} in ${after}`).toBeLessThanOrEqual(left);
  }
}

test('what patterns take of a plain text they take of it where it is JSON, which stays JSON', () => {
  fc.assert(
    fc.property(anyValue, spaces, patterns, (value, space, used) => {
      const text = JSON.stringify([value], null, space);
      expectNoMoreThanInPlainText(text, used);
      expect(() => JSON.parse(redacted(text, used)) as unknown).not.toThrow();
    }),
    { numRuns: 3000 },
  );
});

test('what patterns take of a plain text they take of it where it only begins as JSON', () => {
  const noise = fc.constantFrom('', '}', '"', ',', '\\', 'x', '[', '\n');
  fc.assert(
    fc.property(anyValue, patterns, noise, fc.nat(), fc.nat(), (value, used, between, at, cut) => {
      const json = JSON.stringify([value]);
      const damaged = json.slice(0, at % json.length) + between + json.slice(at % json.length);
      expectNoMoreThanInPlainText(damaged.slice(0, 1 + (cut % damaged.length)), used);
    }),
    { numRuns: 3000 },
  );
});

test('what no match comes to stays to the letter', () => {
  const item = fc.oneof(
    anyValue.map((value) => ({ value, isHarmless: false })),
    fc
      .dictionary(wordsOf(harmless), valueOf(harmless, fc.constantFrom(1.5, 2)))
      .map((value) => ({ value, isHarmless: true })),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), spaces, patterns, (items, space, used) => {
      const texts = items.map(({ value }) => JSON.stringify({ value }, null, space));
      const after = redacted(`[${texts.join(',')}]`, used);
      const left = texts.filter((_, index) => items[index]!.isHarmless);
      expect(left.filter((text) => !after.includes(text))).toEqual([]);
      const alone = `[${left.join(',')}]`;
      expect(redacted(alone, used)).toBe(alone);
    }),
    { numRuns: 1000 },
  );
});
