import { expect, test } from 'vitest';
import { createWorkQueue, type QueueState } from './work-queue.ts';

/** A queue whose items are worked on until they are told to end. */
function watched() {
  const begun: string[] = [];
  const aborted: string[] = [];
  const states: (QueueState<string> | null)[] = [];
  let end = (): void => {};
  const queue = createWorkQueue<string>({
    work: (item, signal) => {
      begun.push(item);
      signal.addEventListener('abort', () => {
        aborted.push(item);
        end();
      });
      return new Promise((resolve) => (end = resolve));
    },
    onState: (state) => states.push(state),
  });
  const finish = async (): Promise<void> => {
    end();
    // The end of one, and the beginning of the next.
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  };
  return { queue, begun, aborted, states, finish };
}

test('what is added while something is worked on waits for its turn', async () => {
  const { queue, begun, states, finish } = watched();
  queue.add(['a']);
  queue.add(['b', 'c']);
  expect(begun).toEqual(['a']);
  expect(states.at(-1)).toEqual({ current: 'a', waiting: 2 });
  await finish();
  expect(states.at(-1)).toEqual({ current: 'b', waiting: 1 });
  await finish();
  await finish();
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(states.at(-1)).toBeNull();
  queue.add(['d']);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('cancelling stops what is worked on and what waits, but nothing that comes later', async () => {
  const { queue, begun, aborted, states, finish } = watched();
  queue.add(['a', 'b']);
  queue.cancel();
  queue.add(['later']);
  await finish();
  expect(aborted).toEqual(['a']);
  expect(begun).toEqual(['a', 'later']);
  await finish();
  expect(states.at(-1)).toBeNull();
  expect(aborted).toEqual(['a']);
});

test('nothing is begun for nothing', () => {
  const { queue, states } = watched();
  queue.add([]);
  queue.cancel();
  expect(states.filter((state) => state !== null)).toEqual([]);
});
