import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { chatTrace, newId } from './sample-traces.ts';

/** That the wheel leads to the end of the page, and that the pane, on its way, has room for lines that can be read. */
async function expectReachable(page: Page, pane: Locator): Promise<void> {
  await expect(pane).toBeVisible();
  expect((await pane.boundingBox())?.height).toBeGreaterThan(100);
  const main = page.getByRole('main');
  await page.mouse.move(200, 20);
  await page.mouse.wheel(0, 5000);
  await expect
    .poll(() => main.evaluate((one) => Math.round(one.scrollHeight - one.clientHeight - one.scrollTop)))
    .toBe(0);
  await pane.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await expect(pane).toBeInViewport({ ratio: 0.5 });
  expect(await main.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  // Only the page moves, never the window with the sidebar in it.
  expect(await page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight])).toEqual([
    0, 0,
  ]);
  await main.evaluate((one) => one.scrollTo(0, 0));
}

// 1280 x 1024 at 400 %, 640 x 1024 at 200 %, 1366 x 768 at 200 %.
for (const [width, height] of [
  [320, 256],
  [320, 512],
  [683, 330],
] as const) {
  test(`a window enlarged to ${width} x ${height} has all of a page, one part below the other`, async ({
    page,
    collector,
    openTrip,
    send,
  }) => {
    await page.setViewportSize({ width, height });
    const { traceId } = await openTrip();
    const other = newId(16);
    await send(chatTrace({ question: 'Where?', answer: 'Here. '.repeat(300), traceId: other }));
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await expectReachable(page, page.getByRole('treegrid').getByRole('rowgroup').last());
    await expectReachable(page, conversation);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    for (const link of await sidebar.getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    // What is chosen in the tree does not take the tree away.
    const row = page.getByRole('treegrid').getByRole('row').last();
    await row.click();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    // Lines above it end between pixels.
    await expect(row).toBeInViewport({ ratio: 0.95 });

    await page.goto(`${collector.url}/p/default/sessions/trip-1`);
    await expectReachable(page, conversation);
    // As far from the edge as all else.
    const raw = await page.getByRole('button', { name: 'Raw text' }).boundingBox();
    expect((raw?.x ?? width) + (raw?.width ?? 0)).toBeLessThan(width - 15);
    const compared = `${collector.url}/p/default/compare?a=${traceId}&b=${other}`;
    await page.goto(compared);
    await expectReachable(page, page.getByRole('region', { name: 'Conversations side by side' }));
    await page.goto(`${compared}&show=spans`);
    await expectReachable(page, page.getByRole('rowgroup', { name: 'Spans' }));
    await page.goto(`${compared}&show=differences`);
    await expectReachable(page, page.getByRole('tabpanel', { name: 'Differences' }));
    for (const [screen, region] of [
      [`traces?open=${traceId}`, conversation],
      ['dashboard', page.getByRole('region', { name: 'Figures' })],
      ['set-up', page.getByRole('region', { name: 'Instructions' })],
      ['settings', page.getByRole('region', { name: 'Settings', exact: true })],
      ['live', page.getByRole('grid', { name: 'Live' })],
      ['traces', page.getByRole('grid', { name: 'Traces' })],
    ] as const) {
      await page.goto(`${collector.url}/p/default/${screen}`);
      await expectReachable(page, region);
    }
    // Another page begins at its top.
    await page.mouse.wheel(0, 5000);
    await sidebar.getByRole('link', { name: 'Set-up', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Set-up' })).toBeInViewport({ ratio: 1 });
  });
}

test('a window with room scrolls only what stands in it', async ({ page, collector, openTrip }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const { traceId } = await openTrip();
  const main = page.getByRole('main');
  for (const [screen, text] of [
    [`traces/${traceId}`, 'The hotel search timed out'],
    ['sessions/trip-1', 'The hotel search timed out'],
    [`compare?a=${traceId}&b=${traceId}&all=true`, 'The hotel search timed out'],
    [`traces?open=${traceId}`, 'The hotel search timed out'],
    [`live?open=${traceId}`, 'The hotel search timed out'],
    ['dashboard', 'Most expensive traces'],
    ['set-up', 'Where your agent runs'],
    ['settings', 'Theme'],
  ] as const) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    await expect(main.getByText(text).first()).toBeVisible();
    expect(
      await main.evaluate((one) => [
        one.scrollHeight - one.clientHeight,
        document.documentElement.scrollHeight - innerHeight,
      ]),
      screen,
    ).toEqual([0, 0]);
  }
});

test('larger text of the browser leaves the rows and what stands in them as they are', async ({
  page,
  openTrip,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTrip();
  const rows = page.getByRole('treegrid').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '24px'));
  const outside = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return [...row.querySelectorAll('*')]
        .map((item) => item.getBoundingClientRect())
        .filter((box) => box.height > 0 && (box.top < top - 1 || box.bottom > bottom + 1))
        .map((box) => [box.top - top, bottom - box.bottom]);
    }),
  );
  expect(outside).toEqual([]);
});
