import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectWhole, NARROW, overlap } from './places.ts';
import { chatTrace } from './sample-traces.ts';

test('titles of narrow pages lie beside what can be done there', async ({ page, collector, send }) => {
  await page.setViewportSize(NARROW);
  await send(chatTrace({ question: 'Where?', answer: 'Here.', sessionId: 'trip-1' }));
  for (const screen of ['Traces', 'Sessions', 'Spans', 'Logs']) {
    await page.goto(`${collector.url}/p/default/${screen.toLowerCase()}`);
    const title = page.getByRole('heading', { level: 1, name: screen, exact: true });
    await expect(title).toBeVisible();
    await expectWhole(page, title);
    expect(await overlap(title, page.getByRole('searchbox', { name: /^Search/ }))).toBe(0);
    expect(await overlap(title, page.getByRole('button', { name: /^Time range/ }))).toBe(0);
  }
});

test('what narrows a list takes few lines of a narrow page', async ({ page, collector, send }) => {
  await page.setViewportSize(NARROW);
  await send(chatTrace({ question: 'Where?', answer: 'Here.', sessionId: `trip-${'1'.repeat(60)}` }));
  const top = async (item: Locator): Promise<number> => (await item.boundingBox())!.y;
  for (const screen of ['traces', 'sessions', 'spans']) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    const search = page.getByRole('searchbox', { name: /^Search/ });
    expect(await top(page.getByRole('button', { name: /^Time range/ }))).toBe(await top(search));
    const filter = page.getByRole('button', { name: 'Filter', exact: true });
    const errors = page.getByRole('button', { name: 'Errors only' });
    expect(Math.abs((await top(errors)) - (await top(filter)))).toBeLessThanOrEqual(1);
    await expectWhole(page, page.getByRole('button', { name: 'Columns' }));
    await expectWhole(page, page.getByRole('button', { name: 'CSV' }));
  }
  await page.goto(`${collector.url}/p/default/sessions/trip-${'1'.repeat(60)}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  const palette = page.getByRole('button', { name: /Search or jump/ });
  expect(await top(palette)).toBeLessThan((await top(crumbs)) + (await crumbs.boundingBox())!.height);
  expect(await overlap(crumbs, palette)).toBe(0);
});

test('a narrow row begins with the agent that a name tells, and the palette with what was asked', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize(NARROW);
  await send(
    chatTrace({ name: 'invoke_agent planner-of-journeys', question: 'Where to?', answer: 'Kyoto.' }),
  );
  await page.goto(`${collector.url}/p/default/traces`);
  const link = page.getByRole('link', { name: 'planner-of-journeys invoke_agent' });
  await expect(link).toHaveAttribute('title', 'invoke_agent planner-of-journeys');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: /planner-of-journeys Where to\?/ })).toBeVisible();
});

test('a narrow list tells below the name when a row began, how long it took and what it cost', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize(NARROW);
  for (const question of ['Where?', 'When?'])
    await send(
      chatTrace({ name: 'a-planner-of-journeys-by-rail', question, answer: 'Here.', sessionId: question }),
    );
  for (const [screen, labels] of [
    ['traces', ['Started', 'Duration', 'Cost']],
    ['sessions', ['Last active', 'Duration', 'Cost']],
    ['spans', ['Started', 'Duration', 'Tokens']],
  ] as const) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    const rows = page.getByRole('grid').getByRole('row');
    for (const label of labels) await expectWhole(page, page.getByRole('columnheader', { name: label }));
    const cells = rows.nth(1).getByRole('gridcell');
    for (const cell of (await cells.all()).slice(-labels.length)) {
      await expect(cell).not.toBeEmpty();
      await expectWhole(page, cell);
      expect(await overlap(cell, rows.nth(2))).toBe(0);
      expect(await overlap(cell, rows.nth(0))).toBe(0);
    }
  }
  // The narrowest window cuts no number: it would be another one.
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${collector.url}/p/default/traces`);
  const numbers = page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell');
  for (const cell of [numbers.nth(-1), numbers.nth(-2)]) await expectWhole(page, cell);
  await page.setViewportSize(NARROW);
  await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // What was ticked stays the choice of somebody, below as well.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Cost', exact: true }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Duration' })).toBeVisible();
});

test('rows of a list keep their height where one opens beside it', async ({ page, collector, send }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  for (const question of ['Where?', 'When?']) await send(chatTrace({ question, answer: 'Here.' }));
  await page.goto(`${collector.url}/p/default/traces`);
  const row = page.getByRole('grid').getByRole('row').nth(2);
  await expect(row).toContainText('answer-question');
  const before = await row.boundingBox();
  await row.click({ position: { x: 200, y: 4 } });
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toBeVisible();
  const after = await row.boundingBox();
  expect(after?.width).toBeLessThan(400);
  expect([after?.y, after?.height]).toEqual([before?.y, before?.height]);
});

for (const screen of ['Traces', 'Live'])
  test(`the row of a narrow page of ${screen} that opens below the others stays in sight`, async ({
    page,
    collector,
    send,
  }) => {
    await page.setViewportSize(NARROW);
    for (let at = 0; at < 12; at += 1)
      await send(chatTrace({ question: `Where is ${at}?`, answer: 'Here.' }));
    await page.goto(`${collector.url}/p/default/${screen.toLowerCase()}`);
    const grid = page.getByRole('grid', { name: screen });
    const rows = grid.getByRole('row');
    const lower = rows.filter({ hasText: screen === 'Live' ? 'Where is 11?' : 'answer-question' }).last();
    await expect(lower).toBeInViewport({ ratio: 1 });
    const { height = 0 } = (await grid.boundingBox()) ?? {};
    await lower.click({ position: { x: 250, y: 4 } });
    await expect(page.getByRole('region', { name: 'Trace', exact: true })).toBeVisible();
    expect((await grid.boundingBox())?.height).toBeLessThan(height / 2);
    const chosen = grid.getByRole('row', { selected: true });
    // Half a pixel may be under the line below.
    await expect(chosen).toBeInViewport({ ratio: 0.95 });
  });

test('a narrow ingest doctor gives the way to mend a mistake the width of the page', async ({
  page,
  collector,
}) => {
  await page.setViewportSize(NARROW);
  await fetch(`${collector.otlpUrl}/v1/trace`, { method: 'POST', body: '{}' });
  await page.goto(`${collector.url}/p/default/set-up?show=doctor`);
  const found = page.getByRole('region', { name: 'What to mend' });
  const advice = found.getByText('Nothing is received at this path');
  const button = found.getByRole('button', { name: 'Copy the fix' });
  await expectWhole(page, button);
  expect((await advice.boundingBox())?.width).toBeGreaterThan(220);
  const rows = page.getByRole('grid', { name: 'Export requests' }).getByRole('row');
  await expectWhole(page, rows.nth(1).getByTitle('/v1/trace', { exact: true }));
});
