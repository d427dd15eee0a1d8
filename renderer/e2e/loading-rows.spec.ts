import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('a press on a row that comes while it lasts opens that row, and what is still to come has no box to tick', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ question: 'Where?', answer: 'Here.' }));
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/otel\/traces\?/, async (route) => {
    await answered;
    await route.fallback();
  });
  await page.goto(`${collector.url}/p/default/traces`);
  const row = page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await expect(row.getByRole('checkbox')).toHaveCount(0);
  const box = await row.getByRole('gridcell').nth(4).boundingBox();
  await page.mouse.move(box!.x + 10, box!.y + box!.height / 2);
  await page.mouse.down();
  answer();
  await expect(row.getByRole('checkbox')).toHaveCount(1);
  await expect(row).toContainText('Where?');
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toContainText('Here.');
});
