import { expect, test } from 'vitest';
import { SameResponses, type RecordedCall } from './same-responses.ts';

const call = (n: number): RecordedCall => ({
  spanId: n.toString(16).padStart(16, '0'),
  name: 'chat',
  framework: null,
  responseId: 'of-a-proxy',
  likeness: null,
  startNs: 0n,
  endNs: 1n,
});

test('of sixty thousand calls with one id each is taken out and put back without looking at the others', () => {
  const calls = Array.from({ length: 60_000 }, (_, n) => call(n));
  const same = new SameResponses();
  calls.forEach((one) => same.add(one));
  // As when the span of each is sent again: where each were looked for among the others, this would never end.
  for (const one of calls) {
    expect(same.remove(one)).toEqual([]);
    same.add(one);
  }
  expect(same.othersOf(calls[0]!)).toEqual([]);
  const [first, second, ...others] = calls;
  others.forEach((one) => same.remove(one));
  expect(same.othersOf(first!)).toEqual([second]);
});

test('the last of a group is alone', () => {
  const [one, other] = [call(1), call(2)];
  const same = new SameResponses();
  same.add(one);
  expect(same.add(other)).toEqual([one]);
  expect(same.remove(one)).toEqual([other]);
  expect(same.othersOf(other)).toEqual([]);
  same.remove(other);
  expect(same.add(one)).toEqual([]);
});

test('of a group that grows past what one answer has, or shrinks to it again, all others count anew', () => {
  const calls = Array.from({ length: 16 }, (_, n) => call(n));
  const same = new SameResponses();
  calls.forEach((one) => same.add(one));
  const another = call(16);
  expect(same.add(another)).toEqual(calls);
  expect(same.othersOf(another)).toEqual([]);
  expect(same.remove(another)).toEqual(calls);
  expect(same.othersOf(calls[0]!)).toEqual(calls.slice(1));
});
