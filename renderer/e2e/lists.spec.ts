import type { Page } from 'playwright/test';
import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test, textOf } from './fixtures.ts';
import { chatTrace, newId, RESOURCE, SCOPE } from './sample-traces.ts';

const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).getByRole('row');
const panel = (page: Page) => page.getByRole('region', { name: 'Trace', exact: true });

// The traces' times are told from one moment, however long the tests before took.
const NOW_MS = Date.now();
const three = ['oldest', 'middle', 'newest'].map((name, index) =>
  chatTrace({
    name,
    question: `question of ${name}`,
    answer: `answer of ${name}`,
    startMs: NOW_MS - 60_000 + index * 1000,
    sessionId: `session-${name}`,
  }),
);

test('of more rows than a page can be high the list ends where it says, and says what leads to the others', async ({
  page,
  collector,
  send,
}) => {
  await send(three[0]!);
  await page.route('**/traces?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, meta: { ...answer.meta, total_items: 2_000_000 } } });
  });
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByText('These are the first 1,000,000 of 2,000,000.')).toBeVisible();
  await page.getByRole('grid', { name: 'Traces' }).focus();
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="1000001"]')).toBeInViewport();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('choosing a row opens its trace beside the list; j and k move on, Enter opens it, Escape closes it', async ({
  page,
  collector,
  send,
}) => {
  for (const request of three) await send(request);
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(4);
  await rows(page).nth(1).getByRole('gridcell').nth(2).click();
  await expect(panel(page)).toContainText('answer of newest');
  await expect(page).toHaveURL(/open=[0-9a-f]{32}/);

  await page.keyboard.press('j');
  await expect(panel(page)).toContainText('answer of middle');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page)).toContainText('answer of oldest');
  await page.keyboard.press('k');
  await expect(panel(page)).toContainText('answer of middle');
  await page.reload();
  await expect(panel(page)).toContainText('answer of middle');
  await expect(page.getByRole('row', { selected: true })).toContainText('middle');

  const before = (await panel(page).boundingBox())?.width ?? 0;
  await page.getByRole('separator', { name: 'Width of the list' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBeGreaterThan(before);

  await page.getByRole('grid', { name: 'Traces' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
  await page.keyboard.press('j');
  await expect(panel(page)).toContainText('answer of newest');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'newest' })).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toContainText('answer of newest');
});

test('a list that was scrolled stands where it stood after a reload, and when it is come back to', async ({
  page,
  collector,
  send,
}) => {
  const startMs = NOW_MS - 600_000;
  const traceOf = (at: number): SpanSpec => ({
    traceId: newId(16),
    spanId: newId(8),
    name: `trace ${at}`,
    start: startMs + at * 1000,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': at < 100 ? 'forgotten' : 'kept',
    },
  });
  const spans = Array.from({ length: 200 }, (_, at) => traceOf(at));
  await send({ resource: RESOURCE, scope: SCOPE, spans });
  await page.goto(`${collector.url}/p/default/traces`);
  const grid = page.getByRole('grid', { name: 'Traces' });
  const top = (): Promise<number> => grid.evaluate((element) => element.scrollTop);
  const shown = rows(page).filter({ hasText: 'trace 105' });
  await expect(rows(page).nth(1)).toContainText('trace 199');
  await grid.evaluate((element) => element.scrollTo({ top: 3000 }));
  await expect(shown).toBeInViewport();
  const isKept = (): Promise<boolean> =>
    page.evaluate(() => Object.values(sessionStorage).some((kept: string) => kept.includes('"top":3000')));
  await expect.poll(isKept).toBe(true);

  await page.reload();
  await expect(shown).toBeInViewport();
  expect(await top()).toBe(3000);

  // Loaded anew beside its list, the trace leaves nothing of the list in memory.
  await shown.getByRole('gridcell').nth(2).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'trace 105' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'trace 105' })).toBeVisible();
  await page.goBack();
  await expect(shown).toBeInViewport();
  expect(await top()).toBe(3000);

  // Of a list that has become shorter than that, the end is shown.
  const answer = await fetch(`${collector.url}/api/v1/project/default/otel/sessions`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_ids: ['forgotten'] }),
  });
  expect(answer.ok).toBe(true);
  await page.reload();
  await expect(rows(page).filter({ hasText: 'trace 100' })).toBeInViewport();
});

test('columns are chosen and sized, and stay so', async ({ page, collector, send }) => {
  await send(three[0]!);
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('columnheader', { name: 'Models' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Models' }).uncheck();
  await page.getByRole('checkbox', { name: 'Trace id' }).check();
  await expect(page.getByRole('columnheader', { name: 'Models' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Trace id' })).toBeVisible();

  const name = page.getByRole('columnheader', { name: 'Name' });
  const width = async (): Promise<number> => (await name.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Make Name wider' }).click();
  await expect.poll(width).toBeCloseTo(before + 24, -1);
  await page.keyboard.press('Escape');
  const edge = await name.locator('[data-edge]').boundingBox();
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((edge?.x ?? 0) + 64, (edge?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(before + 84, -1);

  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Trace id' })).toBeVisible();
  await expect.poll(width).toBeCloseTo(before + 84, -1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Back to the default columns' }).click();
  await expect(page.getByRole('columnheader', { name: 'Models' })).toBeVisible();
});

test('the order that a list had last is there again when the list is opened, from the palette too', async ({
  page,
  collector,
  send,
}) => {
  await send(three[0]!);
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('button', { name: 'Duration' }).click();
  await expect(page).toHaveURL(/order_by=duration_ms%3Adesc/);
  await page.getByRole('link', { name: 'Spans' }).click();
  await page.getByRole('link', { name: 'Traces', exact: true }).click();
  await expect(page).toHaveURL(/order_by=duration_ms%3Adesc/);
  await page.getByRole('link', { name: 'Spans' }).click();
  await expect(page).toHaveURL(/\/spans/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to an id' }).fill('Pages Traces');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/traces\?.*order_by=duration_ms%3Adesc/);
});

test('ticked traces are deleted after one question that names them', async ({ page, collector, send }) => {
  for (const request of three) await send(request);
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  await page.getByRole('checkbox', { name: 'Select row 2' }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toContainText('2 of 3 selected');
  await bar.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 traces?' });
  await expect(dialog).toContainText('newest');
  await expect(dialog).toContainText('middle');
  await expect(dialog).toContainText('4 spans');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(4);

  await bar.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete 2 traces' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('oldest');
  await expect(bar).toHaveCount(0);
});

test('a ticked session is deleted with its traces', async ({ page, collector, send }) => {
  for (const request of three) await send(request);
  await page.goto(`${collector.url}/p/default/sessions`);
  const sessions = page.getByRole('grid', { name: 'Sessions' }).getByRole('row');
  await expect(sessions).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 session?' });
  await expect(dialog).toContainText('session-newest');
  await dialog.getByRole('button', { name: 'Delete 1 session' }).click();
  await expect(sessions).toHaveCount(3);
  await page.getByRole('link', { name: 'Traces', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('Ctrl A ticks everything, which is then exported', async ({ page, collector, send }) => {
  for (const request of three) await send(request);
  await send(chatTrace({ name: '=1+1', question: '@SUM(A1)', answer: 'a', startMs: NOW_MS - 90_000 }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toContainText('4 selected');
  const save = async (item: RegExp): Promise<string> => {
    await bar.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return textOf(download);
  };
  const lines = (await save(/^Table/)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('Name');
  expect(lines[4]).toContain(",'=1+1,");
  expect(lines[4]).toContain("'@SUM(A1)");

  const traces = (await save(/^Traces/)).trimEnd().split('\n');
  expect(traces).toHaveLength(4);
  const sent = await fetch(`${collector.url}/otel/again/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: traces[0]!,
  });
  expect(sent.status).toBe(200);
  await expect(bar).toContainText('4 selected');
  const conversations: unknown = JSON.parse(await save(/^Conversations/));
  expect(JSON.stringify(conversations)).toContain('answer of oldest');

  await page.goto(`${collector.url}/p/again/traces`);
  await expect(rows(page)).toHaveCount(2);
});

test('the whole list is exported as a table, as it is filtered', async ({ page, collector, send }) => {
  for (const request of three) await send(request);
  await page.goto(
    `${collector.url}/p/default/traces?search=&filters=${encodeURIComponent('[{"key":"trace_name","op":"ne","value":"middle"}]')}`,
  );
  await expect(rows(page)).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^traces-.*\.csv$/);
  const text = await textOf(download);
  expect(text).toMatch(/^Status,.*,Duration \(ms\),Tokens,Cost \(USD\),/);
  expect(text).toContain('newest');
  expect(text).not.toContain('middle');
});
