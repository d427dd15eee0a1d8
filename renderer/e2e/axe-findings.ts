import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** What axe finds on the page as it stands, a line each. Of `exclude`, a selector, it looks at nothing. */
export async function axeFindings(page: Page, { exclude }: { exclude?: string } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Else it describes all that is in order as well, which takes twice as long as to find what is not.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Our pages have no frames, for which axe would be loaded into one more page each time.
    .setLegacyMode();
  const { violations } = await (exclude === undefined ? axe : axe.exclude(exclude)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
