import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { chatTrace, plainTrace } from './sample-traces.ts';

const HOUR_MS = 3_600_000;
const rows = (page: Page) => page.getByRole('grid').getByRole('row');

test('filters are made from the values that there are, with counts, and taken off again', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'first', question: 'q', answer: 'a', model: 'gpt-4o' }));
  await send(chatTrace({ name: 'second', question: 'q', answer: 'a', model: 'gpt-4o' }));
  await send(chatTrace({ name: 'third', question: 'q', answer: 'a', model: 'claude-sonnet' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: /^Model \d/ }).click();
  const option = page.getByRole('option', { name: /gpt-4o/ });
  await expect(option).toContainText('2');
  await option.click();
  await expect(option).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Remove filter Model is gpt-4o' })).toBeVisible();

  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await page.goForward();
  await page.getByRole('button', { name: 'Remove filter Model is gpt-4o' }).click();
  await expect(rows(page)).toHaveCount(4);
});

test('the menu counts the traces that the list shows, without AI or with all', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'first', question: 'q', answer: 'a' }));
  await send(plainTrace('GET /cart'));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  const names = async (): Promise<string[]> => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: /^Name \d/ }).click();
    await expect(page.getByRole('option', { name: /first/ })).toBeVisible();
    const found = await page.getByRole('option').allInnerTexts();
    await page.keyboard.press('Escape');
    return found;
  };
  expect(await names()).toHaveLength(1);
  await page.getByRole('button', { name: 'Include non-AI traces' }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(await names()).toHaveLength(2);
});

test('a plain parameter of an address is one filter, and is gone from it when that is taken off', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'first', question: 'q', answer: 'a', model: 'gpt-4o' }));
  await send(chatTrace({ name: 'second', question: 'q', answer: 'a', model: 'claude-sonnet' }));
  await page.goto(`${collector.url}/p/default/traces?model=gpt-4o`);
  const chip = page.getByRole('button', { name: 'Remove filter Model is gpt-4o' });
  await expect(rows(page)).toHaveCount(2);
  await expect(chip).toHaveCount(1);
  await expect(page).not.toHaveURL(/[?&]model=/);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(chip).toHaveCount(1);
  await chip.click();
  await expect(rows(page)).toHaveCount(3);
});

test('a value is found by typing, and a second one of its field joins the first', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'first', question: 'q', answer: 'a', model: 'gpt-4o' }));
  await send(chatTrace({ name: 'second', question: 'q', answer: 'a', model: 'claude-sonnet' }));
  await page.goto(`${collector.url}/p/default/spans`);
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('claude');
  await expect(page.getByRole('option', { name: 'Model: claude-sonnet' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Filter by' }).fill('gpt');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Remove filter Model is any of/ })).toBeVisible();
});

test('a filter by an attribute that is not indexed says so, before and after', async ({
  page,
  collector,
  send,
}) => {
  const request = chatTrace({ name: 'only', question: 'q', answer: 'a' });
  Object.assign(request.spans[0]?.attributes ?? {}, { 'shop.tenant': 'acme' });
  await send(request);
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  const menu = page.getByRole('button', { name: 'Filter', exact: true });
  await menu.click();
  const condition = page.getByRole('option', { name: /^Condition/, selected: true });
  await page.getByRole('combobox', { name: 'Filter by' }).fill('shop.tenant');
  await expect(condition).toBeVisible();
  await page.keyboard.press('Enter');
  const key = page.getByRole('combobox', { name: 'Field or attribute' });
  await expect(key).toHaveValue('shop.tenant');
  await expect(page.getByText('This key is not indexed, so a filter by it finds nothing.')).toBeVisible();
  await key.fill('total_tokens');
  await page.getByLabel('Operator').focus();
  await expect(page.getByText(/is not indexed/)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await menu.click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('shop.tenant = acme');
  await expect(page.getByRole('option', { name: /acme/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove filter shop.tenant is acme' })).toBeVisible();
  await expect(page.getByText('shop.tenant is not indexed, so no trace is found by it')).toBeVisible();
  await page.getByRole('link', { name: 'Search and filters' }).click();
  const keys = page.getByRole('group', { name: 'Other attributes of spans' }).getByRole('textbox');
  await keys.fill('shop.tenant');
  await keys.press('Control+Enter');
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.goBack();
  await expect(page.getByText('No trace matches the filters')).toBeVisible();
  await expect(page.getByText(/^No span in the index has shop.tenant yet/)).toBeVisible();
  await fetch(`${collector.url}/api/v1/reindex`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ all: true }),
  });
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
});

test('every operator is asked as the collector wants it', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'only', question: 'q', answer: 'a', model: 'gpt-4o' }));
  const filters = [
    { key: 'model', op: 'eq', value: 'gpt-4o' },
    { key: 'model', op: 'ne', value: 'other' },
    { key: 'model', op: 'contains', value: 'T-4' },
    { key: 'model', op: 'starts_with', value: 'gpt' },
    { key: 'model', op: 'in', value: ['gpt-4o', 'x'] },
    { key: 'total_tokens', op: 'gt', value: 1 },
    { key: 'total_tokens', op: 'gte', value: 150 },
    { key: 'total_tokens', op: 'lt', value: 151 },
    { key: 'total_tokens', op: 'lte', value: 150 },
    { key: 'gen_ai.request.temperature', op: 'is_null' },
    { key: 'gen_ai.operation.name', op: 'is_not_null' },
  ];
  const query = encodeURIComponent(JSON.stringify(filters));
  await page.goto(`${collector.url}/p/default/traces?filters=${query}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(filters.length);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
  await expect(page).toHaveURL(/\/traces$/);
});

test('the time range hides, says what it hides, and goes along to other screens', async ({
  page,
  collector,
  send,
}) => {
  const old = Date.now() - 5 * HOUR_MS;
  await send(chatTrace({ name: 'old', question: 'q', answer: 'a', startMs: old, sessionId: 's-1' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Time range: All time' }).click();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await expect(page.getByText('Nothing in the last hour')).toBeVisible();
  await expect(page.getByText('1 older trace.')).toBeVisible();
  await expect(page).toHaveURL(/range=1h/);

  await page.getByRole('link', { name: 'Spans' }).click();
  await expect(page).toHaveURL(/spans\?range=1h/);
  await expect(page.getByText('2 older spans.')).toBeVisible();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByText('1 older session.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).not.toHaveURL(/range=/);
  await page.goBack();
  await expect(page.getByText('1 older session.')).toBeVisible();
});

test('from and to can be chosen to the minute', async ({ page, collector, send }) => {
  await send(
    chatTrace({ name: 'in-march', question: 'q', answer: 'a', startMs: Date.parse('2026-03-10T12:00:00Z') }),
  );
  await send(
    chatTrace({ name: 'in-june', question: 'q', answer: 'a', startMs: Date.parse('2026-06-10T12:00:00Z') }),
  );
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Time range: All time' }).click();
  await page.getByLabel('From').fill('2026-03-01T00:00');
  await page.getByLabel('To', { exact: true }).fill('2026-04-01T00:00');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('in-march');
  await expect(page).toHaveURL(/from_timestamp=2026-0[23]-\d\dT/);
});

test('a year of more than four digits is refused, not left out', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'anything', question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('button', { name: 'Time range: All time' }).click();
  await page.getByLabel('From').fill('20261-03-01T00:00');
  await page.getByLabel('To', { exact: true }).fill('2026-04-01T00:00');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('From')).toBeFocused();
  await expect(page).not.toHaveURL(/to_timestamp/);
});

test('a time of an address is UTC where it names no zone', async ({ page, collector, send }) => {
  const startMs = Date.UTC(2026, 2, 1, 6, 30);
  await send(chatTrace({ name: 'in-march', question: 'q', answer: 'a', startMs }));
  const range = 'from_timestamp=2026-03-01T06:00:00&to_timestamp=2026-03-01T07:00:00';
  await page.goto(`${collector.url}/p/default/traces?${range}`);
  await expect(rows(page).nth(1)).toContainText('in-march');
  await expect(page).toHaveURL(/from_timestamp=[^&]*00Z&to_timestamp=[^&]*00Z$/);
});

test('the search is in the request and in the address', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'anything', question: 'q', answer: 'a' }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('/');
  await page.keyboard.type('kyoto');
  await expect(page).toHaveURL(/search=kyoto/);
  await expect
    .poll(() => asked.some((url) => url.includes('/otel/traces?') && url.includes('search=kyoto')))
    .toBe(true);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search traces' })).toHaveValue('kyoto');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).not.toHaveURL(/search=/);
});

test('what was searched for is reached by keys', async ({ page, collector, send }) => {
  for (const name of ['kyoto trip', 'oslo trip'])
    await send(chatTrace({ name, question: `Where is ${name}?`, answer: 'There.' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(3);
  for (const key of ['Enter', 'ArrowDown']) {
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('kyoto');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press(key);
    await expect(page.getByRole('grid', { name: 'Traces' })).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.getByRole('row', { selected: true })).toContainText('kyoto trip');
    await page.keyboard.press('Escape');
  }
});

test('while a filter changes the rows before stay, without skeletons', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'first', question: 'q', answer: 'a', model: 'gpt-4o' }));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(rows(page)).toHaveCount(2);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/has_error/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Errors only' }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeAttached();
  await expect(rows(page).nth(1)).toContainText('first');
  await expect(page.locator('.skeleton')).toHaveCount(0);
  release();
  await expect(page.getByText('No trace matches the filters')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
