import type { Page } from 'playwright/test';
import { expect, openTab, test } from './fixtures.ts';
import { idleTrace, oddTrace, sparseTrace } from './sample-cases.ts';
import { newId, toolCall } from './sample-traces.ts';

const tree = (page: Page) => page.getByRole('treegrid');
const rows = (page: Page) => tree(page).getByRole('row');
const selected = (page: Page) => tree(page).getByRole('row', { selected: true });

test('f shows a span and what is below it alone, and leads back', async ({ page, collector, send }) => {
  const { traceId, request } = oddTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await rows(page).filter({ hasText: 'step-one' }).click();
  const all = await rows(page).count();
  await page.keyboard.press('f');
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(/focus=/);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(all);

  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Whole trace' }).click();
  await expect(rows(page)).toHaveCount(all);
});

test('a choice outside of what is focused on shows all again', async ({ page, openTrip }) => {
  await openTrip();
  await rows(page).filter({ hasText: 'search_flights' }).click();
  await page.keyboard.press('f');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('region', { name: 'Conversation' }).getByText('The hotel search timed out').click();
  await expect(rows(page)).toHaveCount(6);
  await expect(selected(page)).toContainText('chat');
});

test('/ searches names and what was said; Enter walks the matches', async ({ page, openTrip }) => {
  await openTrip();
  await expect(rows(page)).toHaveCount(6);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search inside the trace' });
  await expect(field).toBeFocused();
  await field.pressSequentially('search_');
  await expect(page.getByRole('search')).toContainText('2 matches');
  await field.fill('nazuna');
  await expect(page.getByRole('search')).toContainText('1 match');
  await field.press('Enter');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect(selected(page)).toHaveAttribute('aria-rowindex', '6');
  await expect(page).toHaveURL(/find=nazuna/);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page).not.toHaveURL(/find=/);
});

test('c copies the selected span as it was sent', async ({ page, context, openTrip }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { traceId } = await openTrip();
  await rows(page).filter({ hasText: 'search_flights' }).click();
  await page.keyboard.press('c');
  await expect(page.getByText('Copied search_flights as JSON')).toBeVisible();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ name: 'search_flights', traceId });
});

test('the critical path is drawn on demand', async ({ page, openTrip }) => {
  await openTrip();
  const stretches = tree(page).locator('[data-critical]');
  await expect(rows(page)).toHaveCount(6);
  await expect(stretches).toHaveCount(0);
  await page.getByRole('button', { name: 'Critical path' }).click();
  await expect(page).toHaveURL(/path=true/);
  // search_flights ended before search_hotels did: nobody waited for it.
  await expect(rows(page).filter({ hasText: 'search_flights' }).locator('[data-critical]')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'search_hotels' }).locator('[data-critical]')).toHaveCount(1);
});

test('idle time is told in the row that ended it', async ({ page, collector, send }) => {
  const { traceId, request } = idleTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(rows(page).filter({ hasText: 'second' })).toContainText('idle 3.20 s');
});

test('idle time and the duration beside it leave each other room', async ({ page, collector, send }) => {
  for (const { at, endMs } of [
    { at: [0, 60_000], endMs: 64_000 },
    { at: [0], endMs: 90_000 },
    { at: [500, 89_000], endMs: 90_000 },
  ]) {
    const { traceId, request } = sparseTrace(at, endMs);
    await send(request);
    await page.goto(`${collector.url}/p/default/traces/${traceId}`);
    const row = page.getByRole('row').filter({ has: page.getByTitle(/^idle /) });
    const label = row.getByText('800 ms', { exact: true });
    await expect(label).toBeInViewport({ ratio: 1 });
    const [text, idle, pane] = await Promise.all(
      [label, row.getByTitle(/^idle /), page.getByRole('treegrid')].map((one) => one.boundingBox()),
    );
    const rightOf = (box: typeof text): number => (box?.x ?? 0) + (box?.width ?? 0);
    expect(rightOf(text)).toBeLessThanOrEqual(rightOf(pane ?? null));
    expect(rightOf(text) <= (idle?.x ?? 0) || rightOf(idle ?? null) <= (text?.x ?? 0)).toBe(true);
  }
});

test('events are ticks at their bar', async ({ page, openTrip }) => {
  await openTrip();
  const tick = rows(page).filter({ hasText: 'search_hotels' }).locator('[data-event]');
  await expect(tick).toHaveCount(1);
  await expect(tick).toHaveAttribute('title', 'exception, +1.89 s from the start');
});

test('an event before the start of its span says how long before', async ({ page, collector, send }) => {
  const [traceId, rootId] = [newId(16), newId(8)];
  const startMs = Date.now() - 90_000;
  const root = { traceId, spanId: rootId, name: 'job', start: startMs, end: startMs + 60_000 };
  const step = {
    traceId,
    spanId: newId(8),
    parentSpanId: rootId,
    name: 'step',
    start: startMs + 40_000,
    end: startMs + 50_000,
    events: [{ name: 'queued', time: startMs + 10_000 }],
  };
  await send({ spans: [root, step] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const row = rows(page).filter({ hasText: 'step' });
  await expect(row.locator('[data-event]')).toHaveAttribute('title', 'queued, −30.00 s from the start');
  await row.click();
  await openTab(page, 'Events');
  await expect(page.getByRole('tabpanel').last().locator('time')).toHaveText('−30.00 s');
});

test('orphans, cycles and errors below are marked', async ({ page, collector, send }) => {
  const { traceId, request } = oddTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(tree(page).getByText('parent not received')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'circle' }).filter({ hasText: 'cycle' })).toHaveCount(1);
  await expect(
    rows(page).filter({ hasText: 'odd-root' }).getByRole('img', { name: 'Error below' }),
  ).toBeVisible();
  await expect(
    rows(page).filter({ hasText: 'step-one' }).getByRole('img', { name: 'Error below' }),
  ).toBeVisible();
});

test('folding all leaves the selection in sight, and names no row that is not there', async ({
  page,
  openTrip,
}) => {
  await openTrip();
  await rows(page).filter({ hasText: 'search_flights' }).click();
  await expect(selected(page)).toContainText('search_flights');
  await tree(page).focus();
  await page.keyboard.press('[');
  await expect(rows(page)).toHaveCount(2);
  await expect(selected(page)).toContainText('plan-trip');
  const named = async (): Promise<string | null> => {
    const id = (await tree(page).getAttribute('aria-activedescendant')) ?? '';
    return page.evaluate((rowId) => document.getElementById(rowId)?.textContent ?? null, id);
  };
  await expect.poll(named).toContain('plan-trip');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toContainText('chat');

  // A press on the twist above it hides it as well.
  await rows(page).filter({ hasText: 'plan-trip' }).getByRole('button', { name: 'Fold' }).click();
  await expect(selected(page)).toContainText('plan-trip');
});

test('of the spans that a held arrow passes only the one that it stops at is asked for', async ({
  page,
  collector,
  send,
}) => {
  const STEPS = 15;
  const [traceId, root] = [newId(16), newId(8)];
  const startMs = Date.now() - 60_000;
  const steps = Array.from({ length: STEPS }, (_, n) => ({
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name: `step ${n + 1}`,
    start: startMs + n,
    attributes: { 'customer.note': `of step ${n + 1}` },
  }));
  await send({ spans: [{ traceId, spanId: root, name: 'job', start: startMs }, ...steps] });
  await page.clock.install();
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=attributes`);
  await rows(page).filter({ hasText: 'job' }).click();
  await expect(page.getByText('No attributes')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, spanId] = /\/spans\/([0-9a-f]{16})$/.exec(request.url()) ?? [];
    if (spanId !== undefined) asked.push(spanId);
  });
  // However slow the machine is, the steps follow each other without a pause.
  await page.clock.pauseAt(Date.now() + 2000);
  for (let step = 1; step <= STEPS; step += 1) {
    await page.keyboard.down('ArrowDown');
    await expect(selected(page)).toContainText(`step ${step}`);
  }
  await page.keyboard.up('ArrowDown');
  await page.clock.resume();
  await expect(page.getByText(`of step ${STEPS}`)).toBeVisible();
  expect(asked).toEqual([steps.at(-1)?.spanId]);
});

test('the graph tells who called whom, and its nodes select their spans', async ({ page, openTrip }) => {
  await openTrip();
  await page.getByRole('tab', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph' });
  await expect(graph.getByRole('button')).toHaveCount(4);
  const model = graph.getByRole('button', { name: /gpt-4o/ });
  await expect(model).toContainText('×2');
  await expect(model).toContainText('6.70 s');
  await expect(graph.getByRole('button', { name: /search_hotels/ })).toContainText('1 error');

  await model.focus();
  await page.keyboard.press('Enter');
  await expect(model).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=graph/);
  await page.keyboard.press('t');
  await expect(selected(page)).toHaveAttribute('aria-rowindex', '6');
  await expect(page).not.toHaveURL(/view=graph/);
});

test('the graph opens at what is selected, else at what it starts from', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  const root = newId(8);
  const start = Date.now() - 60_000;
  const tools = Array.from({ length: 24 }, (_, n) => ({
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name: `tool-${n}`,
    start: start + n * 100,
    end: start + n * 100 + 50,
    attributes: toolCall(`tool-${n}`, `call-${n}`, {}, 'done'),
  }));
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'many-handed' };
  const spans = [
    { traceId, spanId: root, name: 'run', start, end: start + 3000, attributes: agent },
    ...tools,
  ];
  await send({ spans });
  const graph = page.getByRole('region', { name: 'Graph' });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${collector.url}/p/default/traces/${traceId}?view=graph`);
    await expect(graph.getByRole('button', { name: /many-handed/ })).toBeInViewport({ ratio: 1 });
    await page.goto(`${collector.url}/p/default/traces/${traceId}?view=graph&span=${tools[23]?.spanId}`);
    await expect(graph.getByRole('button', { name: /tool-23/ })).toBeInViewport({ ratio: 1 });
  }
  // Drawn smaller where there is too little room, but not so small that names can't be read.
  const box = await graph.getByRole('button', { name: /tool-23/ }).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(Math.floor(0.7 * 206));
  expect(box?.width).toBeLessThan(206);
});
