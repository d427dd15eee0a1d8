import type { Page } from 'playwright/test';
import { expect, test, refuseUntilTriedAgain } from './fixtures.ts';
import { agentRun, workingDay } from './sample-runs.ts';
import { plainTrace } from './sample-traces.ts';

const HOUR = 3_600_000;
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const tile = (page: Page, name: string) => page.locator(`//dt[.="${name}"]/following-sibling::dd[1]`);
const below = (page: Page, name: string) => page.locator(`//dt[.="${name}"]/following-sibling::dd[2]`);

test('the figures are the sums of the traces, and grow while they are looked at', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 2 * HOUR;
  await send(agentRun({ startMs, inputTokens: 100, outputTokens: 20, callMs: 1000 }).request);
  await send(agentRun({ startMs, inputTokens: 300, outputTokens: 40, callMs: 3000, fails: true }).request);
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveTitle('Dashboard · Tracedeck');
  await expect(tile(page, 'Traces')).toHaveText('2');
  await expect(tile(page, 'Model calls')).toHaveText('2');
  await expect(below(page, 'Model calls')).toHaveText('2 tool calls');
  await expect(below(page, 'Traces')).toHaveText('1 span with errors');
  await expect(tile(page, 'Tokens')).toHaveText('460');
  await expect(below(page, 'Tokens')).toHaveText('400 in, 60 out');
  await expect(tile(page, 'Latency of model calls')).toHaveText('1.00 s');
  await expect(below(page, 'Latency of model calls')).toHaveText('median, 95 % within 3.00 s');
  await expect(page.getByRole('img', { name: 'Tokens over time' })).toBeVisible();
  await expect(card(page, 'Time to first token')).toContainText('No model call says');
  await tile(page, 'Tokens').getByRole('button').hover();
  await expect(page.getByRole('tooltip')).toContainText('Input400');

  await send(agentRun({ startMs: Date.now() - HOUR, inputTokens: 1000, outputTokens: 0 }).request);
  await expect(tile(page, 'Tokens')).toHaveText('1,460');
});

test('each chart is a table, too, whose times narrow the time range everywhere', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;
  await send(agentRun({ startMs, inputTokens: 100, cachedTokens: 60, firstTokenMs: 250 }).request);
  await send(agentRun({ startMs: startMs + 20 * HOUR, inputTokens: 500 }).request);
  await page.goto(`${collector.url}/p/default/dashboard`);
  await page.getByRole('button', { name: 'Tokens as a table' }).press('Enter');
  const table = page.getByRole('table', { name: 'Tokens by hour' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row').nth(1)).toContainText('500');
  await expect(table.getByRole('row').nth(2)).toContainText(/40\s*60/);
  await page.getByRole('button', { name: 'Time to first token as a table' }).click();
  await expect(page.getByRole('table', { name: 'Time to first token by hour' })).toContainText('250 ms');

  await table.getByRole('row').nth(2).getByRole('button').click();
  await expect(page).toHaveURL(/from_timestamp=.*to_timestamp=/);
  await expect(tile(page, 'Traces')).toHaveText('1');
  const narrowed = page.url();
  await page.getByRole('button', { name: /^Time range/ }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
  expect(page.url()).toBe(narrowed);
  await page.getByRole('link', { name: 'Traces', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(tile(page, 'Traces')).toHaveText('2');
});

test('dragging over a chart narrows the time range everywhere', async ({ page, collector, send }) => {
  const startMs = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;
  for (const hours of [0, 10, 20]) await send(agentRun({ startMs: startMs + hours * HOUR }).request);
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expect(tile(page, 'Traces')).toHaveText('3');
  const chart = page.getByRole('img', { name: 'Calls over time', exact: true });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  const drag = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(box.x + box.width * from, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 70, { steps: 5 });
  };
  await drag(0.7, 0.98);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page).not.toHaveURL(/from_timestamp/);
  await drag(0.7, 0.98);
  await page.mouse.up();
  await expect(tile(page, 'Traces')).toHaveText('1');
  await page.getByRole('link', { name: 'Spans' }).click();
  await expect(page.getByRole('grid', { name: 'Spans' }).getByRole('row')).toHaveCount(4);
});

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Pacific/Apia' });

  test('days are those that their labels name', async ({ page, collector, send }) => {
    for (let day = 1; day <= 20; day++) {
      await send(agentRun({ startMs: Date.UTC(2025, 10, day, 12) }).request);
    }
    await page.goto(`${collector.url}/p/default/dashboard`);
    const calls = card(page, 'Calls');
    const label = calls.locator('svg text', { hasText: / Nov$/ }).nth(1);
    const [box, chart] = [await label.boundingBox(), await calls.getByRole('img').boundingBox()];
    if (box === null || chart === null) throw new Error('The chart is not drawn.');
    await page.mouse.move(box.x + box.width / 2, chart.y + 60);
    await expect(calls.getByText(`${await label.textContent()} 2025`)).toBeVisible();
  });
});

test('a row of the breakdown leads to its traces, and heads sort', async ({ page, collector, send }) => {
  const startMs = Date.now() - HOUR;
  await send(agentRun({ startMs, model: 'gpt-4o', agent: 'planner', inputTokens: 900 }).request);
  await send(agentRun({ startMs, model: 'o3-mini', agent: 'writer', callMs: 5000, tool: 'draft' }).request);
  await page.goto(`${collector.url}/p/default/dashboard`);
  const table = page.getByRole('table', { name: 'Figures by model' });
  await expect(table.getByRole('row').nth(1)).toContainText('gpt-4o');
  await table.getByRole('button', { name: 'p50' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('o3-mini');
  await expect(page).toHaveURL(/order_by=p50/);

  await page.getByRole('tab', { name: 'Tool', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Figures by tool' })).toContainText('draft');
  await page.getByRole('tab', { name: 'Framework' }).click();
  await expect(page.getByRole('table', { name: 'Figures by framework' })).toContainText('OpenAI');
  await page.getByRole('tab', { name: 'Agent' }).click();
  await page.getByRole('table', { name: 'Figures by agent' }).getByRole('link', { name: 'writer' }).click();
  await expect(page.getByText('Agent is writer')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL(/by=agent/);

  await expect(card(page, 'Slowest traces').getByRole('row').nth(1)).toContainText('run writer');
  await expect(card(page, 'Most expensive traces').getByRole('row').nth(1)).toContainText('$');
  await card(page, 'Slowest traces').getByRole('link', { name: 'run writer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'run writer' })).toBeVisible();
});

test('filters narrow all figures, and what they hide is told', async ({ page, collector, send }) => {
  const startMs = Date.now() - HOUR;
  await send(agentRun({ startMs, model: 'gpt-4o' }).request);
  await send(agentRun({ startMs, model: 'o3-mini', fails: true }).request);
  await send(plainTrace('GET /cart'));
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expect(tile(page, 'Traces')).toHaveText('2');
  await page.getByRole('button', { name: 'Include non-AI traces' }).click();
  await expect(tile(page, 'Traces')).toHaveText('3');
  await page.getByRole('button', { name: 'Errors only' }).click();
  await expect(tile(page, 'Traces')).toHaveText('1');
  await expect(page.getByRole('table', { name: 'Figures by model' })).toContainText('o3-mini');

  await page.goto(`${collector.url}/p/default/dashboard?model=none`);
  await expect(page.getByText('No trace matches the filters')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(tile(page, 'Traces')).toHaveText('2');
  await page.goto(`${collector.url}/p/default/dashboard?to_timestamp=2001-01-01T00:00:00Z`);
  await expect(page.getByText('outside it')).toBeVisible();
  await page.goto(`${collector.url}/p/empty/dashboard`);
  await expect(page.getByText('Nothing to sum up yet')).toBeVisible();
});

test('figures that cannot be had are told, and asked for again', async ({ browser, collector, send }) => {
  await send(agentRun({ startMs: Date.now() - HOUR }).request);
  // A page of its own: the failed request is an error in the console by intent.
  const page = await browser.newPage();
  await refuseUntilTriedAgain(page, '**/otel/stats?*', 'Too many points.');
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expect(page.getByText('Too many points.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tile(page, 'Traces')).toHaveText('1');
  await page.close();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the dashboard holds together from 900 to 2560 pixels, ${theme}`, async ({
    page,
    collector,
    send,
  }, testInfo) => {
    for (const { request } of workingDay(Date.now())) await send(request);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const width of [900, 1440, 2560]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto(`${collector.url}/p/default/dashboard`);
      await expect(tile(page, 'Traces')).toHaveText('42');
      const figures = page.getByRole('region', { name: 'Figures', exact: true });
      const sideways = await figures.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(sideways, `at ${width}`).toBeLessThanOrEqual(0);
      const [first, last] = [tile(page, 'Traces'), tile(page, 'Time to first token')];
      const below = (await last.boundingBox())!.y - (await first.boundingBox())!.y;
      expect(below === 0, `the figures stand in one line at ${width}`).toBe(width > 900);
      await page.screenshot({ path: testInfo.outputPath(`dashboard-${theme}-${width}.png`) });
      await figures.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.screenshot({ path: testInfo.outputPath(`dashboard-${theme}-${width}-end.png`) });
    }
  });
}

test('in a low window the page opens at its top', async ({ page, collector, send }) => {
  await send(agentRun({ startMs: Date.now() - HOUR }).request);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expect(tile(page, 'Traces')).toHaveText('1');
  await expect(page.getByRole('tab', { name: 'Model' })).toBeAttached();
  await expect(tile(page, 'Traces')).toBeInViewport();
});
