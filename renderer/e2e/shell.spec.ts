import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Health } from '../../collector/contract/health.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('the receivers are shown with their real ports', async ({ page, collector }) => {
  await page.goto(collector.url);
  const receivers = page.getByRole('region', { name: 'Receivers' });
  for (const address of [collector.url, collector.otlpUrl, collector.grpcAddress]) {
    await expect(receivers).toContainText(address.split(':').at(-1) ?? '');
  }
  for (const name of ['HTTP', 'OTLP/HTTP', 'OTLP/gRPC'])
    await expect(receivers.getByText(new RegExp(`^${name} \\d+$`))).toHaveCount(1);
});

test('a receiver that does not listen has no port', async ({ page, collector }) => {
  await page.route('**/api/v1/health', async (route) => {
    const answer = await route.fetch();
    const health = (await answer.json()) as Health;
    const silent = { ...health.receivers.grpc, status: 'failed' as const, address: null };
    const receivers = {
      ...health.receivers,
      standard_http: { ...silent, enabled: false, status: 'off' as const },
      grpc: silent,
    };
    await route.fulfill({ response: answer, json: { ...health, receivers } });
  });
  await page.goto(collector.url);
  const receivers = page.getByRole('region', { name: 'Receivers' });
  await expect(receivers.getByText('OTLP/HTTP', { exact: true })).toBeVisible();
  await expect(receivers.getByText('OTLP/gRPC', { exact: true })).toBeVisible();
  await expect(receivers.getByText('not listening')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a receiver that takes no more connections is full, and says why', async ({ page, collector }) => {
  await page.route('**/api/v1/health', async (route) => {
    const answer = await route.fetch();
    const health = (await answer.json()) as Health;
    const full = { ...health.receivers.grpc, message: '13 connections are open on a port' };
    await route.fulfill({
      response: answer,
      json: { ...health, receivers: { ...health.receivers, grpc: full } },
    });
  });
  await page.goto(collector.url);
  const receivers = page.getByRole('region', { name: 'Receivers' });
  await expect(receivers.getByText('full', { exact: true })).toHaveCount(1);
  await expect(receivers.getByTitle(/13 connections are open on a port/)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a database that takes nothing is said at each receiver, and no longer once it does', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'kept', question: 'q', answer: 'a' }));
  const database = new Database(join(collector.dataDir, 'tracedeck.db'));
  database.exec("CREATE TRIGGER full BEFORE INSERT ON spans BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const refused = chatTrace({ name: 'refused', question: 'q', answer: 'a' });
  await expect(send(refused)).rejects.toThrow('503');
  // As exporters do. Once nobody tries, the collector does: it finds within seconds that all but spans can be written.
  const trying = setInterval(() => void send(refused).catch(() => undefined), 500);
  await page.goto(`${collector.url}/p/default/traces`);
  const receivers = page.getByRole('region', { name: 'Receivers' });
  // Three receivers and the database itself.
  await expect(receivers.getByText('failing')).toHaveCount(4);
  await expect(receivers.getByTitle(/run "tracedeck doctor"/)).toBeVisible();
  await expect(page.getByRole('row', { name: /kept/ })).toBeVisible();
  await page.goto(`${collector.url}/p/default/set-up`);
  await expect(page.getByRole('alert')).toContainText('Nothing is stored, exporters are asked to try again');
  clearInterval(trying);
  database.exec('DROP TRIGGER full');
  database.close();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(receivers.getByText('failing')).toHaveCount(0);
});

test('an address that is no page says so, in the frame of its project', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/shop/nothing/here`);
  await expect(page.getByText('There is no such page')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Sessions' }).click();
  await expect(page).toHaveURL(/\/p\/shop\/sessions/);
  await page.goBack();
  await page.getByRole('link', { name: 'Go to the traces' }).click();
  await expect(page).toHaveURL(/\/p\/shop\/traces/);
});

test('a project is chosen in the sidebar and kept in the address', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'in-shop', question: 'q', answer: 'a' }), 'shop');
  await send(chatTrace({ name: 'in-default', question: 'q', answer: 'a' }));
  await page.goto(collector.url);
  await expect(page.getByRole('row', { name: /in-default/ })).toBeVisible();
  await page.getByRole('button', { name: /Switch project/ }).click();
  // It counts what the list leaves out, too, and says so.
  await expect(page.getByRole('menu')).toContainText('Traces, AI or not');
  await page.getByRole('menuitemradio', { name: /shop/ }).click();
  await expect(page).toHaveURL(/\/p\/shop\/traces/);
  await expect(page.getByRole('row', { name: /in-shop/ })).toBeVisible();
});

test('of very many projects the latest are offered, and the palette finds the others', async ({
  page,
  collector,
  send,
}) => {
  const earlier = chatTrace({ name: 'in-first', question: 'q', answer: 'a', startMs: Date.now() - 60_000 });
  await send(earlier, 'run-first');
  for (let run = 0; run < 120; run++)
    await send(chatTrace({ name: 'in-run', question: 'q', answer: 'a' }), `run-${run}`);
  await page.goto(collector.url);
  await page.getByRole('button', { name: /Switch project/ }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('and 21 others: find them with Ctrl K');
  await expect(menu.getByRole('menuitemradio')).toHaveCount(100);
  await expect(menu.getByRole('menuitemradio', { name: 'run-first' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('run-f');
  await palette.getByRole('option', { name: 'Go to project run-first' }).click();
  await expect(page).toHaveURL(/\/p\/run-first\/traces/);
  await expect(page.getByRole('row', { name: /in-first/ })).toBeVisible();
});

test('the theme is chosen, kept, and there before the first paint', async ({ page, collector }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(collector.url);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: "The system's theme" }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the sidebar and the palette lead to every screen, which the title names', async ({
  page,
  collector,
}) => {
  await page.goto(collector.url);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.first()).toHaveText('Live');
  await expect(links.last()).toHaveText('Settings');
  await links.first().click();
  await expect(page).toHaveTitle('Live · Tracedeck');
  await links.last().click();
  await expect(page).toHaveTitle('Settings · Tracedeck');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ingest doctor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Ingest doctor · Tracedeck');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('live');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/p\/default\/live$/);
});

test('? lists the shortcuts', async ({ page, collector }) => {
  await page.goto(collector.url);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const meaning of ['First, last span', 'Back to the whole trace', 'Previous match'])
    await expect(dialog.getByText(meaning, { exact: true })).toBeAttached();
  // Of lists and of the dashboard's tables.
  await expect(dialog.getByText('First, last row', { exact: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a token in the address is kept for the tab, sent, and taken out of the address', async ({
  page,
  collector,
}) => {
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/project/')) sent.push(request.headers()['authorization']);
  });
  await page.goto(`${collector.url}/p/default/traces#token=abc.def.ghi`);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  expect(new Set(sent)).toEqual(new Set(['Bearer abc.def.ghi']));
});
