import { axeFindings } from './axe-findings.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace, tripTrace } from './sample-traces.ts';

test('a session’s cost opens its parts, as its tokens do', async ({ page, collector, send }) => {
  for (const question of ['One?', 'Two?'])
    await send(chatTrace({ question, answer: 'Yes.', sessionId: 'paid' }));
  await page.goto(`${collector.url}/p/default/sessions/paid`);
  const cost = page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: /^\$/ });
  await cost.hover();
  await expect(page.getByRole('tooltip')).toContainText(/Input\$.*Output\$.*Total\$/);
});

test('a session tells its traces as one conversation, and grows while it is looked at', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 60_000;
  await send(
    chatTrace({
      name: 'turn-one',
      question: 'My name is Ada.',
      answer: 'Hello Ada.',
      sessionId: 'chat-7',
      startMs,
    }),
  );
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('link', { name: 'Sessions' }).click();
  const row = page.getByRole('row', { name: /chat-7/ });
  await expect(row).toContainText('My name is Ada.');
  await row.getByRole('link', { name: 'chat-7' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'chat-7' })).toBeVisible();
  const first = page.getByRole('article', { name: 'Trace turn-one' });
  await expect(first).toContainText('Hello Ada.');

  await send(
    chatTrace({
      name: 'turn-two',
      question: 'What is my name?',
      answer: 'Ada.',
      sessionId: 'chat-7',
      startMs: startMs + 5000,
    }),
  );
  await expect(page.getByRole('article', { name: 'Trace turn-two' })).toContainText('What is my name?');

  await first.getByRole('button', { name: 'turn-one' }).click();
  await expect(first).not.toContainText('Hello Ada.');
  await first.getByRole('link', { name: 'Open trace turn-one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'turn-one' })).toBeVisible();
  await page.getByRole('link', { name: 'chat-7' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'chat-7' })).toBeVisible();
});

test('a session shows what spans of its traces say that name another, and a trace that leaves it no more', async ({
  page,
  collector,
  send,
}) => {
  const chat = chatTrace({ name: 'turn-one', question: 'Who am I?', answer: 'Ada.' });
  const [root, call] = chat.spans.map((span, i) => ({
    ...span,
    attributes: { ...span.attributes, 'session.id': `chat-${i}` },
  }));
  await send({ ...chat, spans: [root!] });
  await page.goto(`${collector.url}/p/default/sessions/chat-0`);
  const turn = page.getByRole('article', { name: 'Trace turn-one' });
  await expect(turn).toBeVisible();
  await send({ ...chat, spans: [call!] });
  await expect(turn).toContainText('Who am I?');

  const earlier = chatTrace({ name: 'before', question: 'Hm?', answer: 'Hm.', sessionId: 'chat-0' });
  await send(earlier);
  const moving = page.getByRole('article', { name: 'Trace before' });
  await expect(moving).toBeVisible();
  await send({ ...earlier, spans: [{ ...earlier.spans[0]!, attributes: { 'session.id': 'chat-1' } }] });
  await expect(moving).toHaveCount(0);
});

test('what a session says is there before it is scrolled into sight, so that Tab leads on into it', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 60_000;
  const turns = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  for (const [index, question] of turns.entries())
    await send(
      chatTrace({
        question: `Question ${question}`,
        answer: 'a',
        sessionId: 'long',
        startMs: startMs + index * 2000,
      }),
    );
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${collector.url}/p/default/sessions/long`);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const traces = conversation.getByRole('article', { name: /^Trace/ });
  await expect(conversation.getByText('Question one')).toBeInViewport();
  await expect(traces).toHaveCount(turns.length);
  await expect(conversation.getByText('Question seven')).toBeAttached();
  await expect(conversation.getByText('Question seven')).not.toBeInViewport();
  await traces
    .last()
    .getByRole('link', { name: /^Open trace/ })
    .focus();
  await page.keyboard.press('Tab');
  await expect(conversation.getByRole('article').filter({ hasText: 'Question seven' }).last()).toBeFocused();
});

test('choosing a row opens its session beside the list; j and k move on, Enter opens it', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 60_000;
  for (const [index, name] of ['chat-old', 'chat-mid', 'chat-new'].entries()) {
    const more = { sessionId: name, startMs: startMs + index * 5000 };
    await send(chatTrace({ question: `Question of ${name}`, answer: `Answer of ${name}`, ...more }));
  }
  await page.goto(`${collector.url}/p/default/sessions`);
  const rows = page.getByRole('grid', { name: 'Sessions' }).getByRole('row');
  const panel = page.getByRole('region', { name: 'Session', exact: true });
  await rows.nth(1).getByRole('gridcell').nth(2).click();
  await expect(panel).toContainText('Answer of chat-new');
  await expect(page).toHaveURL(/open=chat-new/);
  await page.keyboard.press('j');
  await expect(panel).toContainText('Answer of chat-mid');
  await page.keyboard.press('k');
  await expect(panel).toContainText('Answer of chat-new');
  await page.keyboard.press('ArrowDown');
  await page.reload();
  await expect(panel).toContainText('Answer of chat-mid');
  const before = (await panel.boundingBox())?.width ?? 0;
  await page.getByRole('separator', { name: 'Width of the list' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await panel.boundingBox())?.width).toBeGreaterThan(before);
  await page.getByRole('grid', { name: 'Sessions' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'chat-mid' })).toBeVisible();
  await page.goBack();
  await panel.getByRole('button', { name: /Close/ }).click();
  await expect(panel).toHaveCount(0);
});

test('a session tells how long its tools ran', async ({ page, collector, send }) => {
  await send(tripTrace().request);
  await page.goto(`${collector.url}/p/default/sessions/trip-1`);
  const tools = page.getByRole('article', { name: 'Tool', exact: true });
  await expect(tools.nth(0)).toContainText('1.30 s');
  await expect(tools.nth(1)).toContainText('TimeoutError');
});

test('a session of many frameworks keeps room for its name', async ({ page, collector, send }) => {
  const scopes = [
    'openinference.instrumentation.agno',
    'opentelemetry.instrumentation.crewai',
    'openinference.instrumentation.dspy',
    'openinference.instrumentation.langchain',
  ];
  for (const name of scopes) {
    const request = chatTrace({ question: 'q', answer: 'a', sessionId: 'sess-multi_turn-001' });
    await send({ ...request, scope: { name } });
  }
  await page.goto(`${collector.url}/p/default/sessions`);
  const row = page.getByRole('row', { name: /sess-multi_turn-001/ });
  await expect(row.getByRole('img', { name: 'Agno' })).toBeVisible();
  await expect(row.getByText('+3')).toHaveAttribute('title', 'CrewAI, DSPy, LangChain');
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await row.getByRole('link', { name: 'sess-multi_turn-001' }).boundingBox();
    expect(box?.width).toBeGreaterThan(80);
  }
});

test('two sessions whose long ids begin alike differ in a narrow column', async ({
  page,
  collector,
  send,
}) => {
  const shared = 'planner-of-trips-production-2026-11-29-run';
  for (const end of ['000017', '000018'])
    await send(chatTrace({ name: `turn-${end}`, question: 'q', answer: 'a', sessionId: `${shared}-${end}` }));
  for (const [list, width] of [
    ['traces', 1600],
    ['sessions', 900],
    ['sessions', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${collector.url}/p/default/${list}`);
    for (const end of ['000017', '000018']) {
      const link = page.getByRole('link', { name: `${shared}-${end}`, exact: true });
      await expect(link).toBeVisible();
      const [all, last] = [
        await link.boundingBox(),
        await link.getByText(end, { exact: true }).boundingBox(),
      ];
      expect(last!.width).toBeGreaterThan(20);
      expect(last!.x + last!.width).toBeLessThanOrEqual(all!.x + all!.width + 1);
    }
  }
});

test('without sessions the page says what makes one', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await expect(page.getByText('gen_ai.conversation.id')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`a session of many traces has no accessibility finding, ${theme}`, async ({
    page,
    collector,
    send,
  }) => {
    const startMs = Date.now() - 3_600_000;
    const at = [0, 1, 2, 3, 1000, 1001, 2000, 3599];
    for (const [index, seconds] of at.entries()) {
      const more = { sessionId: 'chat-9', startMs: startMs + seconds * 1000, name: `turn-${index}` };
      await send(chatTrace({ question: `Question ${index}`, answer: `Answer ${index}`, ...more }));
    }
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(`${collector.url}/p/default/sessions/chat-9`);
    await expect(page.getByText('Answer 0')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
