import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { AGENT, placeholder } from './sample-running.ts';
import { json, modelCall, newId, RESOURCE, SCOPE, text, toolCall } from './sample-traces.ts';

/** The one row of the tree that shows such a name. */
const row = (page: Page, name: string) =>
  page.getByRole('treegrid').getByRole('row').filter({ hasText: name });

for (const [told, endOf] of [
  ['as it starts', (start: number) => start],
  ['in 1970', () => 0],
] as const) {
  test(`what runs is told as running where its placeholder ends ${told}`, async ({
    page,
    collector,
    send,
  }, testInfo) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const traceId = newId(16);
    const start = Date.now() - 10_000;
    await page.clock.setFixedTime(start + 10_000);
    const root = placeholder({ traceId, name: 'long-run', start, end: endOf(start), attributes: AGENT });
    await send({ resource: RESOURCE, scope: SCOPE, spans: [root] });
    await page.goto(`${collector.url}/p/default/traces`);
    await expect(page.getByRole('row').filter({ hasText: 'long-run' })).toContainText('10 s so far');
    await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=conversation`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('Duration10 s so far');
    await expect(page.getByText('No messages in this trace yet')).toBeVisible();

    const callStart = start + 4340;
    const call = placeholder({
      traceId,
      name: 'chat gpt-4o',
      start: callStart,
      end: endOf(callStart),
      ...(root.parentSpanId === undefined ? {} : { parentSpanId: root.parentSpanId }),
      attributes: modelCall('gpt-4o', 0, 0),
    });
    await send({ resource: RESOURCE, scope: SCOPE, spans: [call] });
    await expect(row(page, 'chat')).toContainText('5 s so far');
    await page.clock.setFixedTime(start + 12_000);
    await expect(summary).toContainText('Duration12 s so far');
    await expect(row(page, 'long-run')).toContainText('12 s so far');
    await expect(row(page, 'chat')).toContainText('7 s so far');
    await expect(page.getByText(/^idle/)).toHaveCount(0);
    const [bar, cell] = [
      row(page, 'long-run').locator('[data-bar]'),
      row(page, 'long-run').getByRole('gridcell'),
    ];
    const [barWidth, cellWidth] = [
      (await bar.boundingBox())?.width ?? 0,
      (await cell.last().boundingBox())?.width ?? 0,
    ];
    expect(barWidth).toBeGreaterThan(cellWidth * 0.98);
    await page.screenshot({ path: testInfo.outputPath('running-light.png') });

    await page.goto(`${collector.url}/p/default/traces`);
    const trace = page.getByRole('row').filter({ hasText: 'long-run' });
    await expect(trace).toContainText('12 s so far');
    await page.clock.setFixedTime(start + 13_000);
    await expect(trace).toContainText('13 s so far');

    await page.goto(`${collector.url}/p/default/spans`);
    const listed = page.getByRole('row').filter({ hasText: 'long-run' });
    await expect(listed).toContainText('13 s so far');
    await page.clock.setFixedTime(start + 15_000);
    await expect(listed).toContainText('15 s so far');

    await page.goto(`${collector.url}/p/default/live`);
    const live = page.getByRole('grid', { name: 'Live' }).getByRole('row');
    await expect(live.filter({ hasText: 'waiting for the answer' })).toHaveCount(1);
    await expect(live.first()).toContainText('15 s so far');
    await expect(live.filter({ hasText: 'waiting for the answer' })).toContainText('10 s so far');
    await page.clock.setFixedTime(start + 125_000);
    await expect(live.filter({ hasText: 'waiting for the answer' })).toContainText('2 min so far');
    await page.screenshot({ path: testInfo.outputPath('live-running-light.png') });
  });
}

test('what hangs is drawn until now, and what ended to its scale', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const traceId = newId(16);
  const start = Date.now() - 1_830_000;
  await page.clock.setFixedTime(start + 1_830_000);
  const root = placeholder({ traceId, name: 'hung-run', start, end: start, attributes: AGENT });
  const child = { traceId, ...(root.parentSpanId === undefined ? {} : { parentSpanId: root.parentSpanId }) };
  const tool = { ...child, spanId: newId(8), name: 'search', start, end: start + 1800 };
  const at = start + 2000;
  const call = { ...child, name: 'chat gpt-4o', start: at, end: at, attributes: modelCall('gpt-4o', 0, 0) };
  const spans = [root, { ...tool, attributes: toolCall('search', 'call_1', {}, '"ok"') }, placeholder(call)];
  await send({ resource: RESOURCE, scope: SCOPE, spans });
  const lengthOf = (name: string): Promise<number> =>
    row(page, name)
      .locator('[data-bar]')
      .evaluate((bar) => bar.clientWidth / (bar.parentElement?.clientWidth ?? 1));
  const axis = page.getByRole('columnheader', { name: 'Time' });
  await page.goto(`${collector.url}/p/default/traces/${traceId}?path=true`);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Duration30 min 30 s so far');
  await expect(axis).toContainText('15 min');
  expect(await lengthOf('search')).toBeLessThan(0.02);
  expect(await lengthOf('chat')).toBeGreaterThan(0.98);
  expect(await lengthOf('hung-run')).toBeGreaterThan(0.98);
  const critical = row(page, 'chat').locator('[data-critical]');
  await expect(critical).toHaveAttribute('title', /^Critical path: 30 min \d+ s here$/);
  expect(await critical.evaluate((one) => one.clientWidth)).toBeGreaterThan(200);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: testInfo.outputPath(`hung-${colorScheme}-${width}.png`) });
    }

  await page.clock.setFixedTime(start + 7_300_000);
  await expect(axis).toContainText('1 h');
  // A zoom past the last known end is one, and stays while the trace goes on.
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/zoom=/);
  const zoomed = await axis.textContent();
  await page.clock.setFixedTime(start + 9_000_000);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Duration2 h 30 min so far');
  expect(await axis.textContent()).toBe(zoomed);
});

test('a list tells the longest of what is not complete whole', async ({ page, collector, send }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const now = Date.now();
  const lengths = [
    [3_599_000, '59 min 59 s so far'],
    [125_000, '2 min 05 s so far'],
    [100, '100 ms so far'],
  ] as const;
  for (const [length] of lengths) {
    const orphan = {
      traceId: newId(16),
      spanId: newId(8),
      parentSpanId: newId(8),
      name: `part of ${length}`,
    };
    const attributes = modelCall('gpt-4o', 10, 1);
    const spans = [{ ...orphan, start: now - length, end: now, attributes }];
    await send({ resource: RESOURCE, scope: SCOPE, spans });
  }
  await page.goto(`${collector.url}/p/default/traces`);
  for (const [length, words] of lengths) {
    const told = page.getByRole('row', { name: `part of ${length}` }).getByTitle(words);
    await expect(told).toHaveText(words);
    expect(await told.evaluate((one) => one.scrollWidth - one.clientWidth), words).toBe(0);
  }
});

test('the card of a tool that runs says so, and then that it ended', async ({ page, collector, send }) => {
  const traceId = newId(16);
  const start = Date.now() - 10_000;
  await page.clock.setFixedTime(start + 10_000);
  const args = { to: 'Kyoto' };
  const called = {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'call_1', name: 'search', arguments: args }],
  };
  const attributes = {
    ...modelCall('gpt-4o', 10, 1),
    'gen_ai.input.messages': json([{ role: 'user', parts: [text('Where to?')] }]),
    'gen_ai.output.messages': json([called]),
  };
  const root = placeholder({ traceId, name: 'long-run', start, end: start, attributes: AGENT });
  const parent = root.parentSpanId === undefined ? {} : { parentSpanId: root.parentSpanId };
  const call = { traceId, spanId: newId(8), ...parent, name: 'chat', start, end: start + 900, attributes };
  const ran = { traceId, name: 'search', start: start + 1000, end: start + 1000, ...parent };
  const tool = placeholder({ ...ran, attributes: toolCall('search', 'call_1', args, null) });
  await send({ resource: RESOURCE, scope: SCOPE, spans: [root, call, tool] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const card = page.getByRole('article', { name: 'Tool' });
  await expect(card).toContainText('call_1·running');
  await expect(card).toContainText('9 s so far');
  await page.clock.setFixedTime(start + 12_000);
  await expect(card).toContainText('11 s so far');
  await expect(card).not.toContainText('no result');
  const done = { ...ran, end: start + 3000, spanId: tool.parentSpanId ?? '' };
  await send({
    resource: RESOURCE,
    scope: SCOPE,
    spans: [{ ...done, attributes: toolCall('search', 'call_1', args, '"ok"') }],
  });
  await expect(card).toContainText('call_1·ok');
});

test('a trace whose parent lies elsewhere is over when nothing more of it came for long', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const now = Date.now();
  const ids = { traceId: newId(16), spanId: newId(8), parentSpanId: newId(8) };
  const served = { ...ids, name: 'POST /chat', start: now - 3000, end: now };
  const attributes = { 'session.id': 'upstream', ...AGENT };
  await send({ resource: RESOURCE, scope: SCOPE, spans: [{ ...served, attributes }] });
  const list = `${collector.url}/p/default/traces`;
  const listed = page.getByRole('row', { name: /POST/ });
  await page.goto(list);
  await expect(listed.getByRole('img', { name: 'Not complete yet' })).toBeVisible();
  await expect(listed).toContainText('3.00 s so far');
  await page.clock.setFixedTime(now + 601_000);
  await expect(listed.getByRole('img', { name: 'Parent not received' })).toBeVisible();
  await expect(listed).not.toContainText('so far');
  await expect(listed.locator('[data-duration-bar]')).toBeVisible();

  await page.goto(`${list}?open=${ids.traceId}`);
  const panel = page.getByRole('region', { name: 'Trace', exact: true });
  await expect(panel).toContainText('Duration3.00 s');
  await expect(panel).toContainText('Its spans carry no prompts or answers');
  await expect(panel).not.toContainText(/so far|yet/);
  await page.goto(`${collector.url}/p/default/live`);
  const live = page.getByRole('grid', { name: 'Live' });
  await expect(live.getByRole('img', { name: 'Parent not received' }).first()).toBeVisible();
  await expect(live).not.toContainText('so far');
  await page.goto(`${collector.url}/p/default/sessions/upstream`);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Parent not received');
  await expect(page.locator('main')).not.toContainText('so far');

  await page.goto(`${list}/${ids.traceId}?tab=conversation`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Parent not received');
  await expect(page.getByText('No messages in this trace', { exact: true })).toBeVisible();
  const doctor = page.getByRole('link', { name: 'ingest doctor', exact: true });
  await expect(doctor).toHaveAttribute('href', /set-up\?show=doctor$/);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: testInfo.outputPath(`upstream-${colorScheme}-${width}.png`) });
    }
});
