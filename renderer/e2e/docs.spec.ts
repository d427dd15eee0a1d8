import { axeFindings } from './axe-findings.ts';
import { expect, test } from './fixtures.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`the page of the REST interface has no accessibility finding, ${theme}`, async ({
    page,
    collector,
  }, testInfo) => {
    // A long page takes its time to be looked through.
    test.slow();
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 900, height: 900 });
    await page.goto(`${collector.url}/api/v1/docs`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('REST interface');
    await page.screenshot({ path: testInfo.outputPath(`docs-${theme}.png`) });
    // Articles are alike, and there are two hundred: three of each section stand for all.
    expect(await axeFindings(page, { exclude: 'article:nth-of-type(n+4)' })).toEqual([]);
  });
}

test('the page of the REST interface fits 900 pixels and is walked by keyboard', async ({
  page,
  collector,
}) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto(`${collector.url}/api/v1/docs`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'GET {P}/stats' }).press('Enter');
  await expect(page.getByRole('heading', { name: /otel\/stats/ })).toBeInViewport();
});
