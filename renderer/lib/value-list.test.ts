import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinValues, splitValues } from './value-list.ts';

test('values are parted by commas, and quoted where they hold one', () => {
  expect(joinValues(['ada', 'Smith, John', ' a', ''])).toBe('ada, "Smith, John", " a", ""');
  expect(splitValues('ada ,, bob,"x, y" , ')).toEqual(['ada', 'bob', 'x, y']);
});

test('quotes inside of a value, or none that end, are part of it', () => {
  expect(splitValues('say "hi", "half, "\\x"')).toEqual(['say "hi"', '"half', '"\\x"']);
});

test('what is joined is split again, whatever it is', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(',', '"', '\\', ' ', 'a', '\n') }),
  );
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(splitValues(joinValues(values))).toEqual(values);
    }),
  );
});
