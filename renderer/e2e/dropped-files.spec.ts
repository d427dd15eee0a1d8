import type { Page } from 'playwright/test';
import { spanIdOf, traceIdOf, traceRequest } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';

/** Drops a file with one trace on the window as the system does. */
async function drop(page: Page, number: number): Promise<void> {
  const span = { traceId: traceIdOf(number), spanId: spanIdOf(number), name: `from file ${number}` };
  const transfer = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], name));
      return transfer;
    },
    [`${number}.jsonl`, JSON.stringify(traceRequest({ spans: [span] }))] as const,
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('files that are dropped while another is read wait their turn, with a bar that says it goes on', async ({
  page,
  collector,
}) => {
  const first = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/import', async (route) => {
    asked += 1;
    if (asked === 1) await first.promise;
    await route.continue();
  });
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await drop(page, 1);
  const notice = page.getByRole('status').filter({ hasText: 'Opening 1.jsonl' });
  await expect(notice.getByRole('progressbar')).toBeVisible();
  await expect(notice.getByRole('progressbar')).not.toHaveAttribute('value');
  await drop(page, 2);
  await expect(notice).toContainText('Opening 1.jsonl, then 1 more');
  first.resolve();
  await expect(page).toHaveURL(new RegExp(`/traces/${traceIdOf(2)}`));
  await expect(page.getByText(/^Opening/)).toHaveCount(0);
  expect(asked).toBe(2);
});
