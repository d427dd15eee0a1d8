import { expect, test } from './fixtures.ts';
import { agentRun } from './sample-runs.ts';

const HOUR = 3_600_000;

test('each table of the dashboard is a stop of the Tab key, and arrows lead through it', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 5 * HOUR;
  for (const [at, model] of ['gpt-4o', 'gpt-4o-mini', 'o3-mini'].entries())
    await send(
      agentRun({ startMs: startMs + at * HOUR, model, inputTokens: 300 - at, callMs: 3000 - at }).request,
    );
  await page.goto(`${collector.url}/p/default/dashboard`);
  const models = page.getByRole('table', { name: 'Figures by model' });
  const slowest = page.getByRole('region', { name: 'Slowest traces' });
  await expect(models.getByRole('link')).toHaveCount(3);
  await expect(slowest.getByRole('table').getByRole('link')).toHaveCount(3);

  await page.getByRole('tab', { name: 'Model' }).focus();
  await page.keyboard.press('Tab');
  await expect(models.getByRole('link', { name: 'gpt-4o', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(models.getByRole('row').nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(models.getByRole('row').nth(2).getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(models.getByRole('link', { name: 'gpt-4o-mini' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(models.getByRole('link', { name: 'o3-mini' })).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(slowest.getByRole('link', { name: /^All in this order/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(slowest.getByRole('table').getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('region', { name: 'Most expensive traces' }).getByRole('link').first(),
  ).toBeFocused();

  // Back where it was left, from where the heads are two rows up, at the same place of their row.
  await models.getByRole('link', { name: 'gpt-4o-mini' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Model' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(models.getByRole('link', { name: 'gpt-4o-mini' })).toBeFocused();
  await page.keyboard.press('Home');
  const heads = models.getByRole('columnheader').getByRole('button');
  await expect(heads.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(models.getByRole('columnheader', { name: 'Traces' })).toHaveAttribute('aria-sort', /ending/);
  await expect(heads.nth(1)).toBeFocused();

  const card = page.getByRole('region', { name: 'Calls', exact: true });
  await card.getByRole('button', { name: 'Calls as a table' }).click();
  const table = card.getByRole('region', { name: 'Calls as a table' });
  const times = table.getByRole('button');
  await table.focus();
  await page.keyboard.press('Tab');
  await expect(times.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(times.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Errors as a table' })).toBeFocused();
});
