import { expect, test } from 'vitest';
import type { Notice } from './contract/bridge.ts';
import { Notices } from './notices.ts';

const seen: (readonly Notice[])[] = [];
const make = (): Notices => {
  seen.length = 0;
  return new Notices((notices) => void seen.push(notices));
};

test('each change is told whole; what is dismissed is gone', () => {
  const notices = make();
  const id = notices.add({ tone: 'error', text: 'it broke', actions: ['restart', 'show-logs'] });
  notices.dismiss(id);
  notices.dismiss(id);
  expect(seen).toEqual([
    [{ id, tone: 'error', text: 'it broke', actions: ['restart', 'show-logs'], progress: null }],
    [],
  ]);
});

test('what is said again is one notice, however often', () => {
  const notices = make();
  expect(notices.add({ tone: 'info', text: 'x' })).toBe(notices.add({ tone: 'info', text: 'x' }));
  expect(seen).toHaveLength(1);
});

test('progress moves in its place, and nothing comes back that was dismissed', () => {
  const notices = make();
  const id = notices.add({ tone: 'info', text: 'copying', progress: 0 });
  notices.update(id, { tone: 'info', text: 'copying', progress: 0.5 });
  expect(notices.list()).toMatchObject([{ id, progress: 0.5 }]);
  notices.dismiss(id);
  notices.update(id, { tone: 'info', text: 'copying', progress: 1 });
  expect(notices.list()).toEqual([]);
});

test('there are never more than twenty, and none is endless', () => {
  const notices = make();
  for (let i = 0; i < 30; i++) notices.add({ tone: 'info', text: `${i} ${'x'.repeat(5000)}` });
  expect(notices.list()).toHaveLength(20);
  expect(notices.list()[0]?.text).toMatch(/^10 x{100,700}…$/);
});

test('of a stack the first line is shown', () => {
  const notices = make();
  notices.add({ tone: 'error', text: 'Error: broken\n    at a (b.js:1)\n    at c' });
  expect(notices.list()[0]?.text).toBe('Error: broken');
});
