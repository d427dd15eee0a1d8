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

for (const [what, path] of [
  ['trace', `traces/${traceId}`],
  ['session', 'sessions/chat'],
] as const)
  test(`a ${what} is deleted from its own page, which leads to the others`, async ({
    page,
    collector,
    send,
  }) => {
    await send(request);
    await send(chatTrace({ name: 'left', question: 'q', answer: 'a', sessionId: 'other' }));
    await page.goto(`${collector.url}/p/default/${path}`);
    const button = page.getByRole('button', { name: `Delete the ${what}…` });
    await button.click();
    const dialog = page.getByRole('dialog', { name: `Delete this ${what}?` });
    await expect(dialog).toContainText(what === 'trace' ? 'Its 2 spans' : 'Its 1 trace');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(button).toBeFocused();

    await page.route('**/otel/{traces,sessions}**', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await button.click();
    await dialog.getByRole('button', { name: `Delete the ${what}` }).click();
    await expect(page.getByRole('alert')).toContainText('Not deleted');
    await page.unrouteAll();

    await button.click();
    await dialog.getByRole('button', { name: `Delete the ${what}` }).click();
    await expect(page).toHaveURL(`${collector.url}/p/default/${what}s`);
    const rows = page.getByRole('grid').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(what === 'trace' ? 'left' : 'other');
  });

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
