import { expect, test } from './fixtures.ts';
import { tripTrace } from './sample-traces.ts';

test('a link to a span that has not come says so, and shows it when it comes', async ({
  page,
  collector,
  send,
}, testInfo) => {
  const { traceId, request } = tripTrace();
  const [late] = request.spans.slice(-1);
  await send({ ...request, spans: request.spans.slice(0, -1) });
  const address = `${collector.url}/p/default/traces/${traceId}?span=${late?.spanId}`;
  await page.goto(`${address}&tab=span`);
  const tree = page.getByRole('treegrid');
  const details = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(details).toContainText('This span is not in this trace');
  await expect(details).toContainText(late?.spanId ?? '');
  await expect(details).not.toContainText('plan-trip');
  await expect(tree.getByRole('row', { selected: true })).toHaveCount(0);
  await page.screenshot({ path: testInfo.outputPath('missing-span-light.png') });

  await page.goto(`${address}&tab=conversation`);
  await expect(page.getByRole('article', { name: 'User' })).toBeVisible();
  await expect(page.getByText('This span is not in this trace')).toBeVisible();
  await send({ ...request, spans: request.spans.slice(-1) });
  await expect(page.locator('article[aria-current="true"]')).toContainText('The hotel search timed out');
  await expect(page.getByText('This span is not in this trace')).toHaveCount(0);
  await expect(tree.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '6');
});

test('a parent that has not come has no page, and the first span has none in its place', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = tripTrace();
  const [root] = request.spans;
  await send({ ...request, spans: request.spans.slice(1) });
  await page.goto(`${collector.url}/p/default/traces/${traceId}?span=${root?.spanId}&tab=attributes`);
  const selected = page.getByRole('treegrid').getByRole('row', { selected: true });
  await expect(selected).toContainText('parent not received');
  await expect(page.getByText('This span is not in this trace yet')).toBeVisible();
  await send({ ...request, spans: request.spans.slice(0, 1) });
  await expect(selected).toContainText('plan-trip');
  await expect(page.getByRole('tabpanel', { name: 'Attributes' })).toContainText('planner');
});

test('while no span is named the first one is marked where its pages are shown', async ({
  page,
  openTrip,
}) => {
  await openTrip();
  const selected = page.getByRole('treegrid').getByRole('row', { selected: true });
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(selected).toHaveCount(0);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(selected).toContainText('plan-trip');
  await expect(page).not.toHaveURL(/span=[0-9a-f]/);
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveAttribute('aria-rowindex', '3');
  await expect(page).toHaveURL(/span=[0-9a-f]{16}/);
});
