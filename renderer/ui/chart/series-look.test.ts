import { expect, test } from 'vitest';
import { MOST_LINES, seriesLook } from './series-look.ts';

test('no two of the lines that a chart draws look alike', () => {
  const strokes = Array.from({ length: MOST_LINES }, (_, index) => JSON.stringify(seriesLook(index)));
  expect(new Set(strokes).size).toBe(MOST_LINES);
  expect(MOST_LINES).toBeGreaterThan(20);
});
