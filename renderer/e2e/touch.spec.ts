import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 820, height: 1100 }, hasTouch: true, isMobile: true });

test('a tap opens what a number is made of, and another one closes it', async ({
  page,
  collector,
  openTrip,
}) => {
  await openTrip();
  const breakdown = page.getByRole('tooltip');
  const tokens = page.getByRole('button', { name: '900 in · 80 out' });
  await tokens.tap();
  await expect(breakdown).toContainText('Output80');
  await tokens.tap();
  await expect(breakdown).toBeHidden();
  await tokens.tap();
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(breakdown).toBeHidden();
  // Of what opens more, that is what a tap opens.
  await page.getByRole('button', { name: '2,580' }).tap();
  await expect(page.getByRole('table', { name: /Counted/ })).toBeVisible();
  await expect(breakdown).toBeHidden();
  await page.goto(`${collector.url}/p/default/dashboard`);
  await page.getByRole('button', { name: '2,580', exact: true }).first().tap();
  await expect(breakdown).toContainText('Output');
});

test('what shows under a pointer is there where none can rest', async ({ page, collector, openTrip }) => {
  const { traceId } = await openTrip();
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=attributes`);
  const copy = page.getByRole('cell').filter({ has: page.getByRole('button', { name: /^Copy/ }) });
  await expect(copy.first()).toHaveCSS('opacity', '1');
  await page.goto(`${collector.url}/p/default/traces`);
  const box = page.getByRole('checkbox', { name: 'Select row 1', exact: true });
  await expect(box.locator('span')).toHaveCSS('opacity', '1');
});
