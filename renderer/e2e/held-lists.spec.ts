import type { Page } from 'playwright/test';
import { traceRequest } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace, newId, plainTrace, RESOURCE, SCOPE } from './sample-traces.ts';

const rowsOf = (page: Page, list: string) => page.getByRole('grid', { name: list }).getByRole('row');
const cell = (page: Page, list: string, row: number) =>
  rowsOf(page, list).nth(row).getByRole('gridcell').nth(2);
const selected = (page: Page) => page.getByRole('row', { selected: true });

/** Traces named so, each a second younger than the one before. */
function chats(...names: string[]) {
  const startMs = Date.now() - 60_000;
  return names.map((name, at) =>
    chatTrace({ name, question: 'q', answer: 'a', sessionId: `of ${name}`, startMs: startMs + at * 1000 }),
  );
}

async function deleteTicked(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
}

test('a list that lost all its rows while one was looked at shows what comes next', async ({
  browser,
  collector,
  send,
}) => {
  for (const request of chats('before')) await send(request);
  // A page of its own: that the trace beside the list is gone is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces`);
  await cell(page, 'Traces', 1).click();
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toContainText('before');
  await page.keyboard.press('Control+a');
  await deleteTicked(page);
  await expect(page.getByText('No traces yet')).toBeVisible();
  for (const request of chats('after')) await send(request);
  await expect(rowsOf(page, 'Traces').nth(1)).toContainText('after');
  await page.close();
});

test('the ingest doctor tells what goes wrong, also after a row was looked at while nothing did', async ({
  page,
  collector,
  send,
}) => {
  await send(plainTrace('GET /cart'));
  await page.goto(`${collector.url}/p/default/set-up?show=doctor`);
  await cell(page, 'Export requests', 1).click();
  await expect(page.getByRole('region', { name: 'Export request', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Only what went wrong' }).click();
  await expect(page.getByText('Nothing went wrong')).toBeVisible();
  await fetch(`${collector.otlpUrl}/v1/traces/wrong`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(traceRequest(plainTrace('lost'))),
  });
  await expect(rowsOf(page, 'Export requests').nth(1)).toContainText('/v1/traces/wrong');
});

test('sessions that came while one was looked at are there when the pill is pressed', async ({
  page,
  collector,
  send,
}) => {
  const [first, second, third, fourth] = chats('first', 'second', 'third', 'fourth');
  await send(first!);
  await send(second!);
  await page.goto(`${collector.url}/p/default/sessions`);
  await cell(page, 'Sessions', 1).click();
  await expect(selected(page)).toContainText('of second');
  await send(third!);
  await send(fourth!);
  await page.getByRole('button', { name: '2 new' }).click();
  await expect(rowsOf(page, 'Sessions')).toHaveCount(5);
  await expect(rowsOf(page, 'Sessions').nth(1)).toContainText('of fourth');
});

test('sessions that are deleted go while another is looked at, which stays marked', async ({
  page,
  collector,
  send,
}) => {
  for (const request of chats('first', 'second', 'third')) await send(request);
  await page.goto(`${collector.url}/p/default/sessions`);
  await cell(page, 'Sessions', 2).click();
  await expect(selected(page)).toContainText('of second');
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  await deleteTicked(page);
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
  await expect(selected(page)).toContainText('of second');
});

test('what somebody else deletes goes from a list that stands still, and what is new is counted after it', async ({
  page,
  collector,
  send,
}) => {
  const [first, second, third, fourth] = chats('first', 'second', 'third', 'fourth');
  for (const request of [first!, second!, third!]) await send(request);
  await page.goto(`${collector.url}/p/default/sessions`);
  await cell(page, 'Sessions', 2).click();
  await expect(selected(page)).toContainText('of second');
  await fetch(`${collector.url}/api/v1/project/default/otel/sessions`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_ids: ['of third'] }),
  });
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
  await expect(page.getByText('2 sessions', { exact: true })).toBeVisible();
  await expect(selected(page)).toContainText('of second');
  await send(fourth!);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
});

test('an answer that was on its way when a row was chosen moves nothing', async ({
  page,
  collector,
  send,
}) => {
  const [first, second, third] = chats('first', 'second', 'third');
  for (const request of [first!, second!]) await send(request);
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
  const rest = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/sessions\?.*limit=50/);
  await page.route(/sessions\?.*limit=50/, async (route) => {
    await rest.promise;
    await route.continue();
  });
  await send(third!);
  await asked;
  await cell(page, 'Sessions', 2).click();
  await expect(selected(page)).toContainText('of first');
  rest.resolve();
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(rowsOf(page, 'Sessions')).toHaveCount(4);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a session goes with the last of its traces from a list that stands still, and one that has others moves nothing', async ({
  page,
  collector,
  send,
}) => {
  const [first, second, third, other] = chats('first', 'second', 'third', 'first');
  const remove = (trace: typeof first) =>
    fetch(`${collector.url}/api/v1/project/default/otel/traces/${trace!.spans[0]!.traceId}`, {
      method: 'DELETE',
    });
  for (const request of [first!, other!, second!]) await send(request);
  await page.goto(`${collector.url}/p/default/sessions`);
  await page.getByRole('row').filter({ hasText: 'of second' }).getByRole('gridcell').nth(2).click();
  await expect(selected(page)).toContainText('of second');
  await send(third!);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();

  const asked = page.waitForResponse((response) => response.url().includes('session_id'));
  await remove(other);
  await asked;
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
  await remove(first);
  await expect(page.getByRole('row').filter({ hasText: 'of first' })).toHaveCount(0);
  await expect(rowsOf(page, 'Sessions')).toHaveCount(3);
  await expect(selected(page)).toContainText('of second');
});

for (const [list, empty] of [
  ['Sessions', 'No sessions yet'],
  ['Spans', 'No spans yet'],
] as const)
  test(`rows of a project that somebody else deletes go from a list that stands still: ${list}`, async ({
    browser,
    collector,
    send,
  }) => {
    for (const request of chats('first', 'second')) await send(request);
    // A page of its own: that what stands beside the list is gone is an error in the console by intent.
    const page = await browser.newPage();
    await page.goto(`${collector.url}/p/default/${list.toLowerCase()}`);
    await rowsOf(page, list).nth(1).getByRole('time').click();
    await expect(selected(page)).toHaveCount(1);
    await fetch(`${collector.url}/api/v1/projects/default`, { method: 'DELETE' });
    await expect(page.getByText(empty)).toBeVisible();
    await page.close();
  });

test('the row that is looked at stays marked when rows above it are deleted', async ({
  browser,
  collector,
  send,
}) => {
  for (const request of chats('one', 'two', 'three', 'four', 'five')) await send(request);
  // A page of its own: that a trace beside the list is gone is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces`);
  await cell(page, 'Traces', 4).click();
  await expect(selected(page)).toContainText('two');
  await page.getByRole('checkbox', { name: 'Select row 1' }).click();
  await page.getByRole('checkbox', { name: 'Select row 2' }).click();
  await deleteTicked(page);
  await expect(rowsOf(page, 'Traces')).toHaveCount(4);
  await expect(selected(page)).toHaveCount(1);
  await expect(selected(page)).toContainText('two');
  await page.keyboard.press('k');
  await expect(selected(page)).toContainText('three');

  // Of what is deleted the next one takes the place, without being opened by that.
  await page.keyboard.press(' ');
  await deleteTicked(page);
  await expect(rowsOf(page, 'Traces')).toHaveCount(3);
  await expect(selected(page)).toContainText('two');
  await expect(page).not.toHaveURL(/open=/);
  await page.keyboard.press('j');
  await expect(selected(page)).toContainText('one');
  await page.close();
});

test('while many spans come in a list that stands still asks once a second for how many are new', async ({
  page,
  collector,
  send,
}) => {
  const SENT = 30;
  const [first, second, ...late] = chats(
    'first',
    'second',
    ...Array.from({ length: SENT }, (_, n) => `n${n}`),
  );
  for (const request of [first!, second!]) await send(request);
  await page.clock.install();
  await page.goto(`${collector.url}/p/default/sessions`);
  await cell(page, 'Sessions', 2).click();
  await expect(selected(page)).toContainText('of first');
  const asked = { rows: 0, newest: 0 };
  page.on('request', (request) => {
    if (/sessions\?.*limit=50/.test(request.url())) asked.rows += 1;
    if (/sessions\?.*page=1&limit=1$/.test(request.url())) asked.newest += 1;
  });
  // Three seconds for the page, however long they take.
  await page.clock.pauseAt(Date.now() + 2000);
  for (const request of late) {
    await send(request);
    await page.clock.runFor(3000 / SENT);
  }
  await page.clock.resume();
  await expect(page.getByRole('button', { name: `${SENT} new` })).toBeVisible();
  expect(asked.newest).toBeLessThanOrEqual(6);
  expect(asked.rows).toBeLessThanOrEqual(6);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${SENT + 2} sessions`, { exact: true })).toBeVisible();
});

test('spans that come in between wait while an older one is looked at', async ({ page, collector, send }) => {
  const traceId = newId(16);
  const root = newId(8);
  const startMs = Date.now() - 60_000;
  const span = (name: string, spanId: string, parentSpanId: string | undefined, from: number) =>
    send({
      resource: RESOURCE,
      scope: SCOPE,
      spans: [
        {
          traceId,
          spanId,
          ...(parentSpanId === undefined ? {} : { parentSpanId }),
          name,
          start: startMs + from,
          end: startMs + 9000,
        },
      ],
    });
  await span('older', newId(8), newId(8), 0);
  await span('child', newId(8), root, 2000);
  await page.goto(`${collector.url}/p/default/spans`);
  await cell(page, 'Spans', 2).click();
  await expect(selected(page)).toContainText('older');
  await span('parent', root, undefined, 1000);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rowsOf(page, 'Spans')).toHaveCount(3);
  await expect(selected(page)).toContainText('older');
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rowsOf(page, 'Spans').nth(2)).toContainText('parent');
});
