import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { chatTrace, tripTrace } from './sample-traces.ts';

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

test('any condition can be put together, changed and refused', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'small', question: 'q', answer: 'a' }));
  const trip = tripTrace();
  await send(trip.request);
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: /^Condition/ }).click();
  await page.getByRole('combobox', { name: 'Field or attribute' }).fill('total_tokens');
  await page.getByLabel('Operator').selectOption('gt');
  await page.getByRole('combobox', { name: 'Value' }).fill('many');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByRole('alert')).toHaveText('Tokens wants a number.');
  await page.getByRole('combobox', { name: 'Value' }).fill('1000');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('plan-trip');

  await page.getByRole('button', { name: 'Tokens > 1000', exact: true }).click();
  await page.getByLabel('Operator').selectOption('lt');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(rows(page).nth(1)).toContainText('small');
  await expect(rows(page)).toHaveCount(2);
});

test('a field without listed values is found by what it is called, and meant by what comes close', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'small', question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('duration');
  const field = page.getByRole('group', { name: 'Fields' }).getByRole('option');
  await expect(field).toHaveText(['Duration (ms)']);
  await page.keyboard.press('Enter');
  const key = page.getByRole('combobox', { name: 'Field or attribute' });
  await expect(key).toHaveValue('duration_ms');
  await key.fill('Tokens');
  await page.getByRole('combobox', { name: 'Value' }).fill('1');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Tokens ≥ 1', exact: true }).click();
  await key.fill('durations');
  await page.getByLabel('Operator').focus();
  await page.getByRole('button', { name: 'Duration (ms)', exact: true }).click();
  await expect(key).toHaveValue('duration_ms');

  const filters = encodeURIComponent(JSON.stringify([{ key: 'duration', op: 'gt', value: 0 }]));
  await page.goto(`${collector.url}/p/default/traces?filters=${filters}`);
  await page.getByRole('paragraph').getByRole('link', { name: 'Duration (ms)' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter Duration (ms) > 0' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});
