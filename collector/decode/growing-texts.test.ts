import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingTexts } from './growing-texts.ts';

const words = 'said in some language: größer 跳过 “well” 🦊 '.repeat(400);
const messageOf = (content: string): string => JSON.stringify({ role: 'user', content });

/** Reads it from within other bytes, as it stands in a span. */
function read(texts: GrowingTexts, bytes: string | Buffer): string {
  const text = Buffer.from(bytes as string);
  return texts.read(Buffer.concat([Buffer.from('x{'), text, Buffer.from(']y')]), 2, 2 + text.length);
}

test('a list that goes on is the one before it and the rest', () => {
  const texts = new GrowingTexts();
  const first = read(texts, `[${messageOf(words)}]`);
  const second = read(texts, `[${messageOf(words)},${messageOf('b')}]`);
  const third = read(texts, `[${messageOf(words)},${messageOf('b')},${messageOf('c')}]`);
  expect(third).toBe(`[${messageOf(words)},${messageOf('b')},${messageOf('c')}]`);
  expect(texts.growthOf(first)).toBeUndefined();
  expect(texts.growthOf(second)).toEqual({ from: first, rest: `,${messageOf('b')}]` });
  expect(texts.growthOf(third)).toEqual({ from: second, rest: `,${messageOf('c')}]` });
});

test('an object goes on in the list at its end', () => {
  const texts = new GrowingTexts();
  const first = read(texts, `{"messages":[[${messageOf(words)}]]}`);
  const second = read(texts, `{"messages":[[${messageOf(words)},1]]}`);
  expect(texts.growthOf(second)).toEqual({ from: first, rest: ',1]]}' });
});

test('a character that was cut off is whole in the text that has the rest of it', () => {
  const texts = new GrowingTexts();
  const cut = Buffer.concat([Buffer.from(`[${words}`), Buffer.from([0xc3])]);
  const whole = Buffer.concat([cut, Buffer.from([0xa9])]);
  expect(read(texts, Buffer.concat([cut, Buffer.from(']')]))).toBe(`[${words}\ufffd]`);
  expect(read(texts, Buffer.concat([whole, Buffer.from(']')]))).toBe(`[${words}é]`);
});

test('histories of nine agents by turns: the one that nobody went on with for longest is forgotten', () => {
  const texts = new GrowingTexts();
  const historyOf = (agent: number, rest = ''): string => `[${messageOf(`${agent}${words}`)}${rest}]`;
  for (let agent = 0; agent < 8; agent++) read(texts, historyOf(agent));
  expect(texts.growthOf(read(texts, historyOf(0, ',1')))).toBeDefined();
  read(texts, historyOf(8));
  expect(texts.growthOf(read(texts, historyOf(0, ',1,2')))).toBeDefined();
  expect(texts.growthOf(read(texts, historyOf(1, ',1')))).toBeUndefined();
});

test('whatever comes after what, texts are those that their bytes say', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(',', ']', '}', ']}', ']]}', '[', '{', '"', words).map((text) => Buffer.from(text)),
  );
  const beginning = fc.constantFrom('[', '{"messages":[', '{"messages":[[', words);
  const step = fc.record({ piece, keep: fc.boolean(), closing: fc.constantFrom('', ']', ']}', ']]}') });
  fc.assert(
    fc.property(beginning, fc.array(step, { maxLength: 12 }), (start, steps) => {
      const texts = new GrowingTexts();
      let body = Buffer.from(start + words);
      for (const { piece: added, keep, closing } of steps) {
        const next = Buffer.concat([body, added]);
        const bytes = Buffer.concat([next, Buffer.from(closing)]);
        expect(read(texts, bytes) === bytes.toString('utf8')).toBe(true);
        if (keep) body = next;
      }
    }),
    { numRuns: 60 },
  );
});
