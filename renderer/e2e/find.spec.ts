import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { chatTrace, text } from './sample-traces.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search inside the trace' });
const bar = (page: Page) => page.getByRole('search', { name: 'Inside the trace' });
const selected = (page: Page) => page.getByRole('treegrid').getByRole('row', { selected: true });
const answer = (...parts: object[]) => [{ role: 'assistant', parts, finish_reason: 'stop' }];

/** The words that are marked, those that the search has led to or all others. */
const marked = (page: Page, name: 'found' | 'found-at') =>
  page.evaluate((of) => [...(CSS.highlights.get(of) ?? [])].map(String).toSorted(), name);

/** 2,000 messages in one call; two of them hold the word. */
function longChat() {
  const say = (n: number) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    parts: [text(n === 777 || n === 1500 ? `Number ${n}: the Zanzibarquokka.` : `Number ${n}: nothing.`)],
  });
  return messagesTrace(
    Array.from({ length: 1999 }, (_, n) => say(n)),
    answer(text('The end.')),
  );
}

test('each message with the word is stepped to in a long history, there and back', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = longChat();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page).getByText('Number 0: nothing.')).toBeVisible();
  await page.keyboard.press('/');
  await field(page).fill('zanzibarQUOKKA');
  await expect(bar(page)).toContainText('2 matches');
  const first = conversation(page).getByText('Number 777');
  const second = conversation(page).getByText('Number 1500');
  await field(page).press('Enter');
  await expect(bar(page)).toContainText('1 of 2');
  await expect(first).toBeInViewport();
  await expect(selected(page)).toHaveCount(1);
  await expect.poll(() => marked(page, 'found-at')).toEqual(['Zanzibarquokka']);
  await field(page).press('Enter');
  await expect(bar(page)).toContainText('2 of 2');
  await expect(second).toBeInViewport();
  await expect.poll(() => marked(page, 'found-at')).toEqual(['Zanzibarquokka']);
  // What was left far behind is not drawn any more, until the search leads there again.
  await expect(first).toHaveCount(0);
  await field(page).press('Shift+Enter');
  await expect(bar(page)).toContainText('1 of 2');
  await expect(first).toBeInViewport();

  // The same place again, after looking elsewhere; and after a reload.
  await conversation(page).hover();
  await page.mouse.wheel(0, -200_000);
  await expect(first).not.toBeInViewport();
  await field(page).press('Enter');
  await field(page).press('Enter');
  await expect(first).toBeInViewport();
  await page.reload();
  await expect(bar(page)).toContainText('1 of 2');
  await expect(first).toBeInViewport();

  // What was found stays in sight, without its marks.
  await field(page).press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(first).toBeInViewport();
  await expect.poll(() => marked(page, 'found-at')).toEqual([]);
});

test('a word without accents is found and marked where it has them, whole', async ({
  page,
  collector,
  send,
}) => {
  const question = 'Which cafés or CAFE\u0301S are ﬁne?';
  const { traceId, request } = messagesTrace(
    [{ role: 'user', parts: [text(question)] }],
    answer(text('None.')),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?find=cafe+ine`);
  await expect(bar(page)).toContainText('1 of 1');
  await expect.poll(() => marked(page, 'found-at')).toEqual(['CAFE\u0301', 'café', 'ﬁne']);
});

test('what is folded opens where the search leads to it', async ({ page, collector, send }) => {
  const filler = Array.from({ length: 30 }, (_, n) => `Filler line ${n} of what was said.`).join('\n');
  const { traceId, request } = messagesTrace(
    [
      { role: 'system', parts: [text(`${filler}\nBe a good quokka.`)] },
      { role: 'user', parts: [text(`${filler.repeat(30)} A cut quokka.`)] },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: `${filler}\nA secret quokka.` },
          {
            type: 'tool_call',
            id: 'c1',
            name: 'look_up',
            arguments: { filler, where: { deep: [{ down: `an asked quokka, ${filler}` }] } },
          },
        ],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_call_response',
            id: 'c1',
            response: {
              rows: Array.from({ length: 150 }, (_, n) => (n === 140 ? 'a found quokka' : filler)),
            },
          },
        ],
      },
    ],
    answer(text('**Quokkas** are small.')),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page).getByText('are small')).toBeVisible();
  await expect(conversation(page).getByText('secret quokka')).toHaveCount(0);
  await page.keyboard.press('/');
  await field(page).fill('quokka');
  await expect(bar(page)).toContainText('5 matches');
  for (const [place, said] of ['good quokka', 'cut quokka', 'secret quokka', 'asked quokka'].entries()) {
    await field(page).press('Enter');
    await expect(bar(page)).toContainText(`${place + 1} of 5`);
    await expect(conversation(page).getByText(said).first()).toBeVisible();
    await expect.poll(() => isFirstMarkInSight(page)).toBe(true);
  }
  await expect(conversation(page).getByText('a found quokka')).toBeVisible();
  await field(page).press('Enter');
  await expect(conversation(page).getByText('are small')).toBeInViewport();
  await expect.poll(() => marked(page, 'found-at')).toEqual(['Quokka']);
});

const isFirstMarkInSight = (page: Page) =>
  conversation(page).evaluate((pane) => {
    const sight = pane.getBoundingClientRect();
    return [...(CSS.highlights.get('found-at') ?? [])].some((range) => {
      if (!(range instanceof Range)) return false;
      const { top, bottom, height } = range.getBoundingClientRect();
      return height > 0 && top >= sight.top && bottom <= sight.bottom;
    });
  });

test('the words of a searched list go along into a trace, which opens at them', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = longChat();
  await send(request);
  await send(chatTrace({ name: 'other', question: 'Any quokka?', answer: 'No.' }));
  await page.goto(`${collector.url}/p/default/traces?search=zanzibarquokka+-kangaroo`);
  const row = page.getByRole('grid', { name: 'Traces' }).getByRole('row', { name: /chat gpt-4o/ });
  await row.click();
  const panel = page.getByRole('region', { name: 'Trace', exact: true });
  await expect(panel.getByText('Number 777')).toBeInViewport();
  await expect.poll(() => marked(page, 'found-at')).toEqual(['Zanzibarquokka']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/traces/${traceId}\\?.*find=zanzibarquokka(&|$)`));
  await expect(bar(page)).toContainText('1 of 2');
  await expect(conversation(page).getByText('Number 777')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/\/traces\?.*search=zanzibarquokka/);
  await expect(row).toBeVisible();

  await page.goto(`${collector.url}/p/default/spans?search=quokka`);
  await page.getByRole('grid', { name: 'Spans' }).getByRole('link', { name: 'chat gpt-4o' }).click();
  await expect(page).toHaveURL(/span=.*find=quokka/);
  await expect(bar(page)).toContainText('1 of 1');
  await expect(conversation(page).getByText('Any quokka?')).toBeInViewport();
});

test('what a search finds some moments after its span came is shown by itself', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'late', question: 'Any quokka?', answer: 'No.' }));
  let isSeen = false;
  await page.route(/\/otel\/traces\?.*search=quokka/, async (route) => {
    if (isSeen) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { meta: object };
    return route.fulfill({
      response,
      json: { data: [], meta: { ...answer.meta, total_items: 0, total_pages: 0 } },
    });
  });
  await page.goto(`${collector.url}/p/default/traces?search=quokka`);
  await expect(page.getByText(/No trace matches/)).toBeVisible();
  isSeen = true;
  await expect(page.getByRole('row', { name: /late/ })).toBeVisible();
});

test('a search that leads far down in a long result draws what is around it, and keeps it', async ({
  page,
  collector,
  send,
}) => {
  const rows = Object.fromEntries(
    Array.from({ length: 5000 }, (_, n) => [`row${n}`, { value: `number ${n}.` }]),
  );
  const { traceId, request } = messagesTrace(
    [
      { role: 'user', parts: [text('Count.')] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'count', arguments: {} }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: { rows } }] },
    ],
    answer(text('Done.')),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page).getByText('Done.')).toBeVisible();
  await page.keyboard.press('/');
  await field(page).fill('"number 4990."');
  await expect(bar(page)).toContainText('1 match');
  await field(page).press('Enter');
  await expect(conversation(page).getByText('number 4990.')).toBeInViewport();
  const drawn = conversation(page).getByText(/number \d+\./);
  await expect(drawn).toHaveCount(160);
  // All around it stays when the search closes.
  await field(page).press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(conversation(page).getByText('number 4990.')).toBeInViewport();
  await expect(drawn).toHaveCount(160);
  // What was left out between comes after what stands above it.
  await page.getByRole('button', { name: 'Show more (4,840 left)' }).click();
  await expect(drawn).toHaveCount(660);
  await expect(conversation(page).getByText('number 599.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Show more (4,340 left)' })).toBeAttached();
});

test('a text of megabytes is laid out only where it is seen, found in to its end, and selected as it was sent', async ({
  page,
  collector,
  send,
}) => {
  const lines = Array.from(
    { length: 60_000 },
    (_, n) => `${n % 7 === 0 ? '' : `Line ${n} of what was said.`}\n`,
  );
  const texts = [`${lines.join('')}The last quokka.`, `${'x'.repeat(30_000)} ${'word '.repeat(10_000)}`];
  const { traceId, request } = messagesTrace(
    texts.map((said) => ({ role: 'user', parts: [text(said)] })),
    answer(text('Done.')),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page).getByText('Done.')).toBeAttached();
  await page.keyboard.press('/');
  await field(page).fill('quokka');
  await expect(bar(page)).toContainText('1 match');
  await field(page).press('Enter');
  await expect.poll(() => isFirstMarkInSight(page)).toBe(true);
  await expect.poll(() => marked(page, 'found-at')).toEqual(['quokka']);
  await field(page).press('Escape');
  await conversation(page)
    .getByRole('button', { name: /^Show all/ })
    .click();
  const blocks = conversation(page).locator('[dir=auto] > span');
  await expect(blocks).not.toHaveCount(0);
  const lengths = await blocks.evaluateAll((all) =>
    all
      .filter((block) => getComputedStyle(block).contentVisibility === 'auto')
      .map((block) => block.textContent.length),
  );
  expect(lengths).toHaveLength(await blocks.count());
  expect(Math.max(...lengths)).toBeLessThanOrEqual(20_000);
  for (const said of texts) {
    const shown = conversation(page)
      .locator('[dir=auto]')
      .filter({ hasText: said.slice(0, 200).trim() });
    const selected = await shown.first().evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(selected === said).toBe(true);
  }
});
