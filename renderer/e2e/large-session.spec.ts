import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('a session that is too large to be told lists its traces, each with how it began and ended', async ({
  browser,
  collector,
  send,
}) => {
  for (const [at, answer] of ['Paris.', 'Rome.'].entries())
    await send(chatTrace({ name: `turn-${at}`, question: 'Where next?', answer, sessionId: 'long' }));
  // Of its own: a refusal is an error in the console.
  const page = await browser.newPage();
  // A quarter of a gigabyte would have to be sent for it.
  await page.route('**/sessions/long/messages', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'Bad Request', code: 'VALIDATION_ERROR', message: 'session long holds 300 MB' },
    }),
  );
  await page.goto(`${collector.url}/p/default/sessions/long`);
  await expect(page.getByRole('alert')).toContainText('session long holds 300 MB');
  const second = page.getByRole('article', { name: 'Trace turn-1' });
  await expect(second).toContainText('Where next?');
  await expect(second).toContainText('Rome.');
  await second.getByRole('link', { name: 'Open trace turn-1' }).click();
  await expect(page).toHaveURL(/\/traces\/[0-9a-f]{32}/);
  await page.close();
});
