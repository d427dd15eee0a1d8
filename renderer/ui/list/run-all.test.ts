import { expect, test } from 'vitest';
import { runAll } from './run-all.ts';

const signal = new AbortController().signal;

test('every item is worked on once, a few at a time, results in order', async () => {
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const results = await runAll(
    [1, 2, 3, 4, 5, 6, 7],
    async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      seen.push(item);
      running -= 1;
      return item * 10;
    },
    { signal, atOnce: 3 },
  );
  expect(results).toEqual([10, 20, 30, 40, 50, 60, 70]);
  expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('progress is told from nothing to all', async () => {
  const told: number[] = [];
  const onProgress = ({ done }: { done: number }): number => told.push(done);
  await runAll(['a', 'b'], () => Promise.resolve(), { signal, onProgress });
  expect(told).toEqual([0, 1, 2]);
});

test('the first failure ends it: nothing new is begun', async () => {
  const begun: number[] = [];
  const work = (item: number): Promise<void> => {
    begun.push(item);
    return item === 2 ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  await expect(runAll([1, 2, 3, 4], work, { signal, atOnce: 1 })).rejects.toThrow('no');
  expect(begun).toEqual([1, 2]);
});

test('what is aborted stops before its next item', async () => {
  const controller = new AbortController();
  const begun: number[] = [];
  const work = (item: number): Promise<void> => {
    begun.push(item);
    if (item === 2) controller.abort(new Error('enough'));
    return Promise.resolve();
  };
  await expect(runAll([1, 2, 3], work, { signal: controller.signal, atOnce: 1 })).rejects.toThrow('enough');
  expect(begun).toEqual([1, 2]);
});

test('a failure is told once all that was begun has ended', async () => {
  const late = Promise.withResolvers<void>();
  const done: string[] = [];
  const all = runAll(
    ['fails', 'lasts'],
    async (item) => {
      if (item === 'fails') throw new Error('no');
      await late.promise;
      done.push(item);
    },
    { signal },
  );
  const told = all.then(
    () => 'nothing',
    () => done.join(),
  );
  // After all that the failure alone leads to.
  setTimeout(() => late.resolve());
  expect(await told).toBe('lasts');
});
