import { expect, refuseUntilTriedAgain, test } from './fixtures.ts';
import { logRequest, oneLog, gaugeRequest } from './sample-signals.ts';
import { newId, plainTrace } from './sample-traces.ts';

test('what has nothing to show says what else has come, and leads to it', async ({
  page,
  collector,
  post,
}) => {
  await post('logs', logRequest(newId(16)));
  const sofar = page.getByText('Here so far:');
  for (const [screen, title] of [
    ['traces', 'No traces yet'],
    ['sessions', 'No sessions yet'],
    ['spans', 'No spans yet'],
    ['metrics', 'No metrics yet'],
    ['dashboard', 'Nothing to sum up yet'],
    ['live', 'No spans yet'],
  ] as const) {
    await page.goto(`${collector.url}/p/default/${screen}?range=15m`);
    await expect(page.getByText(title)).toBeVisible();
    await expect(sofar).toHaveText('Here so far: 3 log records');
  }
  await expect(page.getByText('Waiting for')).toHaveCount(0);
  // No event tells of metrics and logs.
  await post('metrics', gaugeRequest('queue.depth', '{job}', 3));
  await post('logs', oneLog('one more'));
  await expect(sofar).toHaveText('Here so far: 4 log records, 1 metric', { timeout: 10_000 });
  await sofar.getByRole('link', { name: '1 metric' }).click();
  await expect(page.getByRole('row', { name: /queue\.depth/ })).toBeVisible();
  await page.goBack();
  await sofar.getByRole('link', { name: '4 log records' }).click();
  await expect(page.getByRole('row', { name: /one more/ })).toBeVisible();
  // All of it was counted, whatever the time range.
  await expect(page).toHaveURL(/\/logs$/);
});

test('a list without anything leads to the traces that have come, of AI or not', async ({
  page,
  collector,
  send,
}) => {
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await expect(page.getByText('Here so far:')).toHaveCount(0);
  await send(plainTrace('GET /health'));
  await page.getByRole('link', { name: '1 trace' }).click();
  await expect(page.getByRole('row', { name: /GET \/health/ })).toBeVisible();
  await page.goto(`${collector.url}/p/default/logs`);
  await expect(page.getByText('Here so far:')).toHaveText('Here so far: 1 trace');
});

test('a list that is empty says so where the reason cannot be read, and reads it again', async ({
  browser,
  collector,
  send,
}) => {
  await send(plainTrace('GET /health'));
  // A page of its own: what is refused is an error in the console by intent.
  const page = await browser.newPage();
  await refuseUntilTriedAgain(page, '**/spans?*limit=1', 'disk I/O error');
  await page.goto(`${collector.url}/p/default/spans?search=nowhere`);
  await expect(page.getByRole('alert')).toContainText('disk I/O error');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No span matches “nowhere”')).toBeVisible();
  await page.close();
});
