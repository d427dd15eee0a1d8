import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('the receivers are shown with their real ports', async ({ page, collector }) => {
  await page.goto(collector.url);
  const receivers = page.getByRole('region', { name: 'Receivers' });
  for (const address of [collector.url, collector.otlpUrl, collector.grpcAddress]) {
    await expect(receivers).toContainText(address.split(':').at(-1) ?? '');
  }
});

test('a project is chosen in the sidebar and kept in the address', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'in-shop', question: 'q', answer: 'a' }), 'shop');
  await send(chatTrace({ name: 'in-default', question: 'q', answer: 'a' }));
  await page.goto(collector.url);
  await expect(page.getByRole('row', { name: /in-default/ })).toBeVisible();
  await page.getByRole('button', { name: /Switch project/ }).click();
  await page.getByRole('menuitemradio', { name: /shop/ }).click();
  await expect(page).toHaveURL(/\/p\/shop\/traces/);
  await expect(page.getByRole('row', { name: /in-shop/ })).toBeVisible();
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

test('? lists the shortcuts', async ({ page, collector }) => {
  await page.goto(collector.url);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
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
