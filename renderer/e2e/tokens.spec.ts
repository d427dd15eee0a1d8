import { expect, test, type Page } from 'playwright/test';
import { createToken } from '../../collector/auth/tokens.ts';
import { send } from '../../collector/testing/http-client.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { axeFindings } from './axe-findings.ts';
import { overflow } from './settings-page.ts';

// Pages of their own: what is refused is an error in the console by intent.
let collector: RunningCollector;
test.beforeEach(async () => {
  collector = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
});
test.afterEach(() => collector.stop());

const open = (page: Page, token = collector.token) =>
  page.goto(`${collector.url}/p/default/settings?group=access#token=${token}`);
const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await send(`${collector.url}/api/v1/projects`, { headers })).status;
};

test('a token is made, shown once, counts, and is revoked once that is confirmed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: collector.url });
  await open(page);
  await expect(page.getByText('There is no token')).toBeVisible();
  const form = page.getByRole('form', { name: 'Make a token' });
  await form.getByLabel('What it is for').fill('my agent');
  await form.getByLabel('Counts for').selectOption('90 days');
  await form.getByRole('button', { name: 'Make a token' }).click();
  const made = page.getByRole('region', { name: 'The new token' });
  await expect(made).toContainText('shown this once');
  await made.getByRole('button', { name: 'Copy the token' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(await statusWith(token)).toBe(200);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);

  const row = page.getByRole('row', { name: /my agent/ });
  await expect(row).toContainText(/just now|\d s ago/);
  await page.reload();
  await row.getByRole('button', { name: 'Revoke my agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke “my agent”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusWith(token)).toBe(200);
  await row.getByRole('button', { name: 'Revoke my agent' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('There is no token')).toBeVisible();
  await expect.poll(() => statusWith(token)).toBe(401);
});

test('with keys alone a token is made and revoked, and the focus stays among the settings', async ({
  page,
}) => {
  await open(page);
  const form = page.getByRole('form', { name: 'Make a token' });
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  await form.getByLabel('What it is for').fill('my agent');
  await form.getByRole('button', { name: 'Make a token' }).press('Enter');
  const made = page.getByRole('region', { name: 'The new token' });
  await expect(made).toBeVisible();
  await expect(settings).toBeFocused();
  await made.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(form).toBeVisible();
  await expect(settings).toBeFocused();
  await page.getByRole('button', { name: 'Revoke my agent' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(page.getByText('There is no token')).toBeVisible();
  await expect(settings).toBeFocused();
});

test('the token that the page uses is marked, and revoking it leads to the way in', async ({ page }) => {
  await open(page, createToken(collector.dataDir, { name: 'own', ttlMs: null }));
  const row = page.getByRole('row', { name: /own/ });
  await expect(row).toContainText('this page');
  await expect(row).toContainText('it is revoked');
  await row.getByRole('button', { name: 'Revoke own' }).click();
  await expect(page.getByRole('dialog')).toContainText('you will be asked to sign in again');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Tracedeck' })).toBeVisible();
});

test('what can not be loaded, made or revoked is said', async ({ page }) => {
  createToken(collector.dataDir, { name: 'mine', ttlMs: null });
  const fail = { status: 500, json: { error: 'x', code: 'STORAGE_ERROR', message: 'The folder has gone.' } };
  await page.route('**/api/v1/tokens', (route) => route.fulfill(fail));
  await open(page);
  await expect(page.getByRole('alert')).toContainText('The tokens could not be loaded', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The folder has gone.' }).last()).toBeVisible();
  // What could not be made has the list loaded anew, which may just be under way.
  await page.unroute('**/api/v1/tokens');
  const again = page.getByRole('button', { name: 'Try again' });
  const mine = page.getByRole('row', { name: /mine/ });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(mine).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.route('**/api/v1/tokens/*', (route) => route.fulfill(fail));
  await page.getByRole('button', { name: 'Revoke mine' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('alert').first()).toContainText('The folder has gone.');
  await expect(mine).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`tokens have no accessibility finding, ${theme}`, async ({ page }, testInfo) => {
    const day = 86_400_000;
    createToken(collector.dataDir, { name: 'expired', ttlMs: 1 }, Date.now() - 40 * day);
    createToken(collector.dataDir, { name: null, ttlMs: 30 * day });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 1000 });
    await open(page, createToken(collector.dataDir, { name: 'laptop', ttlMs: null }));
    await page.getByRole('button', { name: 'Make a token' }).click();
    await expect(page.getByRole('region', { name: 'The new token' })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(5);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.screenshot({ path: testInfo.outputPath(`tokens-${theme}.png`) });
    await page.getByRole('button', { name: 'Revoke expired' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
