import type { Page } from 'playwright/test';
import { expect, test as base } from './fixtures.ts';
import { chatTrace, newId } from './sample-traces.ts';

const test = base.extend<{ readonly page: Page }>({
  // Of its own: what is gone is an error in the console by intent.
  page: async ({ browser }, use) => {
    const page = await browser.newPage();
    await use(page);
    await page.close();
  },
});

const traceId = newId(16);
const request = chatTrace({
  name: 'short-lived',
  question: 'q',
  answer: 'That will be all.',
  sessionId: 'chat',
  traceId,
});

for (const [list, panel, what, column] of [
  ['Traces', 'Trace', 'trace', 2],
  ['Sessions', 'Session', 'session', 2],
  ['Spans', 'Span', 'span', 1],
] as const) {
  for (const gone of ['trace', 'session'] as const) {
    test(`a ${what} beside the list is no longer shown once its ${gone} is deleted elsewhere`, async ({
      page,
      collector,
      send,
    }) => {
      await send(request);
      await page.goto(`${collector.url}/p/default/${what}s`);
      const row = page.getByRole('grid', { name: list }).getByRole('row').nth(1);
      await row.getByRole('gridcell').nth(column).click();
      const beside = page.getByRole('region', { name: panel, exact: true });
      await expect(beside).toContainText('That will be all.');
      const answer = await fetch(
        `${collector.url}/api/v1/${gone === 'trace' ? `traces/${traceId}` : 'sessions/chat'}`,
        { method: 'DELETE' },
      );
      expect(answer.status).toBe(204);
      await expect(beside).toContainText(`There is no such ${what} here any more`);
      await expect(beside).not.toContainText('That will be all.');
    });
  }
}

for (const [address, what] of [
  ['spans?open=x', 'span'],
  ['spans?open=..-..', 'span'],
  ['traces?open=..', 'trace'],
] as const) {
  test(`what no ${what} can be called is none: ${address}`, async ({ page, collector, send }) => {
    await send(request);
    await page.goto(`${collector.url}/p/default/${address}`);
    await expect(page.getByText(`There is no such ${what} here any more`)).toBeVisible();
  });
}

test('Live shows nothing more of a project that is deleted elsewhere', async ({ page, collector, send }) => {
  await send(request);
  await page.goto(`${collector.url}/p/default/live`);
  const feed = page.getByRole('grid', { name: 'Live' });
  await expect(feed).toContainText('That will be all.');
  await fetch(`${collector.url}/api/v1/projects/default`, { method: 'DELETE' });
  await expect(page.getByText('That will be all.')).toHaveCount(0);
});
