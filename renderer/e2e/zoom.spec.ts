import type { Page } from 'playwright/test';
import type { RequestSpec, SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { modelCall, newId, RESOURCE, SCOPE, toolCall } from './sample-traces.ts';

const rows = (page: Page) => page.getByRole('treegrid').getByRole('row');
const timeHead = (page: Page) => page.getByRole('columnheader', { name: /Time/ });

test('w and s zoom the time, a and d pan it, and the address keeps it', async ({ page, openTrip }) => {
  await openTrip();
  await expect(timeHead(page)).toContainText('0');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('w');
  await expect(page.getByText('2.96 s to 6.04 s')).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByText('3.57 s to 6.66 s')).toBeVisible();
  await page.keyboard.press('a');
  await page.reload();
  await expect(page.getByText('2.96 s to 6.04 s')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByText('2.29 s to 6.71 s')).toBeVisible();

  await page.getByRole('img', { name: /trace over time/ }).dblclick();
  await expect(page.getByText('2.29 s to 6.71 s')).toHaveCount(0);
  await expect(page).not.toHaveURL(/zoom=/);
});

test('dragging over the minimap zooms the waterfall, and back', async ({ page, openTrip }) => {
  await openTrip();
  const minimap = page.getByRole('img', { name: /trace over time/ });
  const box = await minimap.boundingBox();
  if (box === null) throw new Error('The minimap is not drawn.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 10, { steps: 4 });
  await page.mouse.up();
  const reset = page.getByRole('button', { name: 'Whole time' });
  await expect(reset).toBeVisible();
  await expect(timeHead(page)).toContainText('6 s');
  await expect(timeHead(page)).not.toContainText('2 s');
  await reset.click();
  await expect(reset).toHaveCount(0);
});

/** An agent that took nine seconds, and a tool of it that ended three days later. */
function lateTrace(): { readonly traceId: string; readonly request: RequestSpec } {
  const [traceId, root] = [newId(16), newId(8)];
  const startMs = Date.now() - 4 * 86_400_000;
  const child = (name: string, from: number, to: number, attributes: SpanSpec['attributes']): SpanSpec => ({
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name,
    start: startMs + from,
    end: startMs + to,
    ...(attributes === undefined ? {} : { attributes }),
  });
  const spans = [
    { traceId, spanId: root, name: 'late-run', start: startMs, end: startMs + 9000 },
    child('first', 2000, 4000, modelCall('gpt-4o', 900, 80)),
    child('notify', 4100, 3 * 86_400_000, toolCall('notify', 'call_01', {}, '{}')),
    child('second', 3 * 86_400_000 - 500, 3 * 86_400_000, modelCall('gpt-4o', 900, 80)),
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

test('z zooms to a span, and back, whatever else takes the time of its trace', async ({
  page,
  collector,
  send,
}, testInfo) => {
  const { traceId, request } = lateTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await rows(page).filter({ hasText: 'late-run' }).click();
  await page.keyboard.press('z');
  await expect(page.getByText('0 ms to 9.00 s')).toBeVisible();
  await expect(timeHead(page)).toContainText('5 s');
  const [bar, cell] = await Promise.all([
    rows(page).filter({ hasText: 'first' }).locator('[data-bar]').boundingBox(),
    rows(page).filter({ hasText: 'first' }).getByRole('gridcell').last().boundingBox(),
  ]);
  expect((bar?.width ?? 0) / (cell?.width ?? 1)).toBeCloseTo(2 / 9, 1);
  await page.screenshot({ path: testInfo.outputPath('zoomed-to-span.png') });
  await page.reload();
  await expect(page.getByText('0 ms to 9.00 s')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page).not.toHaveURL(/zoom=/);
});

test('a double click on the time of a span zooms to it, and folds nothing', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = lateTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await rows(page).filter({ hasText: 'late-run' }).locator('[data-bar]').dblclick();
  await expect(page.getByText('0 ms to 9.00 s')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  // Days after the start the axis still tells its ticks apart.
  await rows(page).filter({ hasText: 'second' }).getByRole('gridcell').last().dblclick();
  await expect(page.getByText('71:59:59.50 to 72:00:00.00')).toBeVisible();
  await expect(timeHead(page)).toContainText('71:59:59.6');
});
