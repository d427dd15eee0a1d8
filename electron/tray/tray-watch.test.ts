import { expect, test } from 'vitest';
import { TrayWatch } from './tray-watch.ts';

/** A session in which a panel comes up with so many looks. */
function watchUntil(looks: number): { watch: TrayWatch; asked: () => number } {
  let asked = 0;
  const run = (): Promise<string> => Promise.resolve(++asked >= looks ? '(true,)' : '(false,)');
  return {
    watch: new TrayWatch({ platform: 'linux', run, patienceMs: 100, everyMs: 5 }),
    asked: () => asked,
  };
}

test('a panel that comes up after the app is found, and not looked for any more', async () => {
  const { watch, asked } = watchUntil(3);
  expect([await watch.wait(), watch.isThere, asked()]).toEqual([true, true, 3]);
  await watch.look();
  expect(asked()).toBe(3);
});

test('a login is waited for so long, and what comes later is found all the same', async () => {
  const { watch, asked } = watchUntil(1000);
  expect(await watch.wait()).toBe(false);
  const before = asked();
  const now = performance.now();
  for (const seconds of [1, 2, 61, 62, 63, 122, 123]) await watch.look(now + seconds * 1000);
  expect(asked() - before).toBe(4);
});
