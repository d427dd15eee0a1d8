import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** A history of so many messages, each of some lines; what was thought before message 31 is folded. */
const history = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [
      ...(at === 31 ? [{ type: 'reasoning', content: 'A thought.' }] : []),
      { type: 'text', content: `Message ${at}.\n\n${`Line of ${at}.\n\n`.repeat(8)}` },
    ],
  }));

async function scrollBy(page: Page, px: number): Promise<void> {
  await conversation(page).evaluate((pane, by) => pane.scrollBy({ top: by }), px);
  await page.waitForTimeout(30);
}

/** Walks towards what is not drawn before it comes near. */
async function scrollTo(page: Page, place: Locator, step: number): Promise<void> {
  for (let at = 0; at < 400 && (await place.count()) === 0; at += 1) await scrollBy(page, step);
  await place.scrollIntoViewIfNeeded();
}

const topOf = async (page: Page, words: string): Promise<number> =>
  (await conversation(page).getByText(words, { exact: true }).boundingBox())?.y ?? NaN;

test('of a long conversation that is read through only what is near stays drawn, in its place', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = messagesTrace(history(200), [
    { role: 'assistant', parts: [{ type: 'text', content: 'The end.' }], finish_reason: 'stop' },
  ]);
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const entries = conversation(page).getByRole('article');
  await expect(conversation(page).getByText('Message 0.', { exact: true })).toBeVisible();
  // What somebody opened stays as it is.
  const thought = conversation(page).getByText(/^Reasoning/);
  await scrollTo(page, thought, 600);
  await thought.click();
  await expect(conversation(page).getByText('A thought.')).toBeVisible();

  const end = conversation(page).getByText('The end.', { exact: true });
  await scrollTo(page, end, 600);
  await expect(end).toBeInViewport();
  await expect(conversation(page).getByText('Message 0.', { exact: true })).toBeAttached();
  await expect(conversation(page).getByText('A thought.')).toBeAttached();
  await expect(conversation(page).getByText('Message 60.', { exact: true })).toHaveCount(0);
  expect(await entries.count()).toBeLessThan(100);

  // Back up, each message that is in sight goes as far as the pane does, whatever is drawn anew around it.
  for (let step = 0; step < 30; step += 1) {
    const before = await topOf(page, 'Message 195.');
    await scrollBy(page, -40);
    const after = await topOf(page, 'Message 195.');
    if (Number.isNaN(before) || Number.isNaN(after)) break;
    expect(Math.abs(after - before - 40)).toBeLessThan(2);
  }
  const middle = conversation(page).getByText('Message 60.', { exact: true });
  await scrollTo(page, middle, -600);
  await expect(middle).toBeInViewport();
  await expect(end).toHaveCount(0);
  expect(await entries.count()).toBeLessThan(100);
});

test('a tree grows while its conversation is still read', async ({ page, collector, send }) => {
  const { traceId, request } = messagesTrace(history(2), []);
  await send(request);
  let isHeld = false;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/messages$/, async (route) => {
    if (isHeld) await released;
    await route.continue();
  });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page).getByText('Message 0.', { exact: true })).toBeVisible();
  isHeld = true;
  const rows = page.getByRole('treegrid').getByRole('row');
  for (const name of ['second', 'third', 'fourth']) {
    const now = Date.now();
    await send({ spans: [{ traceId, spanId: `${now}`.padStart(16, '0'), name, start: now, end: now + 1 }] });
    await expect(rows.filter({ hasText: name })).toBeVisible();
  }
  release();
  await expect(conversation(page).getByText('Message 0.', { exact: true })).toBeVisible();
});
