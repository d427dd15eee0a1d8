import { expect, test } from 'vitest';
import { WaitingLine, type Question } from './waiting-line.ts';

const question = (name: string, isLarge = false): Question => {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Buffer>();
  return { name, parameters: [], isLarge, answer, resolve, reject };
};
const told = (): Question => question('traceMessages');
const listed = (): Question => question('listTraces');

test('first come, first served', () => {
  const line = new WaitingLine(2);
  const all = [listed(), told(), listed()];
  for (const one of all) line.add(one);
  expect(all.map(() => line.next([]))).toEqual(all);
  expect([line.next([]), line.isEmpty]).toEqual([undefined, true]);
});

test('conversations wait for each other, and nothing else for them', () => {
  const line = new WaitingLine(2);
  const [first, second, list] = [told(), told(), listed()];
  for (const one of [first, second, list]) line.add(one);
  const atWork = [told(), question('sessionMessages')];
  expect(line.next(atWork)).toBe(list);
  expect(line.next(atWork)).toBeUndefined();
  expect(line.next(atWork.slice(1))).toBe(first);
});

test('of large answers one is made at a time, those that are put back first', () => {
  const line = new WaitingLine(3);
  const [large, later, small] = [listed(), told(), told()];
  for (const one of [later, small]) line.add(one);
  line.putBack(large);
  later.isLarge = true;
  const atWork = [question('traceMessages', true)];
  expect(line.next(atWork)).toBe(small);
  expect(line.next(atWork)).toBeUndefined();
  expect(line.next([told()])).toBe(large);
});

test('what nobody waits for any more is taken out, once', () => {
  const line = new WaitingLine(1);
  const [first, second] = [listed(), listed()];
  for (const one of [first, second]) line.add(one);
  expect([line.remove(first), line.remove(first)]).toEqual([true, false]);
  expect(line.takeAll()).toEqual([second]);
  expect([line.isEmpty, line.remove(second)]).toEqual([true, false]);
});

test('a thousand may wait', () => {
  const line = new WaitingLine(1);
  for (let waiting = 0; waiting < 999; waiting++) line.add(listed());
  expect(line.isFull).toBe(false);
  line.add(listed());
  expect(line.isFull).toBe(true);
});
