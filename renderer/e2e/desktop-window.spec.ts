import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { makeToken } from '../../collector/auth/tokens.ts';
import { projectUrl, read } from '../../collector/testing/api-client.ts';
import { TracePage } from '../../collector/contract/traces.ts';
import { traceIdOf, spanIdOf, traceRequest } from '../../collector/testing/otlp.ts';
import type { Notice } from '../../electron/contract/bridge.ts';
import { pathOfLink } from '../../electron/deep-links.ts';
import { startPageHost, type PageHost } from '../../electron/testing/page-host.ts';
import { PageLife } from '../../electron/window/page-life.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { expect, test as base } from './fixtures.ts';
import { asked, giveBridge } from './desktop-bridge.ts';
import { chatTrace } from './sample-traces.ts';

const renderer = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

interface Window {
  readonly host: PageHost;
  readonly life: PageLife;
  /** Asks for a token, which only the host has. */
  readonly guarded: RunningCollector;
}

/** The page as the desktop window has it: answered by the code behind `app://tracedeck/`, with a bridge that notes what it was asked. */
const test = base.extend<{ readonly desktop: Window }>({
  // oxlint-disable-next-line no-empty-pattern
  desktop: async ({}, use) => {
    const guarded = await startCollector({
      configure: (config) => {
        config.auth.enabled = true;
        config.stream.max_connections = 2;
      },
    });
    const life = new PageLife();
    const { url, token } = guarded;
    const host = await startPageHost({
      folder: renderer,
      target: () => ({ url, token }),
      life: () => life.signal,
    });
    await use({ host, life, guarded });
    await host.stop();
    await guarded.stop();
  },
  // The host is named first so that it outlives the page, which would complain of its absence.
  page: async ({ desktop, page }, use) => {
    await use(page);
    if (desktop.life.signal.aborted) throw new Error('The page went before its test was over.');
  },
});

test('the page works through the window’s own answers, live, with a token that it never sees', async ({
  page,
  desktop,
}) => {
  await giveBridge(page);
  await page.goto(desktop.host.url);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  const { guarded } = desktop;
  const body = JSON.stringify(
    traceRequest(chatTrace({ name: 'over-the-bridge', question: 'q', answer: 'a' })),
  );
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${guarded.token}` };
  expect((await fetch(`${guarded.url}/v1/traces`, { method: 'POST', headers, body })).status).toBe(200);
  await expect(page.getByRole('row', { name: /over-the-bridge/ })).toBeVisible();
  const seen = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]),
  );
  expect(seen).not.toContain(guarded.token!);
});

test('its streams end with the page, so that their places are free for the next', async ({
  page,
  desktop,
}) => {
  const { host, life, guarded } = desktop;
  const headers = { authorization: `Bearer ${guarded.token}` };
  const status = async (): Promise<number> => {
    const answer = await fetch(`${projectUrl(guarded.url)}/sse`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  await page.goto(host.url);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  for (let i = 0; i < 3; i++) {
    life.begin();
    await page.reload();
    life.arrive();
    await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  }
  await expect(page.getByText('Live updates lost')).toHaveCount(0);
  await expect.poll(status).toBe(200);
});

test('a link leads to its page without loading anew', async ({ page, desktop }) => {
  await giveBridge(page);
  await page.goto(desktop.host.url);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await page.evaluate(() => {
    (window as unknown as { kept: boolean }).kept = true;
    (window as unknown as { navigate: (path: string) => void }).navigate('/p/default/logs');
  });
  await expect(page).toHaveURL(/\/p\/default\/logs/);
  expect(await page.evaluate(() => (window as unknown as { kept?: boolean }).kept)).toBe(true);
});

test('a link to what is shown opens the app or a browser, whatever the address of the page is', async ({
  page,
  desktop,
}) => {
  const { guarded } = desktop;
  const trace = chatTrace({ name: 'said', question: 'q', answer: 'a', sessionId: 'a b' });
  const answer = await fetch(`${guarded.url}/otel/shop/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${guarded.token}` },
    body: JSON.stringify(traceRequest(trace)),
  });
  expect(answer.status).toBe(200);
  await giveBridge(page);
  const copied = async (path: string): Promise<string> => {
    await page.goto(`${desktop.host.url}${path}`);
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Copy the link to this view' }).click();
    await expect.poll(async () => (await asked(page)).length).toBe(1);
    return ((await asked(page)) as [string, string][])[0]![1];
  };
  const session = await copied('/p/shop/sessions/a%20b');
  expect([session, pathOfLink(session)]).toEqual([
    'tracedeck://session/a%20b?project=shop',
    '/p/shop/sessions/a%20b',
  ]);
  expect(await copied('/p/shop/logs')).toBe(`${guarded.url}/p/shop/logs`);
});

test('the token that the window sends is marked in the list, and what revoking it means is said', async ({
  page,
  desktop,
}) => {
  const { record } = makeToken(desktop.guarded.dataDir, { name: 'window 1', ttlMs: null });
  makeToken(desktop.guarded.dataDir, { name: 'an agent', ttlMs: null });
  await giveBridge(page, [], record.id);
  await page.goto(`${desktop.host.url}/p/default/settings?group=access`);
  await expect(page.getByRole('row', { name: /window 1/ })).toContainText('this page');
  await expect(page.getByRole('row', { name: /an agent/ })).not.toContainText('this page');
  await page.getByRole('button', { name: 'Revoke window 1' }).click();
  await expect(page.getByRole('dialog')).toContainText('goes on with another one');
});

test('what the app has to say stands above the page, with what can be done', async ({ page, desktop }) => {
  const notices: Notice[] = [
    {
      id: 1,
      tone: 'error',
      text: 'the ingest thread failed',
      actions: ['restart', 'show-logs'],
      progress: null,
    },
    { id: 2, tone: 'info', text: 'port 5388 is taken by another program', actions: [], progress: null },
  ];
  await giveBridge(page, notices);
  await page.goto(desktop.host.url);
  const error = page.getByRole('alert').filter({ hasText: 'the ingest thread failed' });
  await error.getByRole('button', { name: 'Show the log' }).click();
  await error.getByRole('button', { name: 'Restart Tracedeck' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'port 5388' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  expect(await asked(page)).toEqual([['showLogs'], ['restart'], ['dismissNotice', 2]]);
});

test('its settings have a group of their own, and may change what counts from the next start', async ({
  page,
  desktop,
}) => {
  await giveBridge(page);
  await page.goto(`${desktop.host.url}/p/default/settings?group=desktop`);
  await page.getByRole('switch', { name: 'Keep running in the tray' }).click();
  await expect(page.getByRole('switch', { name: 'Keep running in the tray' })).toHaveAttribute(
    'aria-checked',
    'false',
  );
  await page.getByRole('button', { name: 'Put tracedeck on the PATH' }).click();
  await expect(page.getByText('ready in every new terminal')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('button', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move all data?' });
  await expect(dialog).toContainText('/mnt/traces');
  await dialog.getByRole('button', { name: 'Move' }).click();
  expect(await asked(page)).toEqual([
    ['changeSettings', { desktop: { close_to_tray: false } }],
    ['installCommandLine'],
    ['checkForUpdates'],
    ['moveData', '/mnt/traces'],
  ]);

  await page.getByRole('link', { name: 'Addresses and ports' }).click();
  const port = page.getByRole('group', { name: 'Port', exact: true });
  await expect(port).toContainText('next start');
  await port.getByRole('textbox').fill('5400');
  await port.getByRole('textbox').press('Enter');
  await page.getByRole('button', { name: 'Restart Tracedeck' }).click();
  expect((await asked(page)).slice(-2)).toEqual([
    ['changeSettings', { server: { port: 5400 } }],
    ['restart'],
  ]);
});

test('a browser has neither that group nor notices', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/default/settings`);
  await expect(page.getByRole('link', { name: 'Addresses and ports' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Desktop' })).toHaveCount(0);
});

/** Drops a file on the window as the system does. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], name));
      return transfer;
    },
    [name, content] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop OTLP files')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

for (const kind of ['browser', 'desktop'] as const)
  test(`a file that is dropped on the window opens as a trace, in the ${kind}`, async ({
    browser,
    collector,
    desktop,
  }) => {
    // A page of its own: the refusal is an error in the console by intent.
    const page = await browser.newPage();
    await page.goto(`${kind === 'browser' ? collector.url : desktop.host.url}/p/shop/traces`);
    await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
    const line = JSON.stringify(
      traceRequest({ spans: [{ traceId: traceIdOf(9), spanId: spanIdOf(9), name: 'from a file' }] }),
    );
    await drop(page, 'traces.jsonl', `${line}\nnothing\n`);
    await expect(page).toHaveURL(new RegExp(`/p/shop/traces/${traceIdOf(9)}`));
    await expect(
      page.getByRole('status').filter({ hasText: '1 part of traces.jsonl passed over' }),
    ).toBeVisible();
    await drop(page, 'notes.txt', 'hello');
    await expect(page.getByRole('alert')).toContainText('notes.txt: nothing in the file could be stored');
    await page.close();
  });

test('a file that lies on the disk is left to the app, which tells how far it is and can be stopped', async ({
  browser,
  desktop,
}) => {
  // A page of its own: the refusal is an error in the console by intent.
  const page = await browser.newPage();
  const notice = { tone: 'info', text: 'Opening a.jsonl', progress: 0.5 } as const;
  await giveBridge(page, [{ id: 1, ...notice, actions: ['cancel-opening'] }]);
  let uploads = 0;
  page.on('request', (request) => (uploads += request.url().endsWith('/import') ? 1 : 0));
  await page.goto(`${desktop.host.url}/p/shop/traces`);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await drop(page, 'a.jsonl', 'hello');
  await drop(page, 'made.jsonl', 'hello');
  await expect(page.getByRole('alert')).toContainText('made.jsonl: nothing in the file');
  await page.getByRole('status').filter({ hasText: 'Opening a.jsonl' }).getByRole('button').click();
  expect(await asked(page)).toEqual([['openFile', 'a.jsonl'], ['openFile', 'made.jsonl'], ['cancelOpening']]);
  expect(uploads).toBe(1);
  await page.close();
});

test('a pause is said above the page, and ended there', async ({ page, collector, send }) => {
  await fetch(`${collector.url}/api/v1/ingest/pause`, { method: 'POST' });
  await page.goto(collector.url);
  await page
    .getByRole('status')
    .filter({ hasText: 'Receiving is paused' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await expect(page.getByText('Receiving is paused')).toHaveCount(0);
  await send(chatTrace({ name: 'after', question: 'q', answer: 'a' }));
  const { data } = await read(TracePage, `${projectUrl(collector.url)}/traces`);
  expect(data).toHaveLength(1);
});
