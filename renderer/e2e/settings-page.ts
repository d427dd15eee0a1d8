import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** What axe finds on the page as it stands, a line each. */
export async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** By how much the settings are wider than their place in a window of 900 pixels, the narrowest that they hold together in. */
export async function overflow(page: Page): Promise<number> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: 900 });
  const region = page.getByRole('region', { name: 'Settings', exact: true });
  const beyond = await region.evaluate((element) => element.scrollWidth - element.clientWidth);
  await page.setViewportSize(size);
  return beyond;
}
