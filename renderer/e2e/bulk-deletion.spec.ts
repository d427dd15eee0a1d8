import { expect, test } from './fixtures.ts';
import { overlap } from './places.ts';
import { agentRun } from './sample-runs.ts';
import { chatTrace } from './sample-traces.ts';

test('a deletion that fails half-way leaves ticked what is left, and goes on from there when tried again', async ({
  browser,
  collector,
  send,
}) => {
  const runs = ['one', 'two', 'three', 'four', 'five', 'six'].map((agent, index) =>
    agentRun({ agent, startMs: Date.now() - 60_000 + index * 1000 }),
  );
  for (const { request } of runs) await send(request);
  // A page of its own: the failed request is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces`);
  const rows = page.getByRole('grid', { name: 'Traces' }).getByRole('row');
  await expect(rows).toHaveCount(7);
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toContainText('6 selected');

  // One is refused, one is gone already, whoever was first.
  const refused = `**/traces/${runs[4]?.traceId}`;
  await page.route(refused, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'Error', code: 'INTERNAL_ERROR', message: 'Not this one.' }),
    }),
  );
  await page.route(`**/traces/${runs[5]?.traceId}`, async (route) => {
    const headers = { accept: 'application/json' };
    await fetch(route.request().url(), { method: route.request().method(), headers });
    await route.continue();
  });
  const removeAll = async (): Promise<void> => {
    await bar.getByRole('button', { name: 'Delete…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
  };
  await removeAll();
  await expect(bar.getByRole('alert')).toContainText('Not this one.');
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar).toContainText(/^[1-5] selected/);
  await page.unroute(refused);
  await removeAll();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText('No traces yet')).toBeVisible();
  await page.close();
});

test('after a deletion the focus is on the row that took the place, what showed the deleted one is closed, and it is said', async ({
  browser,
  collector,
  send,
}) => {
  for (const [index, agent] of ['last', 'third', 'second', 'first'].entries()) {
    await send(agentRun({ agent, startMs: Date.now() - 60_000 + index * 1000 }).request);
  }
  // A page of its own: that the trace beside the list is gone may be an error in the console.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces`);
  const grid = page.getByRole('grid', { name: 'Traces' });
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  const removeTicked = async (): Promise<void> => {
    await bar.getByRole('button', { name: 'Delete…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
  };
  await grid.getByRole('row', { name: /run second/ }).click();
  await expect(page).toHaveURL(/open=/);
  await page.keyboard.press('Space');
  await bar.getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Its 3 spans');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await removeTicked();
  await expect(page.getByRole('status').filter({ hasText: '1 trace deleted' })).toHaveCount(1);
  await expect(page).not.toHaveURL(/open=/);
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toHaveCount(0);
  await expect(grid).toBeFocused();
  await expect(grid.getByRole('row', { selected: true })).toContainText('run third');

  // The last one has nobody after it.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await removeTicked();
  await expect(grid.getByRole('row', { selected: true })).toContainText('run third');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('2 selected');
  await removeTicked();
  await expect(page.getByText('No traces yet')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.close();
});

test('in a narrow window all that can be done with ticked rows is in reach', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 380, height: 780 });
  for (const name of ['first', 'second', 'third'])
    await send(chatTrace({ name, question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 });
  const [search, title] = [page.getByRole('searchbox'), page.getByRole('heading', { name: 'Traces' })];
  expect((await search.boundingBox())?.x, 'begins where the title does').toBeLessThan(
    ((await title.boundingBox())?.x ?? 0) + 30,
  );
});

test('the question before a deletion tells traces by one name apart', async ({ page, collector, send }) => {
  const today = new Date().setHours(0, 0, 0, 0);
  const trace = (name: string, second: number) =>
    chatTrace({ name, question: 'q', answer: 'a', startMs: today + second * 1000 });
  for (const request of [trace('plan', 1), trace('plan', 2), trace('book', 3)]) await send(request);
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([
    'book',
    'plan 00:00:02',
    'plan 00:00:01',
  ]);
});

test('the question before a deletion tells long names to their end', async ({ page, collector, send }) => {
  const names = ['1', '2'].map((end) => `conversation-of-a-customer-with-support-${'0'.repeat(30)}-${end}`);
  for (const name of names) await send(chatTrace({ name, question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete…' }).click();
  for (const name of names) {
    const told = page.getByRole('dialog').getByText(name);
    const hidden = await told.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ]);
    expect(hidden).toEqual([0, 0]);
  }
});

test('the rows at the end of a list stand clear of what is done with those that are ticked', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  for (let at = 0; at < 24; at += 1) await send(chatTrace({ question: 'Where?', answer: 'Here.' }));
  await page.goto(`${collector.url}/p/default/traces`);
  const rows = page.getByRole('grid', { name: 'Traces' }).getByRole('row');
  await rows.nth(1).getByRole('checkbox').click();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toBeVisible();
  // Past the end, and on the way there.
  for (const place of [14, 24]) {
    for (const _ of Array.from({ length: place === 14 ? 14 : 10 })) await page.keyboard.press('j');
    const chosen = page.getByRole('row', { selected: true });
    await expect(chosen).toHaveAttribute('aria-rowindex', `${place + 1}`);
    await expect(chosen).toBeInViewport();
    await expect.poll(() => overlap(chosen, bar)).toBe(0);
  }
});
