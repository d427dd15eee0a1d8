import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { NARROW } from './places.ts';
import { chatTrace, newId } from './sample-traces.ts';

/** Holds what the page asks of `url` until it is let go. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function topOf(item: Locator): Promise<number> {
  await expect(item).toBeVisible();
  return (await item.boundingBox())!.y;
}

test('the sidebar does not move when the collector has told its state', async ({ page, collector }) => {
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const letGo = await hold(page, '**/api/v1/health');
    await page.goto(`${collector.url}/p/default/traces`);
    const receivers = page.getByRole('region', { name: 'Receivers' });
    await expect(receivers).toContainText('Connecting');
    const before = await topOf(receivers);
    letGo();
    await expect(receivers).toContainText('listening');
    expect(await topOf(receivers)).toBe(before);
  }
});

test('instructions do not move when it is known whether they worked', async ({ page, collector, send }) => {
  await send(chatTrace({ question: 'Hi?', answer: 'Hello.' }));
  const letGo = await hold(page, '**/otel/sessions?limit=1');
  await page.goto(`${collector.url}/p/default/set-up`);
  const first = page.getByRole('region', { name: 'Any language' });
  const before = await topOf(first);
  letGo();
  await expect(page.getByText('1 AI trace arrived.')).toBeVisible();
  expect(await topOf(first)).toBe(before);
});

test('a session’s conversation does not move when its prompts are measured', async ({
  page,
  collector,
  send,
}) => {
  for (const question of ['One?', 'Two?'])
    await send(chatTrace({ question, answer: 'Yes.', sessionId: 'steady' }));
  const letGo = await hold(page, '**/sessions/steady/messages*');
  await page.goto(`${collector.url}/p/default/sessions/steady`);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const before = await topOf(conversation);
  letGo();
  await expect(page.getByRole('region', { name: 'Growth of the prompt' })).toBeVisible();
  expect(await topOf(conversation)).toBe(before);
});

test('settings do not move when the collector has told its state', async ({ page, collector }) => {
  for (const [group, told, setting] of [
    ['network', 'Listening now', 'Host'],
    ['data', 'Stored now', 'Directory'],
  ] as const) {
    const letGo = await hold(page, '**/api/v1/health');
    await page.goto(`${collector.url}/p/default/settings?group=${group}`);
    const first = page.getByText(setting, { exact: true });
    const before = await topOf(first);
    letGo();
    await expect(page.getByLabel(told).locator('dd').first()).not.toBeEmpty();
    expect(await topOf(first)).toBe(before);
  }
});

test('a narrow trace loads in the layout that it will have', async ({ page, collector, send }) => {
  const traceId = newId(16);
  await send(chatTrace({ question: 'Hi?', answer: 'Hello.', traceId }));
  await page.setViewportSize(NARROW);
  const letGo = await hold(page, `**/traces/${traceId}?fields=tree`);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const blocks = page.getByRole('status', { name: 'Loading the trace' }).locator('.skeleton');
  const last = (await blocks.last().boundingBox())!;
  const width = page.viewportSize()!.width;
  expect(last.x + last.width).toBeLessThan(width);
  expect(last.width).toBeGreaterThan(width / 2);
  letGo();
  await expect(page.getByRole('treegrid')).toBeVisible();
});

test('a comparison loads in the layout that it will have', async ({ page, collector, send }) => {
  const [a, b] = [newId(16), newId(16)];
  for (const traceId of [a, b]) await send(chatTrace({ question: 'Hi?', answer: 'Hello.', traceId }));
  const letGoOfTraces = await Promise.all([a, b].map((id) => hold(page, `**/traces/${id}?fields=tree`)));
  const letGoOfConversation = await hold(page, `**/traces/${b}/messages*`);
  await page.goto(`${collector.url}/p/default/compare?a=${a}&b=${b}`);
  const skeleton = page.getByRole('status', { name: 'Loading the conversation' });
  const before = await topOf(skeleton);
  for (const letGo of letGoOfTraces) {
    letGo();
    await expect(page.getByRole('status', { name: /^Loading trace/ })).toHaveCount(
      letGo === letGoOfTraces[0] ? 1 : 0,
    );
    expect(await topOf(skeleton)).toBe(before);
  }
  await expect(page.getByRole('tab', { name: 'Conversation' })).toBeVisible();
  expect(await topOf(skeleton)).toBe(before);
  letGoOfConversation();
  await expect(page.getByText('Both say the same.')).toBeVisible();
  await expect(skeleton).toHaveCount(0);
});
