import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { store } from '../../collector/testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { axeFindings } from './axe-findings.ts';
import { overflow } from './settings-page.ts';

// Pages of their own: a refused change is an error in the console by intent.
let collector: RunningCollector;
let directory: string;
let file: string;
test.beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-redaction-'));
  file = path.join(directory, 'tracedeck.json');
  collector = await startCollector({ options: { origin: { sources: new Map(), file } } });
});
test.afterEach(async () => {
  await collector.stop();
  rmSync(directory, { recursive: true, force: true });
});

const KEY = `sk-proj-${'a1B2'.repeat(8)}`;
const written = (): unknown => JSON.parse(readFileSync(file, 'utf8'));
const open = (page: Page) => page.goto(`${collector.url}/p/default/settings?group=redaction`);
const item = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Redaction rules' }).getByRole('listitem').filter({ hasText: name });

test('a ready-made rule is switched on, takes out what arrives, and is told in the ingest doctor', async ({
  page,
}) => {
  await open(page);
  await expect(page.getByText('What is stored already stays as it is')).toBeVisible();
  for (const rule of await page.getByRole('list', { name: 'Redaction rules' }).getByRole('switch').all())
    await expect(rule).toHaveAttribute('aria-checked', 'false');
  const rule = item(page, 'API keys').getByRole('switch');
  await rule.click();
  await expect(rule).toHaveAttribute('aria-checked', 'true');
  await expect.poll(written).toHaveProperty('redaction.rules.0.name', 'API keys');

  const spans = [
    { traceId: traceIdOf(1), spanId: spanIdOf(1), name: `call with ${KEY}`, attributes: { note: KEY } },
  ];
  await store(collector.url, 'default', { spans });
  await page.goto(`${collector.url}/p/default/spans`);
  await expect(page.getByRole('row', { name: /call with \[redacted\]/ })).toBeVisible();
  await page.goto(`${collector.url}/p/default/set-up?show=doctor`);
  await page.getByRole('row', { name: /otel\/default\/v1\/traces/ }).click();
  await expect(page.getByRole('region', { name: 'Request details' })).toContainText('2 values');

  await open(page);
  await item(page, 'API keys').getByRole('switch').click();
  await expect(item(page, 'API keys').getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  await expect.poll(written).toHaveProperty('redaction.rules.0.enabled', false);
});

test('a rule is added, refused where it cannot be, changed, and removed once that is confirmed', async ({
  page,
}) => {
  await open(page);
  const form = page.getByRole('form', { name: 'Add a rule' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('alert')).toContainText('Give the rule a name');
  await form.getByLabel('Name').fill('Customers');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('alert')).toContainText('keys, a pattern, or both');
  await form.getByLabel('Pattern').fill('customer-(');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('alert')).toContainText(
    `redaction.rules: the rule "Customers" has a pattern that can't be used: missing closing )`,
  );
  await expect(form.getByLabel('Pattern')).toHaveValue('customer-(');

  await form.getByLabel('Pattern').fill(String.raw`customer-\d+`);
  await form.getByLabel('Attribute keys').fill('note\nuser.*');
  await form.getByLabel('Replacement').fill('(customer)');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(item(page, 'Customers')).toContainText('note, user.*');
  await expect(form.getByLabel('Name')).toHaveValue('');
  const rule = {
    name: 'Customers',
    keys: ['note', 'user.*'],
    pattern: String.raw`customer-\d+`,
    replacement: '(customer)',
  };
  await expect.poll(written).toHaveProperty('redaction.rules', [rule]);

  await page.getByRole('button', { name: 'Change the rule Customers' }).click();
  const editor = page.getByRole('form', { name: 'Change the rule Customers' });
  await expect(editor.getByLabel('Name')).toBeFocused();
  await expect(editor.getByLabel('Attribute keys')).toHaveValue('note\nuser.*');
  await editor.getByLabel('Attribute keys').fill('');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(item(page, 'Customers')).not.toContainText('user.*');
  await expect(form).toBeVisible();
  const { keys: _, ...everywhere } = rule;
  await expect.poll(written).toHaveProperty('redaction.rules', [everywhere]);

  await page.getByRole('button', { name: 'Remove the rule Customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the rule “Customers”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(item(page, 'Customers')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the rule Customers' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(item(page, 'Customers')).toHaveCount(0);
  await expect.poll(written).toHaveProperty('redaction.rules', []);
});

test('what is half typed stays when a rule is switched, and what was added elsewhere when this page changes one', async ({
  page,
}) => {
  await open(page);
  const form = page.getByRole('form', { name: 'Add a rule' });
  await form.getByLabel('Name').fill('Half');
  const elsewhere = { name: 'Elsewhere', pattern: 'x' };
  const answer = await fetch(`${collector.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redaction: { rules: [elsewhere] } }),
  });
  expect(answer.status).toBe(200);
  await item(page, 'E-mail addresses').getByRole('switch').click();
  await expect(item(page, 'Elsewhere')).toBeVisible();
  await expect.poll(written).toHaveProperty('redaction.rules.0', elsewhere);
  await expect.poll(written).toHaveProperty('redaction.rules.1.name', 'E-mail addresses');
  await expect(form.getByLabel('Name')).toHaveValue('Half');

  await page.getByRole('button', { name: 'Change the rule Elsewhere' }).click();
  const editor = page.getByRole('form', { name: 'Change the rule Elsewhere' });
  await editor.getByLabel('Replacement').fill('(gone)');
  await item(page, 'Bearer tokens').getByRole('switch').click();
  await expect(item(page, 'Bearer tokens').getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(item(page, 'Elsewhere')).toContainText('(gone)');
  await expect.poll(written).toHaveProperty('redaction.rules.length', 3);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the rules have no accessibility finding, ${theme}`, async ({ page }, testInfo) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 1400 });
    await open(page);
    await item(page, 'E-mail addresses').getByRole('switch').click();
    await page.getByRole('button', { name: 'Change the rule E-mail addresses' }).click();
    const form = page.getByRole('form', { name: 'Change the rule E-mail addresses' });
    await form.getByLabel('Pattern').fill('[');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.screenshot({ path: testInfo.outputPath(`redaction-${theme}.png`), fullPage: true });
    await page.getByRole('button', { name: 'Remove the rule E-mail addresses' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
