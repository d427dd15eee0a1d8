import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { fitState, readState, writeState } from './window-state.ts';

const laptop = { x: 0, y: 0, width: 1920, height: 1080 };
const left = { x: -2560, y: 0, width: 2560, height: 1440 };
const kept = { x: 100, y: 50, width: 1000, height: 700, maximized: false };

test('a window comes back where it was', () => {
  expect(fitState(kept, [laptop])).toEqual({
    position: { x: 100, y: 50 },
    width: 1000,
    height: 700,
    maximized: false,
  });
  expect(fitState({ ...kept, x: -2000, maximized: true }, [laptop, left])).toMatchObject({
    position: { x: -2000, y: 50 },
    maximized: true,
  });
});

test.each([
  { ...kept, x: -2000 },
  { ...kept, x: 1900 },
  { ...kept, y: -30 },
  { ...kept, y: 1070 },
  { ...kept, x: 'a' },
])('%j is off the screens: the system places it', (state) => {
  expect(fitState(state, [laptop])).toEqual({ position: null, width: 1000, height: 700, maximized: false });
});

test.each([
  { ...kept, width: 0 },
  { ...kept, height: 700.5 },
  { ...kept, height: undefined },
])('%j has no size: the window is a new one', (state) => {
  expect(fitState(state, [laptop])).toEqual({ position: null, width: 1440, height: 900, maximized: false });
});

test('whatever was kept, it is no larger than a screen and can be taken hold of', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record({ x: fc.integer(), y: fc.integer(), width: fc.integer(), height: fc.integer() }),
  );
  fc.assert(
    fc.property(anything, (state) => {
      const { position, width, height } = fitState(state, [laptop]);
      expect(width >= 640 && width <= 1920 && height >= 400 && height <= 1080).toBe(true);
      const { x, y } = position ?? { x: 0, y: 0 };
      expect(x < 1820 && y >= 0 && y <= 1030).toBe(true);
    }),
  );
});

test('it is kept in a file; a damaged one counts as none', () => {
  const folder = testFolder();
  const file = path.join(folder, 'state.json');
  expect(readState(file)).toBeNull();
  const { maximized, ...bounds } = kept;
  writeState(file, bounds, maximized);
  expect(readState(file)).toEqual(kept);
  expect(readdirSync(folder)).toEqual(['state.json']);
  writeFileSync(file, '{');
  expect(readState(file)).toBeNull();
});
