import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySelector } from './keys.ts';

test('keys are chosen by their name in upper or lower case, or by a name with stars for any text', () => {
  const keys = new KeySelector(['password', 'http.*.authorization', '*secret*']);
  for (const key of [
    'password',
    'PassWord',
    'http.request.header.Authorization',
    'http..authorization',
    'my.SECRETS',
  ])
    expect(keys.has(key), key).toBe(true);
  for (const key of ['passwords', 'a.PASSWORD', 'http.authorization', 'http.x.authorization.y', ''])
    expect(keys.has(key), key).toBe(false);
});

test('a star stands for what ".*" stands for in a regular expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', '.'), maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(name, text, (pattern, key) => {
      const source = pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
      expect(new KeySelector([pattern]).has(key)).toBe(new RegExp(`^${source}$`, 'is').test(key));
    }),
    { numRuns: 500 },
  );
});
