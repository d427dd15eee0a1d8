import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';

// Pages of their own: a refused change is an error in the console by intent.
let collector: RunningCollector;
let directory: string;
let file: string;
test.beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-settings-'));
  file = path.join(directory, 'tracedeck.json');
  writeFileSync(file, JSON.stringify({ otel: { retention: { max_spans: 500_000 } } }));
  const sources = new Map([
    ['otel.retention.max_spans', file],
    [
      'otel.retention.check_interval_secs',
      'environment variable TRACEDECK_OTEL__RETENTION__CHECK_INTERVAL_SECS',
    ],
    ['server.port', 'command line'],
  ]);
  collector = await startCollector({
    options: { origin: { sources, file } },
    configure: (config) => {
      config.otel.retention.max_spans = 500_000;
    },
  });
});
test.afterEach(async () => {
  await collector.stop();
  rmSync(directory, { recursive: true, force: true });
});

const setting = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const written = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

test('while settings cannot be read the look can be changed, and the rest is tried again', async ({
  page,
}) => {
  await page.route('**/api/v1/settings', (call) => call.abort());
  await page.goto(`${collector.url}/p/default/settings`);
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.getByRole('link', { name: 'Addresses and ports' }).click();
  await expect(page.getByText('The settings could not be loaded')).toBeVisible();
  await page.unroute('**/api/v1/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(setting(page, 'Port')).toContainText('Command line');
});

test('a change is made also on a machine without a network', async ({ page }) => {
  await page.goto(`${collector.url}/p/default/settings?group=retention`);
  const spans = setting(page, 'Keep spans');
  await spans.getByRole('textbox').fill('400000');
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.keyboard.press('Enter');
  await expect(spans).toContainText('Saved.');
  expect(written()).toEqual({ otel: { retention: { max_spans: 400_000 } } });
});

test('each setting tells its value, where it came from, and how it is changed', async ({ page }) => {
  await page.goto(`${collector.url}/p/default/settings?group=retention`);
  await expect(setting(page, 'Keep spans').getByRole('textbox')).toHaveValue('500000');
  await expect(setting(page, 'Keep spans')).toContainText(`File: ${file}`);
  await expect(setting(page, 'Keep for days')).toContainText('Default');
  await expect(setting(page, 'Keep for days').getByRole('textbox')).toHaveAttribute(
    'placeholder',
    'for ever',
  );
  const held = setting(page, 'Look every');
  await expect(held).toContainText('300 s');
  await expect(held).toContainText('Environment: TRACEDECK_OTEL__RETENTION__CHECK_INTERVAL_SECS');
  await expect(held).toContainText('change it there and start again');
  await expect(held.getByRole('textbox')).toHaveCount(0);

  await page.getByRole('link', { name: 'Addresses and ports' }).click();
  await expect(page).toHaveURL(/group=network/);
  await expect(setting(page, 'Port')).toContainText('Command line');
  await expect(setting(page, 'Host')).toContainText('next start');
  await expect(
    page.getByText(`is read when the collector starts: set it in ${file} and start again.`),
  ).toBeVisible();
  await expect(page.getByText(collector.otlpUrl)).toBeVisible();
  await page.reload();
  await expect(setting(page, 'Port')).toContainText('Command line');

  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await expect(setting(page, 'Directory')).toContainText(collector.dataDir);
});

test('a change counts once the collector says so, is written to the file, and tells its new origin', async ({
  page,
}) => {
  await page.goto(`${collector.url}/p/default/settings?group=retention`);
  const days = setting(page, 'Keep for days');
  await days.getByRole('textbox').fill('30');
  await days.getByRole('textbox').press('Enter');
  await expect(days).toContainText('Saved.');
  await expect(days).toContainText(`File: ${file}`);
  expect(written()).toEqual({ otel: { retention: { max_spans: 500_000, days: 30 } } });

  await days.getByRole('textbox').fill('');
  await days.getByRole('button', { name: 'Save' }).click();
  await expect.poll(written).toEqual({ otel: { retention: { max_spans: 500_000, days: null } } });

  await page.getByRole('link', { name: 'Search and filters' }).click();
  const search = setting(page, 'Full text search').getByRole('switch');
  await expect(search).toHaveAttribute('aria-checked', 'true');
  await search.click();
  await expect(search).toHaveAttribute('aria-checked', 'false');
  await expect.poll(written).toHaveProperty('otel.search.enabled', false);

  const keys = setting(page, 'Other attributes of spans');
  await keys.getByRole('textbox').fill('customer.id\ntenant');
  await keys.getByRole('textbox').press('Control+Enter');
  await expect.poll(written).toHaveProperty('otel.attributes.span_attributes', ['customer.id', 'tenant']);
});

test('a value that cannot be is refused at its field, and nothing changes', async ({ page }) => {
  await page.goto(`${collector.url}/p/default/settings?group=retention`);
  const days = setting(page, 'Keep for days');
  const field = days.getByRole('textbox');
  await field.fill('-3');
  await field.press('Enter');
  await expect(days.getByRole('alert')).toContainText(
    'otel.retention.days must be a number above 0 or null, not -3',
  );
  await expect(field).toHaveValue('-3');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(days).toContainText('Default');
  expect(written()).toEqual({ otel: { retention: { max_spans: 500_000 } } });
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(days.getByRole('alert')).toHaveCount(0);

  await field.fill('soon');
  await field.press('Enter');
  await expect(days.getByRole('alert')).toContainText('not "soon"');
});

test('prices are added, refused when they are none, and taken away', async ({ page }) => {
  await page.goto(`${collector.url}/p/default/settings?group=pricing`);
  await expect(page.getByText('the built-in list of prices alone counts')).toBeVisible();
  const groups = page.getByRole('navigation', { name: 'Groups of settings' });
  await expect(groups.locator('[aria-current]')).toHaveText('Prices');
  const form = page.getByRole('form', { name: 'Add a price' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('alert')).toContainText('Name the model');
  await form.getByLabel('Model').fill('my-model');
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && asked.push(request.url()));
  await form.getByLabel('Input').fill('1,5');
  await form.getByLabel('Output').fill('2.5');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('alert')).toHaveText('Input must be a number, such as 1.5.');
  await expect(form.getByLabel('Input')).toBeFocused();
  await expect(form.getByLabel('Input')).toHaveAttribute('aria-invalid', 'true');
  expect(asked).toEqual([]);
  await form.getByLabel('Input').fill('0.5');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('row', { name: /my-model/ })).toContainText('$0.5');
  await expect.poll(written).toHaveProperty('pricing.overrides', { 'my-model': { input: 0.5, output: 2.5 } });
  // What is half typed stays, and so does what was added elsewhere meanwhile.
  await form.getByLabel('Model').fill('half');
  const elsewhere = { input: 1, output: 2 };
  const answer = await fetch(`${collector.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      pricing: { overrides: { 'my-model': { input: 0.5, output: 2.5 }, elsewhere } },
    }),
  });
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: 'Remove the price of my-model' }).click();
  await expect(page.getByRole('row', { name: /my-model/ })).toHaveCount(0);
  await expect.poll(written).toHaveProperty('pricing.overrides', { elsewhere });
  await expect(form.getByLabel('Model')).toHaveValue('half');
});

test('tokens say how they are made, and the theme is chosen here too', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: collector.url });
  await page.goto(`${collector.url}/p/default/settings?group=access`);
  await page.getByRole('button', { name: 'Copy Make one on the collector’s machine' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('tracedeck token create');
  await page.getByRole('link', { name: 'Appearance' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true');
  // What only the desktop window has is not here.
  await expect(page.getByRole('link', { name: 'Desktop' })).toHaveCount(0);
});

test('the key of a setting never lies on its value', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1000 });
  for (const group of ['retention', 'search', 'limits']) {
    await page.goto(`${collector.url}/p/default/settings?group=${group}`);
    const settings = page.getByRole('region', { name: 'Settings', exact: true });
    const keys = settings.locator('code', { hasText: /^otel\./ });
    await expect(keys.first()).toBeVisible();
    const over = await keys.evaluateAll((all) =>
      all
        .filter((key) => key.getBoundingClientRect().right > key.parentElement!.getBoundingClientRect().right)
        .map((key) => key.textContent),
    );
    expect(over, group).toEqual([]);
  }
});

test('the prices of a model are asked for in one line, also beside the groups of a small window', async ({
  page,
}) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${collector.url}/p/default/settings?group=pricing`);
    const form = page.getByRole('form', { name: 'Add a price' });
    await expect(form).toBeVisible();
    const fields = form.locator('input:not([name=model]), button');
    await expect(fields).toHaveCount(5);
    const lines = await fields.evaluateAll(
      (all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size,
    );
    expect(lines, `at ${width}`).toBe(1);
  }
});
