import { keyValues } from '../../collector/testing/otlp.ts';
import { expect, refuseUntilTriedAgain, test, textOf } from './fixtures.ts';
import { gaugeRequest, logRequest, metricRequest, oneLog } from './sample-signals.ts';
import { tripTrace } from './sample-traces.ts';

test('spans of all traces are listed, shown beside the list, and lead into their trace', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = tripTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/spans`);
  const rows = page.getByRole('grid', { name: 'Spans' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  await page.getByRole('button', { name: 'Errors only' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('→ TimeoutError: upstream did not answer');
  await rows.nth(1).getByRole('gridcell').nth(1).click();
  const panel = page.getByRole('region', { name: 'Span', exact: true });
  const errors = panel.getByRole('region', { name: 'Errors' });
  await expect(errors).toContainText('TimeoutError');
  await expect(errors).toContainText('upstream did not answer');
  await expect(panel).toContainText('gen_ai.tool.call.id');
  await panel.getByRole('link', { name: 'Open in trace' }).click();
  await expect(page).toHaveURL(new RegExp(`/traces/${traceId}\\?span=[0-9a-f]{16}`));
  await expect(page.getByRole('row', { selected: true })).toContainText('search_hotels');
});

test('log records are listed as they come, filtered, and lead to their trace', async ({
  page,
  collector,
  send,
  post,
}) => {
  const { traceId, request } = tripTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/logs`);
  await expect(page.getByText('No logs yet')).toBeVisible();
  await post('logs', logRequest(traceId));
  const rows = page.getByRole('grid', { name: 'Logs' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('card <b>declined</b>');
  await expect(rows.nth(3)).toContainText('payment provider slow provider.name=acme retry.count=2');
  await post('logs', oneLog('one more'));
  await expect(rows.nth(1)).toContainText('one more');
  await rows.nth(1).getByRole('gridcell').first().click();
  const panel = page.getByRole('region', { name: 'Log record', exact: true });
  await expect(panel).toContainText('one more');
  await expect(panel.getByText('Scope', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const search = page.getByRole('searchbox', { name: 'Search logs' });
  await search.fill('retry.count=2');
  await search.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('payment provider slow');
  await search.fill('');
  await search.press('Enter');
  await expect(rows).toHaveCount(5);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'WARN' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/min_severity=WARN/);
  await page
    .getByRole('row', { name: /payment provider slow/ })
    .getByRole('gridcell')
    .nth(1)
    .click();
  await expect(panel).toContainText('provider.name');
  await expect(panel).toContainText('acme');
  await expect(panel.getByText('Scope', { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: 'Open trace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
});

test('a table of log records holds all of their attributes', async ({ page, collector, post }) => {
  await post('logs', logRequest('4bf92f3577b34da6a3ce929d0e0e4736'));
  await page.goto(`${collector.url}/p/default/logs`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const [head, ...lines] = (await textOf(await download)).split('\r\n');
  expect(head).toBe('Time,Severity,Event,Body,Attributes,Service,Scope,Trace,Span id');
  expect(lines.find((line) => line.includes('payment provider slow'))).toContain(
    '"{""provider.name"":""acme"",""retry.count"":2}"',
  );
});

test('a list that has one order says in its head which', async ({ page, collector, post }) => {
  await post('logs', logRequest('4bf92f3577b34da6a3ce929d0e0e4736'));
  await post('metrics', metricRequest());
  for (const [path, column, order, arrow] of [
    ['logs', 'Time', 'descending', '↓'],
    ['metrics', 'Name', 'ascending', '↑'],
    ['set-up?show=doctor', 'Time', 'descending', '↓'],
  ] as const) {
    await page.goto(`${collector.url}/p/default/${path}`);
    const head = page.getByRole('columnheader', { name: column, exact: true });
    await expect(head).toHaveAttribute('aria-sort', order);
    await expect(head).toContainText(arrow);
    await expect(head.getByRole('button')).toHaveCount(0);
  }
  const paths = page.getByRole('grid', { name: 'Export requests' }).getByRole('row');
  await expect(paths).toContainText([/Path/, /v1\/metrics/, /v1\/logs/]);
});

test('filtered logs that show nothing say what would', async ({ page, collector, post }) => {
  await post('logs', logRequest('4bf92f3577b34da6a3ce929d0e0e4736'));
  await page.goto(`${collector.url}/p/default/logs?service=nobody`);
  await expect(page.getByText('3 log records without them.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row', { name: /order placed/ })).toBeVisible();
});

test('each of many series has a mark of its own beside its name, and the list says how many there are', async ({
  page,
  collector,
  post,
}) => {
  const dataPoints = Array.from({ length: 24 }, (_, at) => ({
    timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
    asInt: String(at),
    attributes: keyValues({ shard: `s${at}` }),
  }));
  const metrics = [{ name: 'shard.size', gauge: { dataPoints } }];
  await post('metrics', { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${collector.url}/p/default/metrics`);
  await expect(page.getByRole('columnheader', { name: 'Series' })).toBeVisible();
  const row = page.getByRole('row', { name: /shard\.size/ });
  await expect(row.getByTitle('of the newest of 24 series')).toBeVisible();
  await expect(row.getByRole('gridcell', { name: '24', exact: true })).toHaveCount(2);
  await page.goto(`${collector.url}/p/default/metrics?open=shard.size`);
  const marks = page.getByRole('list', { name: 'Series' }).getByRole('listitem').locator('svg line');
  await expect(marks).toHaveCount(24);
  const looks = await marks.evaluateAll((all) =>
    all.map((mark) => `${getComputedStyle(mark).stroke} ${getComputedStyle(mark).strokeDasharray}`),
  );
  expect(new Set(looks).size).toBe(24);
});

test('the name of an event that its body only repeats stands once in the row of a wide list', async ({
  page,
  collector,
  post,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const record = (eventName: string, body: string) => ({ eventName, body: { stringValue: body } });
  const logRecords = [record('tool_result', 'agent.tool_result'), record('weather', 'It rains.')];
  await post('logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  await page.goto(`${collector.url}/p/default/logs`);
  const rows = page.getByRole('grid', { name: 'Logs' }).getByRole('row');
  await expect(rows.filter({ hasText: 'weather' })).toContainText('It rains.');
  await expect(rows.getByText('tool_result')).toHaveCount(1);
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Event' })).toHaveCount(0);
  await expect(rows.getByText('tool_result')).toHaveCount(1);
});

test('metrics of every kind have their series drawn', async ({ page, collector, post }) => {
  await page.goto(`${collector.url}/p/default/metrics`);
  await expect(page.getByText('No metrics yet')).toBeVisible();
  await post('metrics', metricRequest());
  const rows = page.getByRole('grid', { name: 'Metrics' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.filter({ hasText: 'request.duration' })).toContainText(/mean \d+ ms/);
  const panel = page.getByRole('region', { name: 'Metric', exact: true });
  const show = async (name: string): Promise<void> => {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('gridcell')
      .first()
      .click();
    await expect(panel.getByRole('img', { name: `${name} over time` })).toBeVisible();
  };
  await show('queue.depth');
  await expect(panel).toContainText('6 jobs');
  await show('orders.placed');
  await expect(panel.getByRole('list', { name: 'Series' })).toContainText('40');
  await panel.getByRole('button', { name: 'Growth from point to point' }).click();
  await expect(panel.getByRole('list', { name: 'Series' })).toContainText('10');
  await show('request.duration');
  await expect(panel.getByRole('list', { name: 'Series' })).toContainText('p95');
  await expect(panel.getByRole('row', { name: /100 ms – 500 ms/ })).toContainText('8');
  await show('payload.size');
  await expect(panel.getByRole('row', { name: /4 B – 8 B/ })).toContainText('3');
  await show('legacy.latency');
  await expect(panel.getByRole('list', { name: 'Series' })).toContainText('p99');
  await panel.getByRole('button', { name: /^p99/ }).click();
  await expect(panel.getByRole('button', { name: /^p99/ })).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(panel.getByRole('img', { name: 'legacy.latency over time' })).toBeVisible();
});

test('metrics are found by name and service, also from the address', async ({ page, collector, post }) => {
  await post('metrics', metricRequest());
  await page.goto(`${collector.url}/p/default/metrics`);
  const rows = page.getByRole('grid', { name: 'Metrics' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  const box = page.getByRole('searchbox', { name: 'Search metrics' });
  await page.keyboard.press('/');
  await page.keyboard.type('DURATION checkout');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('request.duration');
  await expect(page.getByText('1 metric', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=DURATION/);
  await page.reload();
  await expect(box).toHaveValue('DURATION checkout');
  await expect(rows).toHaveCount(2);
  await box.fill('nothing');
  await expect(page.getByText('No metric matches “nothing”')).toBeVisible();
  await expect(page.getByText('5 metrics without it.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(6);
});

test('the numbers of an axis are whole, however large, and their unit is said once', async ({
  page,
  collector,
  post,
}) => {
  await post('metrics', gaugeRequest('cache.size', '{cached_request}', 23_456_000_000));
  await page.goto(`${collector.url}/p/default/metrics?open=cache.size`);
  const chart = page.getByRole('img', { name: 'cache.size over time' });
  await expect(chart.getByText('30 B')).toBeVisible();
  await expect(page.getByText('cached_requests', { exact: true })).toBeVisible();
  const cut = await chart.evaluate((svg) =>
    [...svg.querySelectorAll('text')]
      .filter((text) => text.getBoundingClientRect().left < svg.getBoundingClientRect().left)
      .map((text) => text.textContent),
  );
  expect(cut).toEqual([]);
});

test('metrics outside the time range say so', async ({ page, collector, post }) => {
  await post('metrics', metricRequest(Date.now() - 7_200_000));
  await page.goto(`${collector.url}/p/default/metrics?range=15m`);
  await expect(page.getByText('Nothing in the last 15 minutes')).toBeVisible();
  await expect(page.getByText('5 older metrics.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('row', { name: /queue\.depth/ })).toBeVisible();
});

test('a list that fails says so and can be tried again', async ({ browser, collector, post }) => {
  await post('logs', oneLog('hello'));
  // A page of its own: the failed request is an error in the console by intent.
  const page = await browser.newPage();
  await refuseUntilTriedAgain(page, '**/otel/logs?*', 'No such service.');
  await page.goto(`${collector.url}/p/default/logs`);
  await expect(page.getByText('No such service.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /hello/ })).toBeVisible();
  await page.close();
});
