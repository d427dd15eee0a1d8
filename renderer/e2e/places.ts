import type { Locator, Page } from 'playwright/test';
import { expect } from './fixtures.ts';

/** Of a window as wide as a phone. */
export const NARROW = { width: 390, height: 900 };

/** Pixels of both boxes that lie on each other; 0 where none do. */
export async function overlap(a: Locator, b: Locator): Promise<number> {
  const [one, other] = await Promise.all([a.boundingBox(), b.boundingBox()]);
  if (one === null || other === null) throw new Error('Both must be drawn to be compared');
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** That nothing of it is cut away or pushed out of the window. */
export async function expectWhole(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeInViewport({ ratio: 1 });
  expect(await item.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  const box = await item.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
