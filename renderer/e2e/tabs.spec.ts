import type { Page } from 'playwright/test';
import { expect, SPAN_TABS, test } from './fixtures.ts';

const details = (page: Page) => page.getByRole('tablist', { name: 'Details' });
const moreTabs = (page: Page) => page.getByRole('button', { name: /\d more tabs/ });

/** The tabs that somebody sees, by their names without counts. */
const seenTabs = (page: Page): Promise<string[]> =>
  details(page)
    .getByRole('tab')
    .evaluateAll((tabs) =>
      tabs
        .filter((tab) => tab.getBoundingClientRect().width > 1)
        .map((tab) => tab.firstChild?.textContent ?? ''),
    );

for (const [width, least] of [
  [900, 2],
  [1280, 3],
  [1920, 7],
] as const) {
  test(`at ${width} px the tabs of a span stand whole in one line, the rest in a menu`, async ({
    page,
    openTrip,
  }, testInfo) => {
    await page.setViewportSize({ width, height: 800 });
    await openTrip();
    await expect(page.getByText('The hotel search timed out')).toBeVisible();
    const seen = await seenTabs(page);
    expect(seen.length).toBeGreaterThanOrEqual(least);
    expect(seen).toEqual(SPAN_TABS.slice(0, seen.length));
    if (seen.length < SPAN_TABS.length) {
      await expect(moreTabs(page)).toHaveText(`${SPAN_TABS.length - seen.length} more`);
      await moreTabs(page).click();
      await expect(page.getByRole('menuitem')).toHaveText(
        SPAN_TABS.slice(seen.length).map((name) => new RegExp(name)),
      );
    }
    // Nothing is cut off at the right end of the window, nor over the buttons beside.
    const bar = details(page).locator('xpath=../..');
    expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: testInfo.outputPath(`tabs-${width}-${scheme}.png`) });
    }
  });
}

test('a tab of the menu opens, takes the place of the last one, and has the focus', async ({
  page,
  openTrip,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openTrip();
  await expect(moreTabs(page)).toBeVisible();
  const before = await seenTabs(page);
  await moreTabs(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  // The menu moves the focus a moment after the key.
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Enter');
  const raw = details(page).getByRole('tab', { name: 'Raw' });
  await expect(raw).toHaveAttribute('aria-selected', 'true');
  await expect(raw).toBeFocused();
  await expect(page).toHaveURL(/tab=raw/);
  const after = await seenTabs(page);
  expect(after.at(-1)).toBe('Raw');
  expect(before).toEqual(expect.arrayContaining(after.slice(0, -1)));
});

test('a press opens a tab without the mark of keys, and moves none of the others', async ({
  page,
  openTrip,
}) => {
  await page.setViewportSize({ width: 1920, height: 800 });
  await openTrip();
  const tab = (name: string) => details(page).getByRole('tab', { name });
  await expect(tab('Events')).toBeVisible();
  const before = await tab('Messages').boundingBox();
  await tab('Overview').click();
  await expect(tab('Overview')).toBeFocused();
  expect(await tab('Overview').evaluate((element) => element.matches(':focus-visible'))).toBe(false);
  expect((await tab('Messages').boundingBox())?.x).toBe(before?.x);
  await page.keyboard.press('ArrowRight');
  await expect(tab('Messages')).toBeFocused();
  expect(await tab('Messages').evaluate((element) => element.matches(':focus-visible'))).toBe(true);
});

test('the arrow keys come to every tab, also those of the menu', async ({ page, openTrip }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openTrip();
  await expect(moreTabs(page)).toBeVisible();
  await details(page).getByRole('tab', { name: 'Conversation' }).focus();
  for (const name of SPAN_TABS.slice(1)) {
    await page.keyboard.press('ArrowRight');
    const tab = details(page).getByRole('tab', { name, exact: false });
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(tab).toBeFocused();
    expect(await seenTabs(page)).toContain(name);
  }
});

test('an address that names no tab or view shows what one without does, and Overview by its name', async ({
  page,
  collector,
  openTrip,
}) => {
  const { traceId } = await openTrip();
  const trace = `${collector.url}/p/default/traces/${traceId}`;
  await page.goto(`${trace}?tab=bogus&view=bogus`);
  await expect(page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Plan five days in Kyoto.');
  await expect(page.getByRole('treegrid').getByRole('row', { name: /plan-trip/ })).toBeVisible();
  await page.goto(`${trace}?tab=overview`);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText('plan-trip');
});
