import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { chatTrace, newId, tripTrace } from './sample-traces.ts';

/** As in a page that came over plain http from another machine: it has no clipboard. */
async function withoutClipboard(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
}

test('what has no clipboard of its own copies all the same, out of menus too', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  await send(chatTrace({ question: 'q', answer: 'a', traceId }));
  await withoutClipboard(page);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy trace id' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.goto(`${collector.url}/p/default/traces`);
  const search = page.getByRole('searchbox', { name: 'Search traces' });
  await search.press('Control+v');
  await expect(search).toHaveValue(traceId);

  await page.goto(`${collector.url}/p/default/set-up`);
  await page.getByRole('button', { name: /^Copy/ }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('a refusal to copy is told', async ({ page, collector, send }) => {
  const traceId = newId(16);
  await send(chatTrace({ question: 'q', answer: 'a', traceId }));
  await withoutClipboard(page);
  await page.addInitScript(() => {
    document.execCommand = () => false;
  });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy trace id' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copying was refused' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${collector.url}/p/default/set-up`);
  await page.getByRole('button', { name: /^Copy/ }).first().click();
  await expect(page.getByRole('button', { name: 'Copying was refused' })).toBeVisible();
});

test('what an entry of a conversation says is copied from its corner', async ({ page, collector, send }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { request, traceId } = tripTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const conversation = page.getByRole('tabpanel', { name: 'Conversation' });
  const tool = conversation.getByRole('article', { name: 'Tool' }).first();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const corner = tool.getByRole('button', { name: 'Copy arguments' });
  await tool.hover();
  await corner.click();
  await expect.poll(copied).toBe('{\n  "from": "SFO",\n  "to": "KIX"\n}');
  await tool.getByRole('button', { name: 'Copy result' }).click();
  await expect.poll(copied).toContain('"carrier": "ANA"');
  const answer = conversation.getByRole('article', { name: 'Assistant' }).last();
  await answer.hover();
  await answer.getByRole('button', { name: 'Copy message' }).click();
  await expect.poll(copied).toContain('The hotel search');
});
