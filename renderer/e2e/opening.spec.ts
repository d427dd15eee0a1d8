import type { Page, Request } from 'playwright/test';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

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

for (const kind of ['traces', 'sessions', 'spans', 'logs', 'metrics'])
  test(`the first page of ${kind} is asked for once, before the scripts that show it are there`, async ({
    page,
    collector,
    send,
  }) => {
    await send({ spans: [{ ...step(1), attributes: { 'session.id': 'one' } }] });
    const asked: string[] = [];
    const isFirstPage = (url: string) => url.includes(`/otel/${kind}?`) && url.includes('limit=50');
    page.on('request', (request: Request) => isFirstPage(request.url()) && asked.push(request.url()));
    const release = await holdScripts(page);
    const answered = page.waitForResponse((response) => isFirstPage(response.url()));
    await page.goto(`${collector.url}/p/default/${kind}`, { waitUntil: 'commit' });
    await answered;
    await expect(page.locator('#root')).toBeEmpty();
    release();
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByText('listening').first()).toBeVisible();
    // A second one would come when the stream has told what happened before.
    await page.waitForTimeout(500);
    expect(asked).toEqual([`${collector.url}/api/v1/project/default/otel/${kind}?page=1&limit=50`]);
  });

test('what arrives while a list is still loaded is shown', async ({ page, collector, send }) => {
  const release = await holdScripts(page);
  const answered = page.waitForResponse(/traces\?page=1/);
  await page.goto(`${collector.url}/p/default/traces`, { waitUntil: 'commit' });
  await answered;
  await send(chatTrace({ name: 'meanwhile', question: 'Is it there?', answer: 'Yes.' }));
  release();
  await expect(page.getByRole('row', { name: /meanwhile/ })).toBeVisible();
  await send(chatTrace({ name: 'afterwards', question: 'And this?', answer: 'Too.' }));
  await expect(page.getByRole('row', { name: /afterwards/ })).toBeVisible();
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

test('a project whose name the address encodes opens as ever', async ({ page, collector, send }) => {
  await send({ spans: [step(1)] }, 'my-project');
  await page.goto(`${collector.url}/p/my%2Dproject/traces/${TRACE}`);
  await expect(rows(page)).toHaveCount(2);
});
