import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace, newId } from './sample-traces.ts';

test('the focus goes on where what had it goes away', async ({ page, collector, openTrip }) => {
  const { traceId } = await openTrip();
  const tree = page.getByRole('treegrid');
  await expect(tree).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search inside the trace' }).press('Escape');
  await expect(tree).toBeFocused();

  const filters = encodeURIComponent(JSON.stringify([{ key: 'model', op: 'eq', value: 'gpt-4o' }]));
  await page.goto(`${collector.url}/p/default/traces?filters=${filters}`);
  await page.getByRole('button', { name: /^Remove filter/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();

  await page.goto(`${collector.url}/p/default/traces?open=${traceId}`);
  const grid = page.getByRole('grid', { name: 'Traces' });
  const panel = page.getByRole('region', { name: 'Trace', exact: true });
  await panel.getByRole('region', { name: 'Conversation' }).press('Escape');
  await expect(panel).toBeHidden();
  await expect(grid).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(panel).toBeVisible();
  await page.getByRole('separator', { name: 'Width of the list' }).press('Escape');
  await expect(panel).toBeHidden();
  await expect(grid).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tree).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('row', { selected: true })).toBeVisible();
});

/** By how many pixels what cuts around it takes from the ring of what has the focus. */
function cutFromRing(): number {
  const focused = document.activeElement!;
  const { outlineOffset, outlineWidth } = getComputedStyle(focused);
  const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  const ring = focused.getBoundingClientRect();
  let most = 0;
  for (let around = focused.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowClipMargin } = getComputedStyle(around);
    if (overflowX === 'visible') continue;
    const room = overflowX === 'clip' ? Number.parseFloat(overflowClipMargin) : 0;
    const edge = around.getBoundingClientRect();
    const cuts = [edge.left - ring.left, ring.right - edge.right, edge.top - ring.top];
    most = Math.max(most, ...cuts.map((cut) => cut + reach - room));
  }
  return most;
}

test('the ring around what has the focus is whole where a long line is cut', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  await send(chatTrace({ question: 'Hi?', answer: 'Hello.', sessionId: 'of-a-customer', traceId }));
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  for (const item of [
    page.getByRole('main').getByRole('link', { name: 'Traces', exact: true }),
    summary.getByRole('button', { name: '150' }),
    summary.getByRole('button', { name: /^\$/ }),
    summary.getByRole('link', { name: 'of-a-customer' }),
  ]) {
    await expect(item).toBeVisible();
    await page.keyboard.press('Tab');
    await item.focus();
    expect(await page.evaluate(cutFromRing)).toBeLessThanOrEqual(0);
  }
});

test('a tree that scrolls is one stop of the Tab key, and has the focus when it is pressed', async ({
  page,
  collector,
  send,
}) => {
  const traceId = traceIdOf(7);
  const spans = Array.from({ length: 60 }, (_, n) => ({
    traceId,
    spanId: spanIdOf(n + 1),
    name: `step ${n}`,
  }));
  await send({ spans });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const tree = page.getByRole('treegrid');
  await tree.getByRole('row', { name: 'step 2' }).first().click();
  await expect(tree).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('separator', { name: 'Width of the tree' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tree).toBeFocused();
});

test('no row and no head of a table lies on the ring around it', async ({ page, collector, send }) => {
  await send(chatTrace({ question: 'Hi?', answer: 'Hello.' }));
  for (const [screen, name] of [
    ['live', 'Live'],
    ['traces', 'Traces'],
  ] as const) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    const grid = page.getByRole('grid', { name });
    await expect(grid.getByText('answer-question')).toBeVisible();
    await page.keyboard.press('j');
    await expect(grid).toBeFocused();
    const ring = await grid.evaluate((element) => {
      const around = getComputedStyle(element.parentElement!, '::after');
      return [getComputedStyle(element).outlineStyle, around.outlineStyle, around.zIndex];
    });
    expect(ring, screen).toEqual(['none', 'solid', '20']);
  }
});
