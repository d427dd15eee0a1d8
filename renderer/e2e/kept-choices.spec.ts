import type { Locator } from 'playwright/test';
import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { journey } from './sample-runs.ts';
import { chatTrace, newId, RESOURCE, SCOPE } from './sample-traces.ts';

const topOf = (pane: Locator): Promise<number> => pane.evaluate((element) => element.scrollTop);

/** Scrolls, as soon as there is enough to, and waits until that is kept, which takes a moment's rest. */
async function scrollTo(pane: Locator, top: number): Promise<void> {
  const isKept = (): Promise<boolean> =>
    pane.evaluate(
      (_, to) => Object.values(sessionStorage).some((kept: string) => kept.includes(`"top":${to}`)),
      top,
    );
  await expect(async () => {
    await pane.evaluate((element, to) => element.scrollTo({ top: to }), top);
    expect(await isKept()).toBe(true);
  }).toPass();
}

test('Back from another order of a list leads to where it stood in the one before', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 600_000;
  const spans = Array.from({ length: 200 }, (_, at): SpanSpec => {
    const start = startMs + at * 1000;
    const attributes = { 'gen_ai.operation.name': 'chat' };
    return { traceId: newId(16), spanId: newId(8), name: `trace ${at}`, start, attributes };
  });
  await send({ resource: RESOURCE, scope: SCOPE, spans });
  await page.goto(`${collector.url}/p/default/traces`);
  const grid = page.getByRole('grid', { name: 'Traces' });
  await expect(grid.getByRole('row').nth(1)).toContainText('trace 199');
  await scrollTo(grid, 3000);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/order_by/);
  await expect.poll(() => topOf(grid)).toBe(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/order_by/);
  await expect(grid.getByRole('row').filter({ hasText: 'trace 105' })).toBeInViewport();
  expect(await topOf(grid)).toBe(3000);
});

test('what is folded and shown as it came in a session stays so over Back and a reload', async ({
  page,
  collector,
  send,
}) => {
  const sessionId = 'folded';
  for (const name of ['first', 'second'])
    await send(chatTrace({ name, question: `question of ${name}`, answer: `answer of ${name}`, sessionId }));
  await page.goto(`${collector.url}/p/default/sessions/${sessionId}`);
  const pane = page.getByRole('region', { name: 'Conversation' });
  await expect(pane.getByText('answer of first')).toBeVisible();
  await page.getByRole('button', { name: 'Fold all traces', exact: true }).click();
  await pane.getByRole('button', { expanded: false }).filter({ hasText: 'second' }).click();
  const raw = page.getByRole('button', { name: 'Raw text' });
  await raw.click();
  const isAsLeft = async (): Promise<void> => {
    await expect(pane.getByText('answer of second')).toBeVisible();
    await expect(pane.getByText('answer of first')).toHaveCount(0);
    await expect(raw).toHaveAttribute('aria-pressed', 'true');
  };
  await isAsLeft();
  await page.reload();
  await isAsLeft();
  await pane.getByRole('link', { name: 'Open trace second' }).click();
  await expect(page).toHaveURL(/traces\//);
  await page.goBack();
  await isAsLeft();
});

test('what is folded in a tree stays so over Back and a reload', async ({ page, openTrip }) => {
  await openTrip();
  const tree = page.getByRole('treegrid');
  const call = tree.getByText('search_flights');
  await expect(call).toBeVisible();
  await tree.press('[');
  await expect(tree).toHaveAttribute('aria-rowcount', '2');
  await page.reload();
  await expect(tree).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'trip-1' }).click();
  await expect(page).toHaveURL(/sessions/);
  await page.goBack();
  await expect(tree).toHaveAttribute('aria-rowcount', '2');
  await tree.getByRole('button', { name: 'Unfold', exact: true }).click();
  await expect(call).toBeVisible();
});

test('a comparison stands at the difference that it was left at', async ({ page, collector, send }) => {
  const startMs = Date.now() - 60_000;
  const a = journey({ days: 'five', model: 'gpt-4o', prompt: 'Plan.', hasHotels: false, startMs });
  const b = journey({ days: 'six', model: 'gpt-4o', prompt: 'Plan.', hasHotels: true, startMs });
  await send(a.request);
  await send(b.request);
  await page.goto(`${collector.url}/p/default/compare?a=${a.traceId}&b=${b.traceId}`);
  await expect(page.getByText(/^1 of \d differences$/)).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByText(/^2 of \d differences$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^2 of \d differences$/)).toBeVisible();
});

test('a tree of spans and a page of settings stand after a reload where they stood', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const root = { traceId: newId(16), spanId: newId(8), name: 'run', start: Date.now() - 60_000 };
  const children = Array.from({ length: 200 }, (_, at): SpanSpec => ({
    ...root,
    spanId: newId(8),
    parentSpanId: root.spanId,
    name: `step ${at}`,
    start: root.start + at * 10,
  }));
  await send({ resource: RESOURCE, scope: SCOPE, spans: [root, ...children] });
  await page.goto(`${collector.url}/p/default/traces/${root.traceId}`);
  const tree = page.getByRole('treegrid').getByRole('rowgroup').last();
  await expect(tree.getByText('step 3', { exact: true })).toBeVisible();
  await scrollTo(tree, 2000);
  await page.reload();
  await expect.poll(() => topOf(tree)).toBe(2000);

  await page.goto(`${collector.url}/p/default/settings?group=limits`);
  const settings = page.getByRole('region', { name: 'Settings' });
  await expect(settings.getByRole('heading', { level: 2 })).toBeVisible();
  await scrollTo(settings, 120);
  await page.reload();
  await expect.poll(() => topOf(settings)).toBe(120);
});

test('Back from a search leads to the list with the filters that it was searched in', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'first', question: 'apples', answer: 'a' }));
  await send(chatTrace({ name: 'second', question: 'pears', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('button', { name: 'Include non-AI traces' }).click();
  await expect(page).toHaveURL(/include_nongenai=true/);
  const box = page.getByRole('searchbox', { name: 'Search traces' });
  await box.fill('app');
  await expect(page).toHaveURL(/search=app(&|$)/);
  await box.fill('apples');
  await expect(page).toHaveURL(/search=apples/);
  await page.goBack();
  await expect(page).not.toHaveURL(/search=/);
  await expect(page).toHaveURL(/include_nongenai=true/);
  await expect(box).toHaveValue('');
});

test('Back from Set-up leads to where one came from, whatever requests and instructions were looked at', async ({
  page,
  collector,
  send,
}) => {
  for (const name of ['first', 'second', 'third'])
    await send(chatTrace({ name, question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('link', { name: 'Set-up' }).click();
  const frameworks = page.getByRole('navigation', { name: 'Frameworks' });
  await frameworks.getByRole('link', { name: 'LangChain' }).click();
  await page.getByRole('tab', { name: 'Ingest doctor' }).click();
  const rows = page.getByRole('grid', { name: 'Export requests' }).getByRole('row');
  await rows.nth(1).click();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(3)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Connect' }).click();
  await expect(frameworks.getByRole('link', { name: 'LangChain' })).toHaveAttribute('aria-current', 'page');

  await page.goBack();
  await expect(rows.nth(3)).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(frameworks.getByRole('link', { name: 'LangChain' })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page).toHaveURL(/\/traces/);
});
