import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { chatTrace, json } from './sample-traces.ts';

const feed = (page: Page) => page.getByRole('grid', { name: 'Live' });

test('a lost connection is said, and what was missed is read when it is back', async ({
  browser,
  collector,
  send,
}) => {
  // A page of its own: the failed requests are errors in the console by intent.
  const page = await browser.newPage();
  await send(chatTrace({ question: 'before?', answer: 'before.' }));
  let isAway = false;
  await page.route('**/otel/sse', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`${collector.url}/p/default/live`);
  await expect(feed(page)).toContainText('before.');
  isAway = true;
  // A hidden page closes its stream; shown again it opens another, which fails here.
  await page.evaluate(() => {
    const show = (isHidden: boolean): void => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    show(true);
    show(false);
  });
  await send(chatTrace({ question: 'meanwhile?', answer: 'meanwhile.' }));
  await expect(page.getByText(/Live updates lost/)).toBeAttached();
  // It takes no room from what stands around it.
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  expect(await sidebar.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(page.getByText('The connection to the collector is lost.')).toHaveCount(1);
  await expect(page.getByTitle('Since this screen was opened, of any kind')).toHaveText('not connected');
  // Every screen says so.
  for (const screen of ['Traces', 'Dashboard', 'Live']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByText('The connection to the collector is lost.')).toBeVisible();
  }
  isAway = false;
  await expect(page.getByText('The connection to the collector is lost.')).toHaveCount(0);
  await expect(feed(page)).toContainText('meanwhile.');
  await page.close();
});

test('eight windows of a browser live on one connection, whichever of them closes', async ({
  context,
  collector,
  send,
}) => {
  test.slow();
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/otel/sse')) streams.push(request.url());
  });
  const windows = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  await Promise.all(windows.map((page) => page.goto(`${collector.url}/p/default/live`)));
  for (const page of windows) await expect(page.getByText('Waiting for the first span')).toBeVisible();
  await send(chatTrace({ question: 'q', answer: 'to all.' }));
  for (const page of windows) await expect(feed(page)).toContainText('to all.');
  expect(streams).toHaveLength(1);

  for (const [at, page] of windows.slice(0, 7).entries()) {
    await page.close();
    await send(chatTrace({ question: 'q', answer: `after ${at}.` }));
    for (const other of windows.slice(at + 1)) await expect(feed(other)).toContainText(`after ${at}.`);
  }
  expect(streams.length).toBeLessThanOrEqual(8);
  await windows[7]?.close();
});

test('windows that look at a project each load beside each other, and all hear what comes', async ({
  context,
  collector,
  send,
}) => {
  test.slow();
  const projects = Array.from({ length: 8 }, (_, at) => `project-${at}`);
  const windows = await Promise.all(projects.map(() => context.newPage()));
  for (const [at, page] of windows.entries()) await page.goto(`${collector.url}/p/${projects[at]}/live`);
  for (const page of windows) await expect(page.getByText('Waiting for the first span')).toBeVisible();
  for (const project of projects) await send(chatTrace({ question: 'q', answer: `of ${project}.` }), project);
  for (const [at, page] of windows.entries())
    await expect(feed(page)).toContainText(`of ${projects[at]}.`, { timeout: 20_000 });
  for (const page of windows) await page.close();
});

test('a window that is hidden leaves the connection to the others', async ({ context, collector, send }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto(`${collector.url}/p/default/live`);
    await expect(page.getByText('Waiting for the first span')).toBeVisible();
  }
  await first.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await send(chatTrace({ question: 'q', answer: 'to whom it is seen by.' }));
  await expect(feed(second)).toContainText('to whom it is seen by.');
  await expect(feed(first)).toHaveCount(0);
  await first.close();
  await second.close();
});

test('a feed that cannot be read says so and goes on when it can', async ({ browser, collector, send }) => {
  await send(chatTrace({ question: 'q', answer: 'here.' }));
  const page = await browser.newPage();
  const refuse = (url: RegExp) =>
    page.route(url, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: json({
          error: 'Internal Server Error',
          code: 'STORAGE_ERROR',
          message: 'The database failed.',
        }),
      }),
    );
  await refuse(/otel\/traces\?/);
  await page.goto(`${collector.url}/p/default/live`);
  await expect(page.getByText('The database failed.')).toBeVisible();
  await page.unroute(/otel\/traces\?/);
  await expect(feed(page)).toContainText('here.');
  await page.close();
});

test('a screen whose code cannot be had while the collector is away says so, and is there when it is back', async ({
  browser,
  collector,
  send,
}) => {
  await send(chatTrace({ question: 'q', answer: 'a' }));
  const page = await browser.newPage();
  await page.route(/DashboardPage/, (route) => route.abort());
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('grid', { name: 'Traces' })).toContainText('answer-question');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'This screen failed' });
  await expect(alert).toContainText('The collector does not answer.');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeVisible();
  await page.getByRole('link', { name: 'Traces', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Traces' })).toContainText('answer-question');

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(alert).toBeVisible();
  await page.unroute(/DashboardPage/);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.close();
});

test('every screen opens while the collector is away, also for the first time, and says so', async ({
  browser,
  collector,
}) => {
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByText('No traces yet')).toBeVisible();
  for (const screen of ['Live', 'Sessions', 'Spans', 'Logs', 'Metrics', 'Dashboard', 'SetUp', 'Settings'])
    await page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}Page-`)),
      screen,
    );
  await page.context().setOffline(true);
  for (const screen of ['Live', 'Sessions', 'Spans', 'Logs', 'Metrics', 'Dashboard', 'Set-up', 'Settings']) {
    await page.getByRole('navigation').getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await expect(page.getByText(/does not answer|connection to the collector is lost/).first()).toBeVisible();
    await expect(page.getByText('This screen failed')).toHaveCount(0);
  }
  await page.close();
});
