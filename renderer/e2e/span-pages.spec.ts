import type { Locator } from 'playwright/test';
import { expect, openTab, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { newId, plainTrace, SCOPE, tripTrace } from './sample-traces.ts';

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

test('the prompt of a call is copied to be sent again, with the tools that it offered', async ({
  page,
  collector,
  send,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const input = [{ role: 'user', parts: [{ type: 'text', content: 'Weather in Kyoto?' }] }];
  const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Kyoto' } };
  const offered = [
    { type: 'function', name: 'weather', description: 'Tells it', parameters: { type: 'object' } },
  ];
  const attributes = { 'gen_ai.tool.definitions': JSON.stringify(offered) };
  const answer = { role: 'assistant', parts: [call] };
  const { traceId, request } = messagesTrace(input, [answer], { attributes });
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=messages`);
  const messages = page.getByRole('tabpanel', { name: 'Messages' });
  await expect(messages.getByText('1 tool offered: weather')).toBeVisible();
  await expect(messages.getByRole('article', { name: 'Tool' })).toContainText('called');
  await messages.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(messages.getByRole('button', { name: 'Copied' })).toBeVisible();
  const { name, description, parameters } = offered[0]!;
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'Weather in Kyoto?' }],
    tools: [{ type: 'function', function: { name, description, parameters } }],
  });
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
  // It closes by itself once it has said so.
  await expect(page.getByRole('menu')).toBeHidden();
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

test('a menu that is closed and opened again right after copying stays open', async ({ page, openTrip }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await openTrip();
  await page
    .getByRole('treegrid')
    .getByRole('row', { name: /search_flights/ })
    .click();
  await openTab(page, 'Attributes');
  const key = page
    .getByRole('tabpanel', { name: 'Attributes' })
    .getByRole('button', { name: 'gen_ai.tool.call.id', exact: true });
  await key.click();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByRole('menuitem', { name: 'Copy the value' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  // The focus goes back to the key.
  await page.clock.runFor(100);
  await key.click();
  await page.clock.runFor(1000);
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a long attribute leaves those below it in sight, and is shown whole where a search leads to it', async ({
  page,
  collector,
  send,
}) => {
  const request = plainTrace('notes');
  const notes = `${'word '.repeat(2000)}needle`;
  const spans = request.spans.map((span) => ({ ...span, attributes: { ...span.attributes, notes } }));
  await send({ spans });
  await page.goto(`${collector.url}/p/default/traces/${spans[0]!.traceId}?tab=attributes`);
  const row = page
    .getByRole('tabpanel')
    .last()
    .getByRole('row', { name: /^notes/ });
  await expect(row.getByRole('button', { name: 'Show all (8,006 more characters)' })).toBeVisible();
  await expect(row).not.toContainText('needle');
  await page.getByRole('searchbox', { name: 'Search the attributes' }).fill('needle');
  await expect(row).toContainText('needle');
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

test('a log record has the same severity with its span as in the list of logs', async ({
  page,
  collector,
  send,
  post,
}) => {
  const { traceId, request } = tripTrace();
  await send(request);
  const record = (body: string, severity: object) => ({
    timeUnixNano: String(BigInt(Date.now() - 14_000) * 1_000_000n),
    body: { stringValue: body },
    traceId,
    spanId: request.spans[0]!.spanId,
    ...severity,
  });
  const logRecords = [
    record('by number', { severityNumber: 14 }),
    record('by word', { severityText: 'Error' }),
    record('by neither', {}),
  ];
  await post('logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  const expectMarks = async (items: Locator): Promise<void> => {
    const marked = async (body: string, word: string, tone: string): Promise<void> =>
      expect(items.filter({ hasText: body }).locator('[title]').getByText(word, { exact: true })).toHaveClass(
        new RegExp(`text-${tone}`),
      );
    await marked('by number', 'WARN', 'warn');
    await marked('by word', 'Error', 'error');
    await expect(items.filter({ hasText: 'by neither' })).not.toContainText(/severity|–/);
  };
  await page.goto(`${collector.url}/p/default/logs`);
  await expectMarks(page.getByRole('grid', { name: 'Logs' }).getByRole('row'));
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=logs`);
  await expectMarks(page.getByRole('tabpanel', { name: 'Logs' }).getByRole('listitem'));
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
  const earlier = 'to_timestamp=2020-02-14T09:12:00.000Z';
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=logs&${earlier}`);
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
