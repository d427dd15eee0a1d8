import { expect, openTab, test } from './fixtures.ts';
import { newId, plainTrace, SCOPE, tripTrace } from './sample-traces.ts';

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

test('the pages of a span show what was recorded, its error first', async ({ page, openTrip }) => {
  await openTrip();
  await page
    .getByRole('treegrid')
    .getByRole('row', { name: /search_hotels/ })
    .click();

  await openTab(page, 'Overview');
  const panel = page.getByRole('tabpanel').last();
  const errors = panel.getByRole('region', { name: 'Errors' });
  await expect(errors).toContainText('upstream did not answer');
  await errors.getByRole('button', { name: /stack trace/ }).click();
  await expect(errors.getByText('at fetchHotels')).toBeVisible();

  await openTab(page, 'Attributes');
  await page.getByRole('searchbox', { name: 'Search the attributes' }).fill('call.id');
  await expect(panel.getByRole('row', { name: /gen_ai.tool.call.id/ })).toContainText('call_02');
  await expect(panel.getByText('service.name')).toHaveCount(0);

  await openTab(page, 'Events');
  await expect(panel.getByRole('heading', { name: 'exception', exact: true })).toBeVisible();

  await openTab(page, 'Resource');
  await expect(panel.getByRole('row', { name: /service.name/ })).toContainText('trip-agent');
  await expect(panel.getByRole('table', { name: 'Scope attributes' })).toContainText(SCOPE.name);

  await openTab(page, 'Raw');
  await expect(panel.getByText('"search_hotels"').first()).toBeVisible();
  await expect(page).toHaveURL(/tab=raw/);
});

test('a span has its own messages and its links as pages', async ({ page, collector, send }) => {
  const other = tripTrace();
  await send(other.request);
  const traceId = newId(16);
  const links = [
    {
      traceId: other.traceId,
      spanId: other.request.spans[1]!.spanId,
      attributes: { 'link.reason': 'retry of' },
    },
  ];
  const spans = plainTrace('retry').spans.map((span) => ({ ...span, traceId, links }));
  await send({ spans });
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=links`);
  await expect(page.getByRole('tab', { name: /Links/ })).toHaveText('Links1');
  const panel = page.getByRole('tabpanel', { name: /Links/ });
  await expect(panel.getByRole('row', { name: /link.reason/ })).toContainText('retry of');
  await panel.getByRole('link', { name: new RegExp(other.traceId) }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
  await expect(page.getByText('points to no other span')).toBeVisible();

  await openTab(page, 'Messages');
  const messages = page.getByRole('tabpanel', { name: 'Messages' });
  await expect(messages.getByRole('article', { name: 'User' })).toContainText('Plan five days in Kyoto.');
  await expect(messages.getByText('The hotel search timed out')).toHaveCount(0);
  await page
    .getByRole('treegrid')
    .getByRole('row', { name: /plan-trip/ })
    .click();
  await expect(messages.getByText('This span carries no prompt')).toBeVisible();
});

test('an attribute filters the lists of spans and traces, or is copied', async ({ page, openTrip }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrip();
  const tree = page.getByRole('treegrid');
  await tree.getByRole('row', { name: /search_flights/ }).click();
  await openTab(page, 'Attributes');
  const key = page
    .getByRole('tabpanel', { name: 'Attributes' })
    .getByRole('button', { name: 'gen_ai.tool.call.id', exact: true });
  await key.click();
  await page.getByRole('menuitem', { name: 'Copy the value' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('call_01');
  await key.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Spans with this' }).press('Enter');
  await expect(page.getByText('gen_ai.tool.call.id is call_01')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Spans' }).getByRole('row')).toHaveCount(2);
  await page.goBack();
  await openTab(page, 'Resource');
  await page.getByRole('button', { name: 'service.name', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Traces with this' }).click();
  await expect(page.getByText('is trip-agent')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(2);
});

test('an attribute that is not indexed says so instead of finding nothing', async ({
  page,
  collector,
  send,
}) => {
  const request = plainTrace('GET /cart');
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${request.spans[0]!.traceId}?tab=attributes`);
  await page.getByRole('button', { name: 'url.path', exact: true }).click();
  await expect(page.getByText('This key is not indexed.')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Spans with this' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Copy the value' })).toBeEnabled();
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
  await expect(page.getByText('There is no such trace here')).toBeVisible();
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
  await user.getByRole('listitem').last().getByRole('link').click();
  await expect(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '6');
});

test('dragging over the minimap zooms the waterfall, and back', async ({ page, openTrip }) => {
  await openTrip();
  const minimap = page.getByRole('img', { name: /trace over time/ });
  const box = await minimap.boundingBox();
  if (box === null) throw new Error('The minimap is not drawn.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 10, { steps: 4 });
  await page.mouse.up();
  const reset = page.getByRole('button', { name: 'Whole time' });
  await expect(reset).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Time/ })).toContainText('6 s');
  await expect(page.getByRole('columnheader', { name: /Time/ })).not.toContainText('2 s');
  await reset.click();
  await expect(reset).toHaveCount(0);
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
});

test('the log records of a span have a page', async ({ page, collector, send }) => {
  const { traceId, request } = tripTrace();
  await send(request);
  const spanId = request.spans[1]?.spanId ?? '';
  const time = String(BigInt(Date.now() - 14_000) * 1_000_000n);
  const answer = await fetch(`${collector.url}/otel/default/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  timeUnixNano: time,
                  severityNumber: 17,
                  severityText: 'ERROR',
                  body: { stringValue: 'rate limit was near' },
                  traceId,
                  spanId,
                },
              ],
            },
          ],
        },
      ],
    }),
  });
  expect(answer.status).toBe(200);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?span=${spanId}&tab=logs`);
  const panel = page.getByRole('tabpanel', { name: 'Logs' });
  await expect(panel).toContainText('rate limit was near');
  await expect(panel).toContainText('ERROR');
});

test('log records that name the trace but no span stand with its first span', async ({
  page,
  collector,
  send,
  post,
}) => {
  const { traceId, request } = tripTrace();
  await send(request);
  const record = (body: string, spanId?: string) => ({
    timeUnixNano: String(BigInt(Date.now() - 14_000) * 1_000_000n),
    body: { stringValue: body },
    traceId,
    ...(spanId === undefined ? {} : { spanId }),
  });
  const logRecords = [
    record('queued the run'),
    record('picked it up'),
    record('rate limit was near', request.spans[1]!.spanId),
  ];
  await post('logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=logs`);
  const panel = page.getByRole('tabpanel', { name: 'Logs' });
  const unattached = panel.getByRole('region', { name: 'Of the trace, without a span' });
  await expect(unattached.getByRole('listitem')).toHaveText([/queued the run/, /picked it up/]);
  await expect(panel).not.toContainText('rate limit was near');
  await expect(page.getByRole('tab', { name: /^Logs/ })).toContainText('2');

  await page.getByRole('treegrid').getByRole('row').filter({ hasText: 'search_flights' }).click();
  await expect(panel).toContainText('No log record names search_flights.');
  await expect(unattached).toHaveCount(0);
  await page.getByRole('treegrid').getByRole('row').filter({ hasText: 'plan-trip' }).click();
  await expect(unattached).toBeVisible();
  await panel.getByRole('link', { name: 'All logs of this trace' }).click();
  await expect(page.getByRole('grid', { name: 'Logs' }).getByRole('row')).toHaveCount(4);
});
