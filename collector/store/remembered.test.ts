import { expect, test, vi } from 'vitest';
import { Remembered } from './remembered.ts';

test('each is read once, until there are too many', () => {
  const remembered = new Remembered<string, number | null>(2);
  const read = vi.fn<() => number | null>();
  const ask = (key: string, value: number | null): number | null =>
    remembered.of(key, read.mockReturnValue(value));
  expect([ask('a', 1), ask('a', 2), ask('b', null), ask('b', 3)]).toEqual([1, 1, null, null]);
  expect(read).toHaveBeenCalledTimes(2);
  expect([ask('c', 4), ask('a', 5)]).toEqual([4, 5]);
});

test('what was not there is read again', () => {
  const remembered = new Remembered<string, number>(2);
  expect(remembered.of('a', () => undefined)).toBeUndefined();
  expect(remembered.of('a', () => 1)).toBe(1);
});

test('a change is of what is remembered alone', () => {
  const remembered = new Remembered<string, number>(2);
  remembered.of('a', () => 1);
  for (const key of ['a', 'b']) remembered.change(key, (value) => value + 1);
  expect([remembered.get('a'), remembered.get('b')]).toEqual([2, undefined]);
  remembered.forget('a');
  expect(remembered.get('a')).toBeUndefined();
});
