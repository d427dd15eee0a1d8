import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { agentRun } from './sample-runs.ts';
import { chatTrace } from './sample-traces.ts';

const cell = (page: Page, text: string) => page.getByRole('gridcell').filter({ hasText: text }).first();

/** The texts of cells that are wider than their cells. */
async function cutNumbers(page: Page, cells: string): Promise<readonly string[]> {
  return page
    .locator(cells)
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth && /^[\d,.$ ]+[kMBT]?$/.test(one.textContent))
        .map((one) => one.textContent),
    );
}

test('no number of a list or of the dashboard is cut, however large, and all its digits are told', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  const startMs = Date.now() - 60_000;
  await send(
    agentRun({ startMs, callMs: 4_000_000, inputTokens: 95_000_000, outputTokens: 123_456 }).request,
  );
  await send(agentRun({ startMs, callMs: 659_000, inputTokens: 9_000_000, outputTokens: 999_999 }).request);
  for (const list of ['traces', 'spans']) {
    await page.goto(`${collector.url}/p/default/${list}`);
    await expect(cell(page, '95.1 M')).toBeVisible();
    await expect(cell(page, '9,999,999')).toBeVisible();
    expect(await cutNumbers(page, '[role=gridcell]')).toEqual([]);
    await cell(page, '95.1 M').getByRole('button').hover();
    await expect(page.getByRole('tooltip')).toContainText('95,123,456');
  }
  for (const width of [1440, 1024, 820, 640, 530, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const by of ['model', 'agent', 'tool']) {
      await page.goto(`${collector.url}/p/default/dashboard?by=${by}`);
      const breakdown = page.getByRole('region', { name: 'Breakdown' });
      await expect(breakdown.getByRole('link')).toHaveText(/gpt-4o|planner|search/);
      expect(await cutNumbers(page, 'td')).toEqual([]);
      // Nor at the table's end.
      const table = breakdown.getByRole('table');
      expect(await table.evaluate((one) => one.scrollWidth - one.parentElement!.clientWidth)).toBeLessThan(1);
      expect((await breakdown.getByRole('link').boundingBox())?.width).toBeGreaterThan(30);
    }
  }
});

test('a press on a number of a row is the row’s, its parts show on hover and focus', async ({
  page,
  collector,
  send,
}) => {
  await send(agentRun({ startMs: Date.now() - 60_000, inputTokens: 100, outputTokens: 20 }).request);
  await page.goto(`${collector.url}/p/default/traces`);
  const tokens = page.getByRole('gridcell').getByRole('button', { name: '120', exact: true });
  await tokens.hover();
  await expect(page.getByRole('tooltip')).toContainText('Input100');
  await tokens.click();
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/open=/);
  await tokens.click({ modifiers: ['Control'] });
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('1');
});

test('a number that does nothing else shows its parts on a press, however quick, and by keys', async ({
  page,
  collector,
  openTrip,
}) => {
  await openTrip();
  await page.goto(`${collector.url}/p/default/dashboard`);
  const tokens = page.getByRole('button', { name: '2,580', exact: true }).first();
  const parts = page.getByRole('tooltip');
  await tokens.click();
  await expect(parts).toContainText('Output');
  await page.mouse.move(5, 5, { steps: 8 });
  await expect(parts).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await tokens.focus();
  await expect(parts).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(parts).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(parts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(parts).toBeHidden();
});

test('the marks of many frameworks have room for how many more there are', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ question: 'q', answer: 'a', sessionId: 's' }));
  await page.route('**/sessions?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const frameworks = ['openai', 'langchain', ...Array.from({ length: 10 }, (_, at) => `framework-${at}`)];
    await route.fulfill({
      response,
      json: { ...answer, data: answer.data.map((one: object) => ({ ...one, frameworks })) },
    });
  });
  await page.goto(`${collector.url}/p/default/sessions`);
  const more = page.getByText('+11', { exact: true });
  await expect(more).toBeVisible();
  expect(await more.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  // Letters that are centred run over both ends: wide enough is what has room for them.
  const letters = await more.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().width;
  });
  expect(letters).toBeLessThanOrEqual((await more.boundingBox())!.width - 2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the bars of a page are of one scale, however long the words beside them', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 4_000_000;
  for (const callMs of [3_599_700, 3700, 5]) await send(agentRun({ startMs, callMs }).request);
  await page.goto(`${collector.url}/p/default/traces`);
  const bars = page.locator('[data-duration-bar]');
  await expect(bars).toHaveCount(3);
  const widths = await bars.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(new Set(widths).size).toBe(1);
});

test('the start and the time of a slow trace stand apart', async ({ page, collector, send }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await send(agentRun({ startMs: Date.now() - 3_700_000, callMs: 599_700 }).request);
  await page.goto(`${collector.url}/p/default/dashboard`);
  const row = page.getByRole('region', { name: 'Slowest traces' }).getByRole('row', { name: /run planner/ });
  await expect(row).toContainText('10 min 00 s');
  const { end, start } = await row.evaluate((one) => {
    const edge = (at: number): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(one.children[at]!);
      return range.getBoundingClientRect();
    };
    return { end: edge(1).right, start: edge(2).left };
  });
  expect(start - end).toBeGreaterThan(12);
});

test('tokens leave names their room in the tree: told short, and in a narrow pane not at all', async ({
  page,
  collector,
  send,
}) => {
  const run = agentRun({ startMs: Date.now() - 60_000, agent: 'surveyor', inputTokens: 11_100_000_000 });
  await send(run.request);
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${collector.url}/p/default/traces/${run.traceId}`);
  const tree = page.getByRole('treegrid');
  const name = tree.getByTitle('surveyor', { exact: true });
  await expect(name).toBeVisible();
  await expect(tree.getByText('11.1 B').first()).toHaveAttribute('title', '11,100,000,020 tokens');
  await expect(tree.getByRole('columnheader').first()).toContainText('tokens');
  await page.setViewportSize({ width: 420, height: 800 });
  await expect(tree.getByText('11.1 B')).toHaveCount(0);
  await expect(tree.getByRole('columnheader').first()).not.toContainText('tokens');
  await expect.poll(() => name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('a time range from one year to another is told whole', async ({ page, collector, send }) => {
  await send(chatTrace({ question: 'q', answer: 'a' }));
  await page.setViewportSize({ width: 1280, height: 800 });
  const range = 'from_timestamp=2024-12-28T23:58:00Z&to_timestamp=2025-12-28T23:58:00Z';
  await page.goto(`${collector.url}/p/default/traces?${range}`);
  const button = page.getByRole('button', { name: /^Time range: .*2024.*2025/ });
  const label = button.getByText('2024');
  await expect(label).toBeVisible();
  expect(await label.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 640, height: 800 });
  await expect(button).toHaveAttribute('title', (await label.textContent())!);
});
