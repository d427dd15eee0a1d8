import { beforeEach, expect, test } from 'vitest';
import { RowIds } from './row-ids.ts';

let last: number;
let ids: RowIds;
beforeEach(() => {
  last = 7;
  ids = new RowIds(() => last);
});

test('no id that was in the file is given again, though its row has gone before any was given', () => {
  last = 0;
  expect(ids.next).toBe(8);
  ids.reset();
  expect(ids.take()).toBe(8);
});

test('an id of a transaction that was rolled back is given again, one that was committed is not', () => {
  expect([ids.take(), ids.take()]).toEqual([8, 9]);
  ids.reset();
  expect([ids.take(), ids.take()]).toEqual([8, 9]);
  ids.committed();
  last = 0;
  ids.reset();
  expect(ids.take()).toBe(10);
});

test('after a commit of which nobody knows whether it failed, what the file has counts', () => {
  ids.take();
  last = 8;
  ids.reset();
  expect(ids.take()).toBe(9);
});

test('a file that can not be read is the fault of what is to be written next', () => {
  let isDamaged = false;
  const ofDamaged = new RowIds(() => {
    if (isDamaged) throw new Error('malformed');
    return 7;
  });
  isDamaged = true;
  ofDamaged.reset();
  expect(() => ofDamaged.take()).toThrow('malformed');
  isDamaged = false;
  expect(ofDamaged.take()).toBe(8);
});
