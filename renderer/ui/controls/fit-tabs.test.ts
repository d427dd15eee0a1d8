import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitTabs } from './fit-tabs.ts';

const placesOf = (...given: Parameters<typeof fitTabs>): number[] =>
  [...fitTabs(...given)].toSorted((a, b) => a - b);

test('all are there where they fit, with no room kept for a menu', () =>
  expect(placesOf([50, 50, 50], 0, 150, 40)).toEqual([0, 1, 2]));

test('else the first ones beside the menu', () =>
  expect(placesOf([50, 50, 50, 50], 0, 150, 40)).toEqual([0, 1]));

test('the active one takes the place of the last of them', () =>
  expect(placesOf([50, 50, 50, 50], 3, 150, 40)).toEqual([0, 3]));

test('the active one is there however little room there is', () =>
  expect(placesOf([50, 50, 50], 1, 10, 40)).toEqual([1]));

test('what is shown fits, and nothing is skipped for a narrower one behind it', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(widths, fc.nat(11), fc.integer({ min: 0, max: 1500 }), (each, at, room) => {
      const active = at % each.length;
      const shown = fitTabs(each, active, room, 40);
      const used = [...shown].reduce((sum, place) => sum + each[place]!, 0);
      expect(shown.size === 1 || used <= room).toBe(true);
      const others = [...each.keys()].filter((place) => place !== active);
      const first = others.findIndex((place) => !shown.has(place));
      const behind = first === -1 ? [] : others.slice(first);
      expect(behind.filter((place) => shown.has(place))).toEqual([]);
      expect(shown.has(active)).toBe(true);
    }),
  );
});
