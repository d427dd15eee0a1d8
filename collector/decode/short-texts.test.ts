import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShortTexts } from './short-texts.ts';

const read = (texts: ShortTexts, bytes: Buffer): string =>
  texts.read(Buffer.concat([Buffer.from('<'), bytes, Buffer.from('>')]), 1, bytes.length + 1);

test('any bytes are read as a decoder reads them, at first and again, and whatever was read before', () => {
  const texts = new ShortTexts();
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.string({ unit: 'binary', maxLength: 100 }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (drawn) => {
      const asked = Buffer.from(drawn);
      const wanted = asked.toString('utf8');
      expect([read(texts, asked), read(texts, asked)]).toEqual([wanted, wanted]);
    }),
    { numRuns: 5000 },
  );
});

test('bytes that are the characters of a text in another encoding are not taken for it', () => {
  const texts = new ShortTexts();
  const wrong: number[] = [];
  for (let pair = 0; pair < 65_536; pair++) {
    const bytes = Buffer.from([pair >> 8, pair & 0xff]);
    // In UTF-8 these are other bytes, which for one of 4,096 have the same place.
    read(texts, Buffer.from(bytes.toString('latin1')));
    if (read(texts, bytes) !== bytes.toString('utf8')) wrong.push(pair);
  }
  expect(wrong).toEqual([]);
});

test('a text that comes again is the same, without its bytes being read anew', () => {
  const texts = new ShortTexts();
  const bytes = Buffer.from('gpt-4o-mini');
  const decoded: string[] = [];
  const counted = Object.assign(Buffer.from(bytes), {
    toString: (encoding: 'utf8', start: number, end: number) => {
      decoded.push(encoding);
      return bytes.toString(encoding, start, end);
    },
  });
  for (let i = 0; i < 3; i++) expect(texts.read(counted, 0, counted.length)).toBe('gpt-4o-mini');
  expect(decoded).toHaveLength(1);
});
