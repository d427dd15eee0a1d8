import type { Page } from 'playwright/test';

/** By how much the settings are wider than their place in a window of 900 pixels, the narrowest that they hold together in. */
export async function overflow(page: Page): Promise<number> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: 900 });
  const region = page.getByRole('region', { name: 'Settings', exact: true });
  const beyond = await region.evaluate((element) => element.scrollWidth - element.clientWidth);
  await page.setViewportSize(size);
  return beyond;
}
