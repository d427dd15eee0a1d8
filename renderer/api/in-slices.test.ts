import { afterEach, expect, test, vi } from 'vitest';
import { inSlices } from './in-slices.ts';

afterEach(() => void vi.restoreAllMocks());

/** Steps that take so many milliseconds each, of a clock that only they move. */
function stepsOf(steps: readonly number[], log: (number | 'key')[]): Generator<void, string, void> {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return (function* () {
    for (const ms of steps) {
      nowMs += ms;
      log.push(ms);
      yield;
    }
    return 'made';
  })();
}

test('lets what waits in between once steps have taken long, and goes on after it', async () => {
  const log: (number | 'key')[] = [];
  setTimeout(() => log.push('key'));
  expect(await inSlices(stepsOf([10, 15, 16, 17], log))).toBe('made');
  expect(log).toEqual([10, 15, 'key', 16, 17]);
});

test('does at once what takes no time', () => {
  const log: (number | 'key')[] = [];
  void inSlices(stepsOf([1, 2, 3, 4], log));
  expect(log).toEqual([1, 2, 3, 4]);
});

test('fails as a step does', async () => {
  const failing = (function* (): Generator<void, string, void> {
    yield;
    throw new Error('cut off');
  })();
  await expect(inSlices(failing)).rejects.toThrow('cut off');
});
