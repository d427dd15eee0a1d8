import type { Page } from 'playwright/test';
import type { RequestSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

const NOW_MS = Date.now();
const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).getByRole('row');

test('rows that a filter brings into sight are no news, those that come are', async ({
  page,
  collector,
  send,
}) => {
  // Those without an error fill what is in sight: the filter brings others there.
  const failed = (name: string, startMs: number): RequestSpec => {
    const request = chatTrace({ name, question: 'q', answer: 'a', startMs });
    return { ...request, spans: request.spans.map((span) => ({ ...span, status: { code: 2 } })) };
  };
  for (let n = 0; n < 3; n++) await send(failed('broken', NOW_MS - 3_600_000 - n));
  for (let n = 0; n < 60; n++)
    await send(chatTrace({ name: 'fine', question: 'q', answer: 'a', startMs: NOW_MS - n }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page).first()).toBeVisible();
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('[role="row"].fresh')) seen.add(row.textContent ?? '');
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const fresh = (): Promise<string[]> =>
    page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)]);
  await page.getByRole('button', { name: 'Errors only' }).click();
  await expect(rows(page).nth(1)).toContainText('broken');
  await expect(rows(page)).toHaveCount(4);
  await send(failed('just now', Date.now()));
  await expect(rows(page)).toHaveCount(5);
  const told = await fresh();
  expect(told.map((text) => text.includes('just now'))).toEqual([true]);
});

test('rows do not move while some are ticked, until the pill is pressed, which leaves the ticks', async ({
  page,
  collector,
  send,
}) => {
  const sendTrace = (name: string) => send(chatTrace({ name, question: 'q', answer: 'a' }));
  await sendTrace('first');
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).click();
  await sendTrace('second');
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rows(page).nth(1)).toContainText('second');
  await expect(page.getByRole('checkbox', { name: 'Select row 2', exact: true })).toBeChecked();
  await sendTrace('third');
  await expect(rows(page).nth(1)).toContainText('third');
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).click();
  await sendTrace('fourth');
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('third');
});
