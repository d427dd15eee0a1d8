import { expect, test, vi } from 'vitest';
import { jobOf } from '../../testing/ingest-job.ts';
import { fingerprintOf, Suspects } from './suspects.ts';

const bytes = (length: number): Buffer => Buffer.alloc(length, 7);

test('a request that comes again has the same fingerprint, any other another', () => {
  const print = fingerprintOf(jobOf(bytes(100_000)));
  expect(fingerprintOf(jobOf(bytes(100_000), { id: 2 }))).toBe(print);
  const others = [0, 50_000, 99_999].map((at) => {
    const changed = bytes(100_000);
    changed[at] = 8;
    return jobOf(changed);
  });
  others.push(jobOf(bytes(99_999)), jobOf(bytes(100_000), { signal: 'logs' }));
  others.push(jobOf(bytes(100_000), { encoding: 'json' }), jobOf(bytes(100_000), { projectId: 'other' }));
  const prints = [print, ...others.map(fingerprintOf)];
  expect(new Set(prints).size).toBe(prints.length);
  expect(() => fingerprintOf(jobOf(bytes(0)))).not.toThrow();
});

test('what the thread dies with is a suspect, and condemned when it dies of it alone', () => {
  const suspects = new Suspects();
  expect([suspects.isEmpty, suspects.standingOf('a')]).toEqual([true, 'clear']);
  expect(suspects.died('a', false)).toBe('suspect');
  expect([suspects.isEmpty, suspects.standingOf('a'), suspects.standingOf('b')]).toEqual([
    false,
    'suspect',
    'clear',
  ]);
  expect(suspects.died('a', false)).toBe('suspect');
  expect(suspects.died('a', true)).toBe('condemned');
  expect(suspects.died('a', false)).toBe('condemned');
});

test('what the thread has lived through is clear', () => {
  const suspects = new Suspects();
  suspects.died('a', false);
  suspects.clear('a');
  expect([suspects.isEmpty, suspects.died('a', false)]).toEqual([true, 'suspect']);
});

test('no more than a thousand are remembered, the newest', () => {
  const suspects = new Suspects();
  for (let i = 0; i < 1001; i++) suspects.died(String(i), false);
  expect([0, 1, 1000].map((i) => suspects.standingOf(String(i)))).toEqual(['clear', 'suspect', 'suspect']);
  suspects.died('1', false);
  suspects.died('new', false);
  expect(['1', '2'].map((print) => suspects.standingOf(print))).toEqual(['suspect', 'clear']);
});

test('nothing is held against a request for longer than ten minutes', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const suspects = new Suspects();
  suspects.died('a', true);
  vi.advanceTimersByTime(599_999);
  expect(suspects.standingOf('a')).toBe('condemned');
  vi.advanceTimersByTime(1);
  expect([suspects.standingOf('a'), suspects.isEmpty]).toEqual(['clear', true]);
  vi.useRealTimers();
});
