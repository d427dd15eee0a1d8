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
  await expect(
    models.getByRole('columnheader', { name: 'Model', exact: true }).getByRole('button'),
  ).toBeFocused();
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

  // Back where it was left.
  await models.getByRole('link', { name: 'gpt-4o-mini' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(models.getByRole('link', { name: 'gpt-4o-mini' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(models.getByRole('link', { name: 'gpt-4o', exact: true })).toBeFocused();

  // A column is kept to, also past what has nothing there, and modifiers are left to the browser.
  const row = (at: number) => models.getByRole('row').nth(at);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+ArrowDown');
  await expect(row(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const tokens = models.getByRole('columnheader', { name: 'Tokens', exact: true });
  await expect(tokens.getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(1).getByRole('button')).toBeFocused();

  // The head is a stop of its own, left where it was.
  await page.keyboard.press('Shift+Tab');
  await expect(tokens.getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Model' })).toBeFocused();
  await page.keyboard.press('Tab');
  const sorted = models.locator('th:focus-within');
  await expect(sorted).toHaveRole('columnheader');
  await page.keyboard.press('Enter');
  await expect(sorted).toHaveAttribute('aria-sort', /ending/);

  const card = page.getByRole('region', { name: 'Calls', exact: true });
  await card.getByRole('button', { name: 'Calls as a table' }).click();
  const times = card.getByRole('region', { name: 'Calls as a table' }).getByRole('button');
  await card
    .getByRole('button', { name: /^Calls as a/ })
    .first()
    .focus();
  await page.keyboard.press('Tab');
  await expect(times.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(times.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Errors as a table' })).toBeFocused();
});

test('a row that goes while it has the focus leaves it to the first one', async ({
  page,
  collector,
  send,
}) => {
  const runs = ['gpt-4o', 'o3-mini'].map((model, at) =>
    agentRun({ startMs: Date.now() - (at + 1) * HOUR, model, inputTokens: 300 - at }),
  );
  for (const { request } of runs) await send(request);
  await page.goto(`${collector.url}/p/default/dashboard`);
  const models = page.getByRole('table', { name: 'Figures by model' });
  await models.getByRole('link', { name: 'o3-mini' }).focus();
  await page.request.delete(`${collector.url}/api/v1/project/default/otel/traces/${runs[1]!.traceId}`);
  await expect(models.getByRole('link')).toHaveCount(1);
  await expect(models.getByRole('link', { name: 'gpt-4o' })).toBeFocused();
});
