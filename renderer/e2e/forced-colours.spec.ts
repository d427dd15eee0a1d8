import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { journey } from './sample-runs.ts';
import { metricRequest } from './sample-signals.ts';

const fill = (mark: Locator): Promise<string> =>
  mark.evaluate((element) => getComputedStyle(element).backgroundColor);
const outline = (item: Locator): Promise<string> =>
  item.evaluate((element) => getComputedStyle(element).outlineStyle);

test("in the system's own colours marks keep theirs, and what is chosen has an outline", async ({
  page,
  collector,
  openTrip,
}) => {
  const { traceId } = await openTrip();
  await page.goto(`${collector.url}/p/default/traces?open=${traceId}`);
  const row = page.getByRole('row', { name: /plan-trip/ });
  await expect(row).toHaveAttribute('aria-selected', 'true');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const receiver = sidebar.getByRole('region', { name: 'Receivers' }).locator('span[aria-hidden]').first();
  const marks = [row.getByRole('img', { name: '1 error' }), receiver];
  const fills = await Promise.all(marks.map(fill));
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await Promise.all(marks.map(fill))).toEqual(fills);
  const chosen = [
    row,
    sidebar.getByRole('link', { name: 'Traces', exact: true }),
    sidebar.getByRole('button', { pressed: true }),
  ];
  for (const item of chosen) expect(await outline(item)).toBe('solid');
  expect(await outline(sidebar.getByRole('button', { pressed: false }).first())).toBe('none');

  await page.emulateMedia({ forcedColors: 'none' });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const spans = page.getByRole('treegrid').getByRole('row');
  const bars = spans.locator('[data-bar]');
  await expect(bars).toHaveCount(5);
  const colours = await Promise.all((await bars.all()).map(fill));
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await Promise.all((await bars.all()).map(fill))).toEqual(colours);
  await spans.nth(2).click();
  await expect(spans.nth(2)).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('tab', { name: 'Tree' })).toHaveCSS('outline-style', 'solid');

  await page.goto(`${collector.url}/p/default/settings?group=redaction`);
  const knob = page.getByRole('switch').first().locator('span span');
  const forced = await fill(knob);
  await page.emulateMedia({ forcedColors: 'none' });
  expect(await fill(knob)).toBe(forced);
});

test("in the system's own colours a chart's words are in them, and its legend has no outline around each series", async ({
  page,
  collector,
  post,
}) => {
  await post('metrics', metricRequest());
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${collector.url}/p/default/metrics?open=queue.depth`);
  const panel = page.getByRole('region', { name: 'Metric', exact: true });
  const series = panel.getByRole('list', { name: 'Series' }).getByRole('button', { pressed: true });
  await expect(series.first()).toBeVisible();
  expect(await outline(series.first())).toBe('none');
  const system = await page.evaluate(() => getComputedStyle(document.body).color);
  await expect(panel.locator('svg text').first()).toHaveCSS('fill', system);
});

test("in the system's own colours the words that two traces differ in are underlined, and the difference at hand has an outline", async ({
  page,
  collector,
  send,
}) => {
  const [startMs, model, prompt] = [Date.now() - 60_000, 'gpt-4o', 'You plan journeys.'];
  const [a, b] = ['3', '5'].map((days) => journey({ days, model, prompt, hasHotels: true, startMs }));
  for (const run of [a, b]) await send(run!.request);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${collector.url}/p/default/compare?a=${a!.traceId}&b=${b!.traceId}`);
  const rows = page.getByRole('table', { name: 'Messages of both traces' }).getByRole('row');
  const question = rows.filter({ hasText: 'in Kyoto for two people' });
  for (const words of [question.locator('del'), question.locator('ins')])
    await expect(words).toHaveCSS('text-decoration-line', 'underline');
  await expect(question).toHaveCSS('outline-style', 'solid');
  expect(await outline(rows.last())).toBe('none');
});
