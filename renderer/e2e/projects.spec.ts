import { axeFindings } from './axe-findings.ts';
import { expect, test } from './fixtures.ts';
import { overflow } from './settings-page.ts';
import { chatTrace } from './sample-traces.ts';

const chat = (name: string) => chatTrace({ name, question: 'q', answer: 'a' });

test('a project is deleted once that is confirmed, and who is in another stays there', async ({
  page,
  collector,
  send,
}) => {
  for (const project of ['default', 'old-run', 'old-run']) await send(chat('run'), project);
  await page.goto(`${collector.url}/p/default/settings?group=data`);
  const projects = page.getByRole('region', { name: 'Projects', exact: true });
  const row = projects.getByRole('row', { name: /old-run/ });
  await expect(row.getByRole('cell').first()).toHaveText('2');
  await expect(row).toContainText(/kB|\d B/);
  const press = row.getByRole('button', { name: 'Delete the project old-run…' });
  await press.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this project?' });
  await expect(dialog).toContainText('old-run');
  await expect(dialog).toContainText(/Its 2 traces, .*spans/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(press).toBeFocused();
  await press.press('Enter');
  await dialog.getByRole('button', { name: 'Delete the project' }).press('Enter');
  await expect(row).toHaveCount(0);
  await expect(projects.getByRole('row', { name: /default/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Settings', exact: true })).toBeFocused();
  await expect(page).toHaveURL(`${collector.url}/p/default/settings?group=data`);
  const answer = await fetch(`${collector.url}/api/v1/projects`);
  expect(await answer.json()).toMatchObject({ data: [{ project_id: 'default' }] });
});

test('who deletes the project at hand is led into another one, out of default nowhere', async ({
  page,
  collector,
  send,
}) => {
  for (const project of ['a.b', 'other']) await send(chat('run'), project);
  await page.goto(`${collector.url}/p/a.b/settings?group=data`);
  const remove = async (id: string): Promise<void> => {
    await page.getByRole('button', { name: `Delete the project ${id}…` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the project' }).click();
  };
  await remove('a.b');
  await expect(page).toHaveURL(`${collector.url}/p/other/settings?group=data`);
  await expect(page.getByRole('button', { name: 'other Switch project' })).toBeVisible();
  await remove('other');
  await expect(page).toHaveURL(`${collector.url}/p/default/settings?group=data`);
  await expect(page.getByText('There is none yet.')).toBeVisible();
  await send(chat('run'));
  await page.reload();
  await remove('default');
  await expect(page.getByText('There is none yet.')).toBeVisible();
  await expect(page).toHaveURL(`${collector.url}/p/default/settings?group=data`);
});

test('a project that can not be deleted stays, and it is said why', async ({ browser, collector, send }) => {
  await send(chat('run'), 'kept');
  // A page of its own: the failed request is an error in the console by intent.
  const page = await browser.newPage();
  await page.route('**/api/v1/projects/kept', (route) =>
    route.fulfill({
      status: 503,
      json: { error: 'Error', code: 'BUFFER_FULL', message: 'Too much waits.' },
    }),
  );
  await page.goto(`${collector.url}/p/kept/settings?group=data`);
  await page.getByRole('button', { name: 'Delete the project kept…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the project' }).click();
  await expect(page.getByRole('alert')).toHaveText('kept is not deleted: Too much waits.');
  await expect(page.getByRole('row', { name: /kept/ })).toBeVisible();
  await expect(page).toHaveURL(/\/p\/kept\//);
  await page.close();
});

test('where there are many projects they are found by name', async ({ page, collector, send }) => {
  const projects = page.getByRole('region', { name: 'Projects', exact: true });
  const rows = projects.getByRole('row');
  const find = projects.getByRole('searchbox', { name: 'Find a project' });
  const ids = ['default', 'Shop', ...Array.from({ length: 7 }, (_, index) => `run-${index}`)];
  await Promise.all(ids.map((id) => send(chat('run'), id)));
  await page.goto(`${collector.url}/p/default/settings?group=data`);
  await expect(rows).toHaveCount(10);
  await expect(find).toHaveCount(0);
  await send(chat('run'), 'run-10');
  await page.reload();
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(2)).toContainText('run-0');
  await expect(rows.nth(9)).toContainText('run-10');
  await expect(find).toBeVisible();
  await find.fill('shop');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Shop');
  await find.fill('none of them');
  await expect(projects).toContainText('No project is called that.');
  await find.press('Escape');
  await expect(rows).toHaveCount(11);

  // Deleted among those that were found, one leaves the others as they are, though the rest would need no field.
  await find.fill('RUN-');
  await expect(rows).toHaveCount(9);
  await projects.getByRole('button', { name: 'Delete the project run-3…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the project' }).click();
  await expect(rows).toHaveCount(8);
  await expect(find).toHaveValue('RUN-');
  await find.press('Escape');
  await expect(rows).toHaveCount(10);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the list of projects has no accessibility finding and fits a phone, ${theme}`, async ({
    page,
    collector,
    send,
  }, testInfo) => {
    await send(chat('run'));
    const others = Array.from({ length: 9 }, (_, index) => `run-${index}`);
    for (const id of ['a-project_with-a-long-name_'.repeat(2), ...others]) await send(chat('run'), id);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(`${collector.url}/p/default/settings?group=data`);
    const button = page.getByRole('button', { name: 'Delete the project default…' });
    await expect(button).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.screenshot({ path: testInfo.outputPath(`projects-${theme}.png`) });
    await page.setViewportSize({ width: 390, height: 844 });
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
    const settings = page.getByRole('region', { name: 'Settings', exact: true });
    expect(await settings.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
    await page.screenshot({ path: testInfo.outputPath(`projects-phone-${theme}.png`) });
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
