import { expect, test } from './fixtures.ts';

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
  await page.keyboard.press('Enter');
  await expect(tree).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('row', { selected: true })).toBeVisible();
});
