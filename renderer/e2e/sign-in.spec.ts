import { expect, test } from 'playwright/test';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { axeFindings } from './axe-findings.ts';

// Pages of their own: a refused request is an error in the console by intent.
let collector: RunningCollector;
test.beforeEach(async () => {
  collector = await startCollector({
    configure: (config) => {
      config.auth.enabled = true;
    },
  });
});
test.afterEach(() => collector.stop());

test('without a token there is a way in, whatever was asked for', async ({ page }) => {
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByRole('heading', { name: 'Sign in to Tracedeck' })).toBeVisible();
  const field = page.getByLabel('Token or sign-in link');
  await field.fill('nonsense');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is neither a token nor a sign-in link.');
  await field.fill('aaa.bbb.ccc');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The collector does not accept this token.');
  await field.fill(collector.token ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No sessions yet')).toBeVisible();
});

test('a sign-in link lets in, pasted or opened', async ({ page, context }) => {
  const link = `${collector.url}/#token=${collector.token}`;
  await page.goto(`${collector.url}/p/default/spans`);
  await page.getByLabel('Token or sign-in link').fill(link);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No spans yet')).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${collector.url}/p/default/spans`);
  await expect(other.getByRole('heading', { name: 'Sign in to Tracedeck' })).toBeVisible();
  await other.goto(`${collector.url}/p/default/spans#token=${collector.token}`);
  await expect(other.getByText('No spans yet')).toBeVisible();
  expect(other.url()).not.toContain('token');
});

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in screen has no accessibility finding, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(collector.url);
    await expect(page.getByRole('heading', { name: 'Sign in to Tracedeck' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
