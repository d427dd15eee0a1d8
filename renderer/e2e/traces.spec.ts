import type { Locator } from 'playwright/test';
import { expect, test, refuseUntilTriedAgain } from './fixtures.ts';
import { chatTrace, newId, plainTrace, tripTrace } from './sample-traces.ts';

test('an exported trace appears without a reload, opens, and its conversation can be read', async ({
  page,
  collector,
  send,
}) => {
  await page.goto(collector.url);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();

  await send(chatTrace({ question: 'What is the capital of France?', answer: 'Paris.' }));
  const row = page.getByRole('row', { name: /answer-question/ });
  await expect(row).toContainText('What is the capital of France?');
  await expect(row).toContainText('Paris.');
  await expect(row).toContainText('150');

  await row.getByRole('link', { name: 'answer-question' }).click();
  await expect(page).toHaveURL(/\/p\/default\/traces\/[0-9a-f]{32}/);
  await expect(page.getByRole('heading', { level: 1, name: 'answer-question' })).toBeVisible();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByRole('article', { name: 'User' })).toContainText(
    'What is the capital of France?',
  );
  await expect(conversation.getByRole('article', { name: 'Assistant' })).toContainText('Paris.');

  await page.goBack();
  await expect(row).toBeVisible();
});

/** Of a head all of its cell is pressed. */
const boxOfText = (label: Locator): Promise<{ x: number; y: number; width: number; height: number }> =>
  label.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });

test('new rows come in on top while nothing is selected, and wait behind a pill while something is', async ({
  page,
  collector,
  send,
}) => {
  const now = Date.now();
  await send(chatTrace({ name: 'first', question: 'q', answer: 'a', startMs: now - 3000 }));
  await page.goto(`${collector.url}/p/default/traces`);
  const rows = page.getByRole('grid', { name: 'Traces' }).getByRole('row');
  await expect(rows).toHaveCount(2);

  await send(chatTrace({ name: 'second', question: 'q', answer: 'a', startMs: now - 2000 }));
  await expect(rows.nth(1)).toContainText('second');

  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await send(chatTrace({ name: 'third', question: 'q', answer: 'a', startMs: now - 1000 }));
  const pill = page.getByRole('button', { name: '1 new' });
  await expect(pill).toBeVisible();
  await expect(rows.nth(1)).toContainText('second');
  // Neither the row that is looked at nor a label of the head lies below it.
  const over = (await pill.boundingBox())!;
  const labels = await rows.first().locator('button, span[class*=truncate]').all();
  for (const box of [(await rows.nth(1).boundingBox())!, ...(await Promise.all(labels.map(boxOfText)))]) {
    const isBeside = box.x + box.width <= over.x || box.x >= over.x + over.width;
    expect(isBeside || box.y >= over.y + over.height).toBe(true);
  }

  await pill.click();
  await expect(rows.nth(1)).toContainText('third');
  await expect(rows).toHaveCount(4);
});

test('the keyboard walks the list and opens a trace', async ({ page, collector, send }) => {
  const now = Date.now();
  for (const [index, name] of ['oldest', 'middle', 'newest'].entries()) {
    await send(chatTrace({ name, question: 'q', answer: 'a', startMs: now + index * 1000 }));
  }
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await expect(page.getByRole('row', { selected: true })).toContainText('middle');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'middle' })).toBeVisible();
});

test('a trace beside the list says first why it failed, and leads there', async ({
  page,
  collector,
  send,
}) => {
  const { request } = tripTrace();
  await send(request);
  await send(chatTrace({ name: 'well', question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  const grid = page.getByRole('grid', { name: 'Traces' });
  await grid.getByRole('row', { name: /plan-trip/ }).click();
  const beside = page.getByRole('region', { name: 'Trace', exact: true });
  const failure = beside.getByRole('link', { name: /Failed search_hotels TimeoutError/ });
  await expect(failure).toBeVisible();
  await grid.getByRole('row', { name: /well/ }).click();
  await expect(beside.getByText('well')).toBeVisible();
  await expect(failure).toHaveCount(0);
  await grid.getByRole('row', { name: /plan-trip/ }).click();
  await failure.click();
  await expect(page.getByRole('row', { selected: true })).toContainText('search_hotels');
});

for (const [kind, rest, words] of [
  [
    'an exception',
    {
      events: [
        {
          name: 'exception',
          attributes: { 'exception.type': 'RateLimitError', 'exception.message': 'Too many requests' },
        },
      ],
    },
    'RateLimitError: Too many requests',
  ],
  ['a type', { attributes: { 'error.type': 'timeout' } }, 'timeout'],
  ['nothing', {}, 'failed without a message'],
] as const) {
  test(`a status without a message is told by ${kind} beside both lists`, async ({
    page,
    collector,
    send,
  }) => {
    const [traceId, spanId] = [newId(16), newId(8)];
    await send({
      resource: { 'service.name': 'shop' },
      scope: { name: 'shop' },
      spans: [{ traceId, spanId, name: 'charge', status: { code: 2 }, ...rest }],
    });
    await page.goto(`${collector.url}/p/default/traces?include_nongenai=true&open=${traceId}`);
    const beside = page.getByRole('region', { name: 'Trace', exact: true });
    await expect(beside.getByRole('link', { name: `Failed charge ${words}`, exact: true })).toBeVisible();
    await page.goto(`${collector.url}/p/default/spans?open=${traceId}-${spanId}`);
    const errors = page.getByRole('region', { name: 'Errors' });
    for (const word of kind === 'nothing' ? ['ended with an error'] : words.split(': '))
      await expect(errors).toContainText(word);
  });
}

test('an empty project says where to send, with the real addresses', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${collector.otlpUrl}`)).toBeVisible();
  await expect(page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=http://${collector.grpcAddress}`)).toBeVisible();
  await page.goto(`${collector.url}/p/shop/traces`);
  await expect(page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${collector.url}/otel/shop`)).toBeVisible();
});

test('traces that filters hide are told, and one press shows them', async ({ page, collector, send }) => {
  await send(plainTrace('GET /cart'));
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByText('No AI traces')).toBeVisible();
  await expect(page.getByText('1 other trace.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('row', { name: /GET \/cart/ })).toBeVisible();
  await expect(page).toHaveURL(/include_nongenai=true/);

  await page.getByRole('button', { name: 'Errors only' }).click();
  await expect(page.getByText('No trace matches the filters')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row', { name: /GET \/cart/ })).toBeVisible();
});

test('a search that finds nothing is cleared as one', async ({ page, collector, send }) => {
  await send(chatTrace({ question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces?search=nowhere`);
  await expect(page.getByText('No trace matches “nowhere”')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page.getByRole('row', { name: /answer-question/ })).toBeVisible();
  await page.goto(`${collector.url}/p/default/traces?search=nowhere&has_error=true`);
  await expect(page.getByRole('link', { name: 'Clear filters' })).toBeVisible();
});

test('pressing a head sorts, and the address keeps it', async ({ page, collector, send }) => {
  await send(chatTrace({ name: 'alpha', question: 'q', answer: 'a', startMs: Date.now() - 5000 }));
  await send(chatTrace({ name: 'omega', question: 'q', answer: 'a' }));
  await page.goto(`${collector.url}/p/default/traces`);
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('omega');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(first).toContainText('alpha');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(first).toContainText('alpha');
});

test('a failing list says so and can be tried again', async ({ browser, collector, send }) => {
  await send(chatTrace({ question: 'q', answer: 'a' }));
  // A page of its own: the failed request is an error in the console by intent.
  const page = await browser.newPage();
  await refuseUntilTriedAgain(page, '**/otel/traces?*', 'The database failed.');
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(page.getByText('The database failed.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /answer-question/ })).toBeVisible();
});

test('what would be refused again is not offered to be tried again', async ({ browser, collector }) => {
  const page = await browser.newPage();
  const filters = encodeURIComponent('[{"column":"name","op":"odd"}]');
  await page.route('**/otel/traces?*', (route) =>
    route.continue({ url: route.request().url().replace('/traces?', `/traces?filters=${filters}&`) }),
  );
  await page.goto(`${collector.url}/p/default/traces?range=all`);
  await expect(page.getByText('The traces could not be loaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('of later turns of a chat, which begin with the same question, the answers have the room', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const now = Date.now();
  const question = 'Where should we go with two children who like trains and do not like museums?';
  const answer = 'Take the fast train and book the seats with room for luggage behind the last row.';
  for (const [name, startMs, sessionId] of [
    ['first turn', now - 9000, 'a chat'],
    ['second turn', now - 6000, 'a chat'],
    ['another chat', now - 3000, 'another'],
  ] as const)
    await send(chatTrace({ name, question, answer, startMs, sessionId }));
  await page.goto(`${collector.url}/p/default/traces`);
  const widths = async (name: string): Promise<readonly number[]> => {
    const row = page.getByRole('row', { name });
    return Promise.all(
      [question, answer].map(async (words) => (await row.getByTitle(words).boundingBox())?.width ?? NaN),
    );
  };
  await expect(page.getByRole('row', { name: 'another chat' })).toBeVisible();
  for (const name of ['first turn', 'another chat']) {
    const [asked = NaN, said = NaN] = await widths(name);
    expect(Math.abs(asked - said), name).toBeLessThan(2);
  }
  const [asked = NaN, said = NaN] = await widths('second turn');
  expect(said).toBeGreaterThan(asked * 2);
  // Beside an opened trace, too.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('row', { name: 'first turn' }).click();
  await expect(page.getByRole('link', { name: 'Open trace' })).toBeVisible();
  const [, beside = NaN] = await widths('second turn');
  expect(beside).toBeGreaterThan(50);
});

test('a question that the turn before begins with, too, is whole where all of it has room', async ({
  page,
  collector,
  send,
}) => {
  const question = 'My name is Alice and I love stars.';
  for (const startMs of [Date.now() - 9000, Date.now() - 6000])
    await send(chatTrace({ question, answer: 'Hello.', startMs, sessionId: 'a chat' }));
  await page.setViewportSize({ width: 2200, height: 900 });
  await page.goto(`${collector.url}/p/default/traces`);
  const asked = page.getByRole('grid', { name: 'Traces' }).getByTitle(question);
  await expect(asked).toHaveCount(2);
  for (const one of await asked.all())
    expect(await one.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
});
