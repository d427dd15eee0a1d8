import type { Page, Request } from 'playwright/test';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';

const TRACE = traceIdOf(7);
const step = (n: number) => ({
  traceId: TRACE,
  spanId: spanIdOf(n),
  name: `step ${n}`,
  ...(n === 1 ? {} : { parentSpanId: spanIdOf(1) }),
});

/** Keeps the page's main script back until it is released. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/window-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const rows = (page: Page) => page.getByRole('treegrid').getByRole('row');

test('a trace is asked for once, before the scripts that show it are there', async ({
  page,
  collector,
  send,
}) => {
  await send({ spans: [step(1), step(2)] });
  const asked: string[] = [];
  page.on('request', (request: Request) => asked.push(new URL(request.url()).pathname));
  const release = await holdScripts(page);
  const answered = page.waitForResponse(/fields=tree/);
  await page.goto(`${collector.url}/p/default/traces/${TRACE}`, { waitUntil: 'commit' });
  await answered;
  await expect(page.locator('#root')).toBeEmpty();
  release();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('listening').first()).toBeVisible();
  const project = '/api/v1/project/default/otel';
  expect(asked.filter((path) => path === `${project}/traces/${TRACE}`)).toHaveLength(1);
  expect(asked.filter((path) => path === `${project}/sse`)).toHaveLength(1);
});

test('what arrives while the page is still loaded is shown', async ({ page, collector, send }) => {
  await send({ spans: [step(1)] });
  const release = await holdScripts(page);
  const answered = page.waitForResponse(/fields=tree/);
  await page.goto(`${collector.url}/p/default/traces/${TRACE}`, { waitUntil: 'commit' });
  await answered;
  await send({ spans: [step(2), step(3)] });
  release();
  await expect(rows(page)).toHaveCount(4);
  await send({ spans: [step(4)] });
  await expect(rows(page)).toHaveCount(5);
});

test('what arrives before a stream that was refused first is open is shown', async ({
  browser,
  collector,
  send,
}) => {
  await send({ spans: [step(1)] });
  // A page of its own: a refused request is an error in the console by intent.
  const page = await browser.newPage();
  const release = await holdScripts(page);
  await page.route(/\/sse/, (route) => route.abort(), { times: 1 });
  const answered = page.waitForResponse(/fields=tree/);
  await page.goto(`${collector.url}/p/default/traces/${TRACE}`, { waitUntil: 'commit' });
  await answered;
  const opened = page.waitForResponse(/\/sse/);
  await send({ spans: [step(2), step(3)] });
  await opened;
  // Its first event is there, too.
  await page.waitForTimeout(500);
  release();
  await expect(rows(page)).toHaveCount(4);
  await page.close();
});

test('a project whose name the address encodes opens as ever', async ({ page, collector, send }) => {
  await send({ spans: [step(1)] }, 'my-project');
  await page.goto(`${collector.url}/p/my%2Dproject/traces/${TRACE}`);
  await expect(rows(page)).toHaveCount(2);
});
