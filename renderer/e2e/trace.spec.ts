import { expect, test } from './fixtures.ts';
import { tripTrace } from './sample-traces.ts';

test('the conversation is told once, each tool call with its result in one card', async ({
  page,
  openTrip,
}) => {
  await openTrip();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByRole('article')).toHaveCount(6);
  await expect(conversation.getByText('Plan five days in Kyoto.')).toBeVisible();
  await expect(conversation.getByRole('img', { name: /image\/png/ })).toHaveJSProperty('naturalWidth', 1);
  await expect(conversation.getByText('You plan journeys. Prefer quiet places.')).toBeVisible();

  const tools = conversation.getByRole('article', { name: 'Tool' });
  await expect(tools.nth(0)).toContainText('search_flights');
  await expect(tools.nth(0)).toContainText('1180');
  await expect(tools.nth(0)).toContainText('1.30 s');
  await expect(tools.nth(1)).toContainText('TimeoutError');
  await expect(conversation.locator('strong', { hasText: 'Nazuna' })).toBeVisible();

  await conversation.getByRole('button', { name: /Reasoning/ }).click();
  await expect(conversation.getByText('Flights are the largest part of the budget.')).toBeVisible();
});

test('a tool of a long name says it whole where its card is narrow', async ({ page, openTrip }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openTrip();
  const card = page.getByRole('article', { name: 'Tool' }).nth(1);
  await expect(card.getByTitle('search_hotels', { exact: true })).toBeVisible();
});

test('one selection is shared by the tree and the conversation, and is in the address', async ({
  page,
  openTrip,
}) => {
  await openTrip();
  const tree = page.getByRole('treegrid');
  const conversation = page.getByRole('region', { name: 'Conversation' });

  await tree.getByRole('row', { name: /search_flights/ }).click();
  await expect(page).toHaveURL(/span=[0-9a-f]{16}/);
  await expect(conversation.getByRole('article').and(page.locator('[aria-current="true"]'))).toContainText(
    'search_flights',
  );

  await conversation.getByText('The hotel search timed out').click();
  await expect(tree.getByRole('row', { selected: true })).toContainText('chat');
  await expect(tree.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '6');

  await page.reload();
  await expect(tree.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '6');
});

test('the tree is walked, folded and searched for errors with the keyboard', async ({ page, openTrip }) => {
  await openTrip();
  const tree = page.getByRole('treegrid');
  const selected = tree.getByRole('row', { selected: true });
  await expect(tree.getByRole('row')).toHaveCount(6);

  await page.keyboard.press('ArrowDown');
  await expect(selected).toContainText('plan-trip');
  await page.keyboard.press('e');
  await expect(selected).toContainText('search_hotels');
  await page.keyboard.press('ArrowLeft');
  await expect(selected).toContainText('plan-trip');
  await page.keyboard.press('ArrowLeft');
  await expect(selected).toHaveAttribute('aria-expanded', 'false');
  await expect(tree.getByRole('row')).toHaveCount(2);
  await page.keyboard.press(']');
  await expect(tree.getByRole('row')).toHaveCount(6);
});

test('a trace that grows is shown growing', async ({ page, collector, send }) => {
  const { traceId, request } = tripTrace();
  await send({ ...request, spans: request.spans.slice(1, 3) });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const tree = page.getByRole('treegrid');
  await expect(tree.getByText('parent not received')).toBeVisible();
  await expect(page.getByText('Not complete yet')).toBeVisible();

  await send({ ...request, spans: [...request.spans.slice(0, 1), ...request.spans.slice(3)] });
  await expect(tree.getByText('parent not received')).toHaveCount(0);
  await expect(tree.getByRole('row')).toHaveCount(6);
  await expect(
    page.getByRole('region', { name: 'Conversation' }).getByText('The hotel search timed out'),
  ).toBeVisible();
});

test('a trace that is not there is told as such, and shows when it comes', async ({
  browser,
  collector,
  send,
}) => {
  const { traceId, request } = tripTrace();
  // A page of its own: the 404 is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such trace here' })).toBeVisible();
  await send(request);
  await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
});

test('a total opens what it is made of, by pointer and by keyboard', async ({ page, openTrip }) => {
  await openTrip();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByRole('button', { name: '2,580' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('Output280');
  await page.mouse.move(600, 700, { steps: 5 });
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await summary.getByRole('button', { name: '$' }).focus();
  await expect(page.getByRole('tooltip')).toContainText('Cost in US dollars');
});

test('a message says which spans carried it', async ({ page, openTrip }) => {
  await openTrip();
  const user = page.getByRole('article', { name: 'User' });
  await user.getByText('Plan five days in Kyoto.').click();
  await user.getByRole('button', { name: 'Why here?' }).click();
  await expect(user.getByRole('listitem')).toHaveCount(2);
  await expect(user.getByRole('listitem').first()).toContainText('its copy is shown');
  const row = await user.getByRole('listitem').first().boundingBox();
  expect(row?.height, 'room for a finger on each').toBeGreaterThanOrEqual(24);
  await user.getByRole('listitem').last().getByRole('link').click();
  await expect(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '6');
});

test('a trace that is deleted while it is looked at is gone', async ({ browser, collector, send }) => {
  const { traceId, request } = tripTrace();
  await send(request);
  // A page of its own: the 404 is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
  const path = `/api/v1/project/default/otel/traces/${traceId}`;
  expect((await fetch(`${collector.url}${path}`, { method: 'DELETE' })).status).toBe(204);
  await expect(page.getByText('There is no such trace here')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Compare' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the traces' }).click();
  await expect(page).toHaveURL(/\/p\/default\/traces$/);
});
