import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

interface Looked {
  /** A selector of what is not looked at. */
  readonly exclude?: string;
  /** The only rule that is looked for. */
  readonly rule?: string;
}

/** What axe finds on the page as it stands, a line each. */
export async function axeFindings(page: Page, { exclude, rule }: Looked = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Else it describes all that is in order as well, which takes twice as long as to find what is not.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Our pages have no frames, for which axe would be loaded into one more page each time.
    .setLegacyMode();
  if (exclude !== undefined) axe.exclude(exclude);
  if (rule !== undefined) axe.withRules(rule);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
