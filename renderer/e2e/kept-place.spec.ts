import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { chatTrace, newId, text } from './sample-traces.ts';

const SESSION = { 'gen_ai.conversation.id': 'long-talk' };
/** Each of another height than its length lets expect. */
const said = (n: number): string =>
  `Message ${n}.\n\n${n % 3 === 0 ? '- one\n'.repeat(12) : 'Words and more words of it. '.repeat(n % 20)}`;

const conversation = Array.from({ length: 80 }, (_, n) => ({
  role: n % 2 === 0 ? 'user' : 'assistant',
  parts: [text(said(n + 1))],
}));

/** Infinity for what is not drawn yet, which is further down. */
const topOf = async (element: Locator): Promise<number> =>
  (await element.count()) === 0 ? Infinity : ((await element.boundingBox())?.y ?? Infinity);

/** Goes with the wheel until `item` is in the window: down, and back where a slow page went past it. */
async function wheelTo(page: Page, pane: Locator, item: Locator): Promise<void> {
  await pane.hover();
  await expect(async () => {
    const [at, edge] = await Promise.all([topOf(item), topOf(pane)]);
    await page.mouse.wheel(0, at < edge ? -200 : 200);
    await expect(item).toBeInViewport({ timeout: 300 });
  }).toPass({ intervals: [50] });
  // What stands around it has taken its height.
  let before = -1;
  await expect
    .poll(async () => {
      const last = before;
      before = (await item.boundingBox())?.y ?? -1;
      return before - last;
    })
    .toBe(0);
}

test('Back leads to where a conversation was left, of a trace and of a session', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const { traceId, request } = messagesTrace(conversation, [], { attributes: SESSION });
  await send(request);
  const pane = page.getByRole('region', { name: 'Conversation' });
  for (const [screen, away] of [
    [`traces/${traceId}`, 'long-talk'],
    ['sessions/long-talk', 'Open trace chat gpt-4o'],
  ] as const) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    const item = pane.getByText('Message 41.', { exact: true });
    await expect(pane.getByText('Message 1.', { exact: true })).toBeVisible();
    await wheelTo(page, pane, item);
    const { y } = (await item.boundingBox()) ?? { y: 0 };
    await page.getByRole('link', { name: away }).first().click();
    await expect(page).not.toHaveURL(new RegExp(screen));
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(screen));
    await expect(item, screen).toBeInViewport();
    await expect.poll(async () => Math.abs(((await item.boundingBox())?.y ?? 0) - y), screen).toBeLessThan(4);
  }
});

test('a reload stays where a conversation was read; who comes to it by a link starts anew', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const { traceId, request } = messagesTrace(conversation, [], { attributes: SESSION });
  await send(request);
  const pane = page.getByRole('region', { name: 'Conversation' });
  const first = pane.getByText('Message 1.', { exact: true });
  const item = pane.getByText('Message 41.', { exact: true });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(first).toBeInViewport();
  await wheelTo(page, pane, item);
  await page.reload();
  await expect(item).toBeInViewport();
  await page.getByRole('link', { name: 'long-talk' }).first().click();
  await page.getByRole('link', { name: 'Open trace chat gpt-4o' }).click();
  await expect(page).toHaveURL(new RegExp(`traces/${traceId}`));
  await expect(first).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`traces/${traceId}`));
  await expect(item).toBeInViewport();
});

test('Back leads to where the figures were left', async ({ page, collector, send }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  for (let n = 0; n < 6; n += 1) await send(chatTrace({ question: 'a?', answer: 'b.', name: `run-${n}` }));
  await page.goto(`${collector.url}/p/default/dashboard`);
  const figures = page.getByRole('region', { name: 'Figures' });
  const link = figures.getByRole('link', { name: /run-5/ }).first();
  await wheelTo(page, figures, link);
  // As a press would.
  await link.scrollIntoViewIfNeeded();
  const { y } = (await link.boundingBox()) ?? { y: 0 };
  await link.click();
  await expect(page).toHaveURL(/traces\//);
  await page.goBack();
  await expect.poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - y)).toBeLessThan(4);
});

test('Back to Live leads to the row that is open, which no longer follows the end', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  for (let n = 1; n <= 24; n += 1)
    await send(chatTrace({ question: `question ${n}?`, answer: `answer ${n}.`, name: `run-${n}` }));
  await page.goto(`${collector.url}/p/default/live`);
  const feed = page.getByRole('grid', { name: 'Live' });
  await expect(feed.getByText('answer 24.')).toBeInViewport();
  await feed.hover();
  const row = feed.getByRole('row').filter({ hasText: 'question 12?' });
  await expect(async () => {
    await page.mouse.wheel(0, -300);
    await expect(row).toBeInViewport({ timeout: 300 });
  }).toPass({ intervals: [50] });
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'run-12' })).toBeVisible();
  await page.goBack();
  await expect(row).toBeInViewport();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false');
});

const entriesOf = (pane: Locator): Promise<number> =>
  pane.locator('[data-entry], [data-entries]').evaluateAll((places: HTMLElement[]) => {
    const ids = places.map(({ dataset }) => dataset['entry'] ?? dataset['entries'] ?? '');
    return ids.join(' ').split(' ').length;
  });

test('what comes late for a span that was chosen does not take a reader to it', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const { traceId, request } = messagesTrace(conversation, []);
  await send(request);
  const [root] = request.spans;
  const attributes = { 'gen_ai.operation.name': 'chat' };
  const late = { ...root!, spanId: newId(8), parentSpanId: root!.spanId, name: 'chat late', attributes };
  await send({ ...request, spans: [late] });
  const pane = page.getByRole('region', { name: 'Conversation' });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await page
    .getByRole('treegrid')
    .getByRole('row', { name: /chat late/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`span=${late.spanId}`));
  const item = pane.getByText('Message 41.', { exact: true });
  await wheelTo(page, pane, item);
  const said = [{ role: 'assistant', parts: [text('It came late.')], finish_reason: 'stop' }];
  const told = { ...attributes, 'gen_ai.output.messages': JSON.stringify(said) };
  await send({ ...request, spans: [{ ...late, attributes: told }] });
  // At the end of all, where nothing is drawn before somebody comes near.
  await expect.poll(() => entriesOf(pane)).toBe(conversation.length + 1);
  await expect(item).toBeInViewport();
});

test('a side panel scrolls by itself, and the page under it does not', async ({ page, collector, send }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const { request } = messagesTrace(conversation.slice(0, 4), [], {
    attributes: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`attribute.${n}`, `value ${n}`])),
  });
  await send(request);
  await page.goto(`${collector.url}/p/default/spans`);
  await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
  await expect(page.getByRole('region', { name: 'Span details' })).toContainText('attribute.59');
  const hidden = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(hidden).toBe(0);
});
