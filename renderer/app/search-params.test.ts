import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test('a span id of digits alone stays what it is', () => {
  expect(parseSearch('?span=1234567890123456')).toEqual({ span: '1234567890123456' });
});

test('what is absent is not in the address', () => {
  expect(stringifySearch({ a: undefined, b: '', c: false, d: true, e: 'x y', f: 1 })).toBe(
    '?d=true&e=x+y&f=1',
  );
  expect(stringifySearch({})).toBe('');
});
