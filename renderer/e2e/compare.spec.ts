import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { journey, longTalk, type Run } from './sample-runs.ts';
import { newId } from './sample-traces.ts';

const PROMPT = 'You plan journeys. Prefer quiet places.';
const now = Date.now();
const first = (): Run =>
  journey({ days: 'five', model: 'gpt-4o', prompt: PROMPT, hasHotels: false, startMs: now - 60_000 });
const second = (): Run =>
  journey({
    days: 'six',
    model: 'gpt-4o-mini',
    prompt: `${PROMPT} Never spend more than needed.`,
    hasHotels: true,
    startMs: now - 30_000,
  });

const table = (page: Page) => page.getByRole('table', { name: 'Messages of both traces' });
const marked = (page: Page, tag: 'del' | 'ins') => table(page).locator(tag);

test('two ticked traces are compared, the earlier one first', async ({ page, collector, send }) => {
  const [a, b] = [first(), second()];
  await send(b.request);
  await send(a.request);
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar.getByRole('button', { name: 'Compare' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select row 2' }).click();
  await bar.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(new RegExp(`compare\\?.*a=${a.traceId}.*b=${b.traceId}`));
  await expect(page).toHaveTitle('plan-trip and plan-trip compared · Tracedeck');

  await expect(page.getByText('First difference, at the start: another system prompt.')).toBeVisible();
  await expect(marked(page, 'ins').filter({ hasText: 'Never spend more than needed' })).toBeVisible();
  await expect(marked(page, 'del').filter({ hasText: 'five' }).first()).toBeVisible();
  await expect(marked(page, 'ins').filter({ hasText: 'six' }).first()).toBeVisible();
  await expect(table(page).getByRole('row').filter({ hasText: 'Not in A' })).toContainText('search_hotels');
  await expect(page.getByText('1 of 2 differences')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByText('2 of 2 differences')).toBeVisible();
  await page.keyboard.press('N');
  await expect(page.getByText('1 of 2 differences')).toBeVisible();
  await page.keyboard.press('N');
  await expect(page.getByText('2 of 2 differences')).toBeVisible();

  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(table(page).getByRole('row').filter({ hasText: 'Not in B' })).toContainText('search_hotels');
  await page.goBack();
  await expect(table(page).getByRole('row').filter({ hasText: 'Not in A' })).toContainText('search_hotels');
  await table(page).getByRole('link', { name: 'Show in trace B' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
});

test('how many spans are in one alone is told as all numbers are', async ({ page, collector, send }) => {
  const a = first();
  await send(a.request);
  const traceId = newId(16);
  const spans = Array.from({ length: 1200 }, (_, n) => ({ traceId, spanId: newId(8), name: `step ${n}` }));
  await send({ spans });
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${traceId}&show=spans`);
  await expect(page.getByText('1,200 only in B.')).toBeVisible();
});

test('the spans of both are one tree, and what differs is told in numbers', async ({
  page,
  collector,
  send,
}) => {
  const [a, b] = [first(), second()];
  await send(a.request);
  await send(b.request);
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}`);
  await page.getByRole('tab', { name: 'Spans' }).click();
  await expect(page.getByText('4 spans in both, 0 only in A, 1 only in B.')).toBeVisible();
  const spans = page.getByRole('table', { name: 'Spans of both traces' });
  await expect(spans.getByRole('row')).toHaveCount(6);
  await expect(spans.getByRole('row').nth(1)).toContainText('6.00 s → 7.50 s');
  await expect(spans.getByRole('row').nth(2)).toContainText('chat gpt-4o → chat gpt-4o-mini');
  await expect(spans.getByRole('link', { name: /search_hotels, .*only.*B/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Differences' }).click();
  const differences = page.getByRole('table', { name: 'Differences between the traces' });
  const row = (name: string) =>
    differences.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('Duration')).toContainText('+1.50 s (+25 %)');
  await expect(row('Total tokens')).toContainText('2,380');
  await expect(row('Total tokens')).toContainText('+300');
  await expect(row('Total cost')).toContainText('−$');
  await expect(row('Models')).toContainText('− gpt-4o, + gpt-4o-mini');
  await expect(row('Tools')).toContainText('+ search_hotels');
  await expect(row('Agents')).toContainText('same');
  await expect(
    page.getByRole('region', { name: 'System prompts' }).locator('ins').filter({ hasText: 'Never spend' }),
  ).toBeVisible();
});

test('a parent that has not come is no span, and took no time', async ({ page, collector, send }) => {
  const [a, b] = [first(), second()];
  await send(a.request);
  await send({ ...b.request, spans: b.request.spans.slice(1) });
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}`);
  await page.getByRole('tab', { name: 'Spans' }).click();
  await expect(page.getByText('3 spans in both, 1 only in A, 1 only in B.')).toBeVisible();
  const row = page.getByRole('table', { name: 'Spans of both traces' }).getByRole('row').nth(1);
  await expect(row).toContainText('plan-trip → parent not received');
  await expect(row.getByRole('cell').nth(1)).toHaveText('6.00 s');
});

test('writing from right to left runs so, code from the left', async ({ page, collector, send }) => {
  const shared = { model: 'gpt-4o', hasHotels: false };
  const asked = 'ما هو أقصر طريق؟ استخدم API v2 (من فضلك)!';
  const [a, b] = [
    journey({ ...shared, days: 'five', prompt: asked, startMs: now - 60_000 }),
    journey({ ...shared, days: 'six', prompt: `${asked} شكرا`, startMs: now - 30_000 }),
  ];
  await send(a.request);
  await send(b.request);
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}`);
  await expect(table(page).getByText('ما هو أقصر').first()).toHaveCSS('direction', 'rtl');
  await expect(table(page).getByText('SFO').first()).toHaveCSS('direction', 'ltr');
});

test('the narrowest windows tell where two traces part in a line or two, and the way on below', async ({
  page,
  collector,
  send,
}) => {
  const [a, b] = [first(), second()];
  for (const { request } of [a, b]) await send(request);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}`);
  const told = page.getByText('First difference, at the start: another system prompt.');
  await expect(told).toBeVisible();
  expect((await told.boundingBox())!.height).toBeLessThan(50);
  await expect(page.getByRole('button', { name: 'Next difference (n)' })).toBeInViewport({ ratio: 1 });
});

test('traces are chosen on the page, from the palette and from a trace', async ({
  page,
  collector,
  send,
}) => {
  const [a, b] = [first(), second()];
  await send(a.request);
  await send(b.request);
  await page.goto(`${collector.url}/p/default/traces/${b.traceId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('compare this');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose the trace to compare it with')).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'Choose a trace' });
  await expect(choice).toBeFocused();
  await choice.fill(a.traceId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`a=${b.traceId}&b=${a.traceId}`));
  await expect(table(page)).toContainText('Never spend more than needed.');

  await page.goto(`${collector.url}/p/default/traces/${a.traceId}`);
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(choice).toBeFocused();
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Choose trace B' });
  await expect(button).toBeFocused();
  await button.click();
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(new RegExp(`a=${a.traceId}&b=${b.traceId}`));
});

test('a trace and itself say the same; one that is gone is told', async ({ browser, collector, send }) => {
  const { traceId, request } = first();
  await send(request);
  // A page of its own: the 404 is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/compare?a=${traceId}&b=${traceId}`);
  await expect(page.getByText('Both say the same.')).toBeVisible();
  await page.getByRole('button', { name: '5 messages the same' }).click();
  await expect(table(page)).toContainText('Plan five days in Kyoto');
  await page.goto(`${collector.url}/p/default/compare?a=${traceId}&b=${'0'.repeat(31)}1`);
  await expect(page.getByText('There is no such trace here.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Trace B: 0+1\. Choose another/ })).toBeVisible();
  await page.close();
});

test('conversations of 2,000 messages part where they part, at once', async ({ page, collector, send }) => {
  test.slow();
  const a = longTalk(2000, now - 60_000, { at: 1500, text: 'Let us stay five nights.' });
  const b = longTalk(2000, now - 30_000, { at: 1500, text: 'Let us stay six nights.' });
  await send(a.request);
  await send(b.request);
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}`);
  await expect(page.getByText('after 1,500 messages that both have')).toBeVisible();
  await expect(marked(page, 'del')).toHaveText(/five/);
  await page.getByRole('button', { name: 'Only differences' }).click();
  await expect(marked(page, 'ins')).toHaveText(/six/);
  await expect(marked(page, 'ins')).toBeInViewport();
  expect(await table(page).getByRole('row').count()).toBeLessThan(60);
  await page.reload();
  await expect(marked(page, 'ins')).toBeInViewport();
});

for (const theme of ['light', 'dark'] as const) {
  test(`comparing holds together from 900 to 2560 pixels, ${theme}`, async ({
    page,
    collector,
    send,
  }, testInfo) => {
    const [a, b] = [first(), second()];
    await send(a.request);
    await send(b.request);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const width of [900, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      for (const show of ['conversation', 'spans', 'differences']) {
        await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}&show=${show}`);
        await expect(page.getByText('search_hotels').first()).toBeVisible();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${show} at ${width}`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: testInfo.outputPath(`compare-${show}-${theme}-${width}.png`) });
      }
    }
  });
}
