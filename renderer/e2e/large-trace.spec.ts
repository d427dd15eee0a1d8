import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { expect, openTab, test } from './fixtures.ts';

const steps = (traceId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    traceId,
    spanId: spanIdOf(n + 1),
    name: `step ${n}`,
    start: 1_770_000_000_000 + n,
  }));

test('a trace of more than 10,000 spans opens, and each of its spans', async ({ page, collector, send }) => {
  test.slow();
  const traceId = traceIdOf(1);
  for (let from = 0; from <= 10_000; from += 2500) {
    const spans = Array.from({ length: Math.min(2500, 10_001 - from) }, (_, i) => from + i).map((n) => ({
      traceId,
      spanId: spanIdOf(n + 1),
      ...(n === 0 ? {} : { parentSpanId: spanIdOf(1) }),
      name: `step ${n}`,
      start: 1_770_000_000_000 + n,
      attributes: { 'customer.number': n },
    }));
    await send({ spans });
  }
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const tree = page.getByRole('treegrid');
  await expect(tree).toHaveAttribute('aria-rowcount', /^1000[12]$/, { timeout: 60_000 });
  await tree.getByRole('row', { name: /step 3\b/ }).click();
  await openTab(page, 'Attributes');
  await expect(page.getByText('customer.number')).toBeVisible();
});

test('the span that is marked stays in view when the search opens above the tree', async ({
  page,
  collector,
  send,
}) => {
  const traceId = traceIdOf(4);
  await send({ spans: steps(traceId, 100) });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await page.getByRole('treegrid').press('End');
  const last = page.getByRole('row', { selected: true });
  await expect(last).toContainText('step 99');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search inside the trace' })).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('scrolling looks for the marked span among all rows no more than once', async ({
  page,
  collector,
  send,
}) => {
  const traceId = traceIdOf(5);
  await send({ spans: steps(traceId, 700) });
  await page.addInitScript(() => {
    Object.assign(window, { walks: 0 });
    for (const name of ['findIndex', 'indexOf'] as const) {
      const counted = new Proxy(Reflect.get(Array.prototype, name), {
        apply: (find, list: unknown[], given: []) => {
          if (list.length >= 700) Object.assign(window, { walks: Number(Reflect.get(window, 'walks')) + 1 });
          return Reflect.apply(find, list, given);
        },
      });
      Reflect.set(Array.prototype, name, counted);
    }
  });
  const walks = (): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'walks')));
  await page.goto(`${collector.url}/p/default/traces/${traceId}?span=${spanIdOf(3)}`);
  const rows = page.getByRole('treegrid').getByRole('rowgroup').last();
  await expect(page.getByRole('row', { selected: true })).toContainText('step 2');
  await expect.poll(walks).toBeGreaterThan(0);
  const before = await walks();
  for (const top of [2000, 6000, 10_000]) {
    await rows.evaluate((element, to) => element.scrollTo({ top: to }), top);
    await expect
      .poll(() => rows.getByRole('row').first().getAttribute('aria-rowindex').then(Number))
      .toBeGreaterThan(top / 40);
  }
  expect(await walks()).toBe(before);
});

test('of a thousand attributes the first are drawn, more at a press, and the search goes over all', async ({
  page,
  collector,
  send,
}) => {
  const traceId = traceIdOf(2);
  const spanId = spanIdOf(1);
  const attributes = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [`input.${String(n).padStart(4, '0')}.content`, `said ${n}`]),
  );
  await send({ spans: [{ traceId, spanId, name: 'step', attributes }] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}?span=${spanId}&tab=attributes`);
  const rows = page.getByRole('table', { name: 'Span attributes' }).getByRole('row');
  await expect(page.getByRole('heading', { name: 'Span 1,000' })).toBeVisible();
  // With the heads of the columns.
  await expect(rows).toHaveCount(101);
  await page.getByRole('button', { name: 'Show more (900 left)' }).click();
  await expect(rows).toHaveCount(601);
  const field = page.getByRole('searchbox', { name: 'Search the attributes' });
  await field.fill('said 999');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('input.0999.content');
  await field.fill('nobody');
  await expect(page.getByText('No attribute contains this')).toBeVisible();
  await field.fill('');
  await expect(rows).toHaveCount(601);
});

test('of a thousand events the first are drawn, and more at a press; of another span the first again', async ({
  page,
  collector,
  send,
}) => {
  const traceId = traceIdOf(3);
  const events = Array.from({ length: 1000 }, (_, n) => ({
    name: `chunk ${n}`,
    attributes: { 'chunk.text': `word ${n}` },
  }));
  const [first, second] = [spanIdOf(1), spanIdOf(2)];
  await send({
    spans: [
      { traceId, spanId: first, name: 'stream', events },
      { traceId, spanId: second, parentSpanId: first, name: 'stream again', events },
    ],
  });
  await page.goto(`${collector.url}/p/default/traces/${traceId}?span=${first}&tab=events`);
  const items = page.getByRole('tabpanel').getByRole('listitem');
  await expect(items).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more (900 left)' }).click();
  await expect(items).toHaveCount(600);
  await expect(items.last()).toContainText('chunk 599');
  await page.getByRole('button', { name: 'Show more (400 left)' }).click();
  await expect(items).toHaveCount(1000);
  await expect(page.getByRole('button', { name: /Show more/ })).toHaveCount(0);
  await page
    .getByRole('treegrid')
    .getByRole('row', { name: /stream again/ })
    .click();
  await expect(items).toHaveCount(100);
});
