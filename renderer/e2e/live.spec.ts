import type { Page } from 'playwright/test';
import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { messagesTrace, teamTrace } from './sample-cases.ts';
import {
  chatTrace,
  json,
  modelCall,
  newId,
  plainTrace,
  RESOURCE,
  SCOPE,
  text,
  tripTrace,
} from './sample-traces.ts';

const feed = (page: Page) => page.getByRole('grid', { name: 'Live' });
const lines = (page: Page) => feed(page).getByRole('row');

test('messages and tool calls show as they arrive, grouped by trace, and a row opens its trace beside it', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${collector.url}/p/default/live`);
  await expect(page.getByText('Waiting for the first span')).toBeVisible();
  const { traceId, request } = tripTrace();
  await send(request);
  await expect(lines(page).first()).toContainText('plan-trip');
  await expect(feed(page)).toContainText('Plan five days in Kyoto.');
  await expect(lines(page).filter({ hasText: 'calls search_flights, search_hotels' })).toHaveCount(1);
  await expect(lines(page).filter({ hasText: 'SFO' })).toContainText('1180');
  await expect(lines(page).filter({ hasText: 'TimeoutError: upstream did not answer' })).toHaveCount(1);
  // Asked once, though both calls carry the question.
  await expect(lines(page).filter({ hasText: 'Plan five days' })).toHaveCount(1);
  // Told once, too.
  const prompt = lines(page).filter({ hasText: 'You plan journeys.' });
  await expect(prompt).toHaveCount(1);
  await expect(lines(page)).toHaveCount(8);

  await send(chatTrace({ question: 'What is the capital of France?', answer: 'Paris.' }));
  await expect(lines(page).filter({ hasText: 'Paris.' })).toHaveCount(1);
  await expect(page.getByText('7 spans arrived')).toBeVisible();

  await lines(page).filter({ hasText: 'SFO' }).click();
  const panel = page.getByRole('region', { name: 'Trace', exact: true });
  await expect(panel).toContainText('The hotel search timed out');
  await expect(panel.getByRole('article', { name: 'Tool' }).first()).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(new RegExp(`open=${traceId}-[0-9a-f]{16}`));
  await page.screenshot({ path: testInfo.outputPath('live-light.png') });
  await page.reload();
  await expect(panel).toContainText('The hotel search timed out');
  await expect(page.getByRole('row', { selected: true })).toContainText('SFO');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // A row beside the feed is no step of its own.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('what happened last shows at once, however long the messages of its calls take', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ question: 'What is the capital of France?', answer: 'Paris.' }));
  await send(tripTrace().request);
  let letThrough = (): void => {};
  const isThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/spans\/[0-9a-f]+\/messages/, async (route) => {
    await isThrough;
    await route.continue();
  });
  await page.goto(`${collector.url}/p/default/live`);
  await expect(lines(page).filter({ hasText: 'Paris.' })).toHaveCount(1);
  await expect(feed(page)).toContainText('SFO');
  await expect(feed(page)).not.toContainText('calls search_flights, search_hotels');
  letThrough();
  await expect(lines(page).filter({ hasText: 'calls search_flights, search_hotels' })).toHaveCount(1);
  await expect(lines(page).filter({ hasText: 'You plan journeys.' })).toHaveCount(1);
  await expect(lines(page).filter({ hasText: 'Plan five days' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true');
});

test('a system prompt stands folded where its conversation begins, and unfolds in place', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const said = (role: string, content: string) => ({ role, parts: [text(content)] });
  const instructions = `You are careful.\n\n${'Never book what nobody asked for. '.repeat(40)}\n\nThe last rule.`;
  const history = [said('system', instructions), said('user', 'Where to?')];
  const { request } = messagesTrace(history, [{ ...said('assistant', 'Kyoto.'), finish_reason: 'stop' }]);
  await send(request);
  await page.goto(`${collector.url}/p/default/live`);
  const line = lines(page).filter({ hasText: 'You are careful.' });
  await expect(line).toContainText('System');
  await expect(line).toContainText(`${instructions.length.toLocaleString('en-US')} characters`);
  await expect(feed(page)).not.toContainText('The last rule.');
  const answer = lines(page).filter({ hasText: 'Kyoto.' });
  const before = await answer.boundingBox();

  await line.getByRole('button').click();
  await expect(feed(page)).toContainText('The last rule.');
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await answer.boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + 60);
  await page.screenshot({ path: testInfo.outputPath('live-prompt.png') });

  await line.getByRole('button').click();
  await expect(feed(page)).not.toContainText('The last rule.');
  await expect.poll(async () => (await answer.boundingBox())?.y).toBe(before?.y);

  // From the row at hand, the keys lead to its button.
  await line.getByText('System').click();
  await expect(line).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(line.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(feed(page)).toContainText('The last rule.');
});

test('a conversation of several turns tells each question once, when it is asked', async ({
  page,
  collector,
  send,
}) => {
  const said = (role: string, content: string) => ({ role, parts: [text(content)] });
  const turn = (history: readonly object[], answer: string) =>
    messagesTrace(history, [{ ...said('assistant', answer), finish_reason: 'stop' }], {
      attributes: { 'gen_ai.conversation.id': 'chat-1' },
    }).request;
  await page.goto(`${collector.url}/p/default/live`);
  const first = [said('user', 'My name is Ada.')];
  await send(turn(first, 'Hello Ada.'));
  await expect(lines(page).filter({ hasText: 'My name is Ada.' })).toHaveCount(1);
  await send(
    turn([...first, said('assistant', 'Hello Ada.'), said('user', 'What is my name?')], 'It is Ada.'),
  );
  await expect(lines(page).last()).toContainText('It is Ada.');
  await expect(lines(page).filter({ hasText: 'What is my name?' })).toHaveCount(1);
  await expect(lines(page).filter({ hasText: 'My name is Ada.' })).toHaveCount(1);
});

test('the end is followed until somebody scrolls up, and then waits behind its button', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto(`${collector.url}/p/default/live`);
  const say = (n: number) =>
    send(chatTrace({ name: `run-${n}`, question: `question ${n}`, answer: `answer ${n}` }));
  for (let n = 1; n <= 12; n += 1) await say(n);
  await expect(page.getByText('answer 12')).toBeInViewport();
  const follow = page.getByRole('button', { name: 'Follow' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  await feed(page).hover();
  await page.mouse.wheel(0, -400);
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  const seen = await page.evaluate(() => document.querySelector('[role="grid"]')?.scrollTop);
  await say(13);
  await expect(page.getByRole('button', { name: '2 new' })).toBeVisible();
  expect(await page.evaluate(() => document.querySelector('[role="grid"]')?.scrollTop)).toBe(seen);
  await expect(page.getByText('answer 13')).toHaveCount(0);

  await page.getByRole('button', { name: '2 new' }).click();
  await expect(page.getByText('answer 13')).toBeInViewport();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  await feed(page).hover();
  await page.mouse.wheel(0, -400);
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.mouse.wheel(0, 4000);
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await say(14);
  await expect(page.getByText('answer 14')).toBeInViewport();
});

test('the keyboard walks the feed, opens a trace, and switches following', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'older', question: 'first?', answer: 'one' }));
  await send(chatTrace({ name: 'newer', question: 'second?', answer: 'two', startMs: Date.now() + 5000 }));
  await page.goto(`${collector.url}/p/default/live`);
  await expect(lines(page).filter({ hasText: 'two' })).toHaveCount(1);
  const follow = page.getByRole('button', { name: 'Follow' });
  await page.keyboard.press('f');
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('f');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('k');
  await expect(page.getByRole('row', { selected: true })).toContainText('done');
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('k');
  await expect(page.getByRole('row', { selected: true })).toContainText('two');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('row', { selected: true })).toContainText('second?');
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toContainText('second?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'newer' })).toBeVisible();
  await expect(page).toHaveURL(/span=[0-9a-f]{16}/);
});

test('chips narrow it to a session, an agent or a model, also for traces that come to match later', async ({
  page,
  collector,
  send,
}) => {
  await send(teamTrace().request);
  await send(chatTrace({ question: 'other?', answer: 'other.', model: 'gpt-4.1', sessionId: 'chat-7' }));
  await page.goto(`${collector.url}/p/default/live`);
  await expect(feed(page)).toContainText('It rains.');
  await expect(feed(page)).toContainText('other.');

  await page.getByRole('button', { name: 'Agent', exact: true }).click();
  await page.getByRole('option', { name: 'weather' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/weather/);
  await expect(feed(page)).toContainText('It rains.');
  await expect(feed(page)).not.toContainText('other.');

  // The call comes first; that it was this agent's tells the span around it, which ends last.
  const [traceId, root] = [newId(16), newId(8)];
  const start = Date.now();
  const call: SpanSpec = {
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name: 'chat',
    start,
    end: start + 500,
    attributes: {
      ...modelCall('gpt-4o', 5, 5),
      'gen_ai.output.messages': json([
        { role: 'assistant', parts: [text('Late but here.')], finish_reason: 'stop' },
      ]),
    },
  };
  await send({ resource: RESOURCE, scope: SCOPE, spans: [call] });
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'weather' };
  await send({
    resource: RESOURCE,
    scope: SCOPE,
    spans: [{ traceId, spanId: root, name: 'ask', start, end: start + 900, attributes: agent }],
  });
  await expect(feed(page)).toContainText('Late but here.');

  await page.goto(
    `${collector.url}/p/default/live?filters=${encodeURIComponent(json([{ key: 'model', op: 'eq', value: 'none' }]))}`,
  );
  await expect(page.getByText('Nothing matches the filters yet')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(feed(page)).toContainText('other.');
});

test('spans that say nothing are told only when every span is asked for', async ({
  page,
  collector,
  send,
}) => {
  await send(plainTrace('GET /cart'));
  await page.goto(`${collector.url}/p/default/live`);
  await expect(page.getByText('1 other trace without any.')).toBeVisible();
  await page.getByRole('link', { name: 'Show every span' }).click();
  await expect(feed(page)).toContainText('GET /cart');
  await expect(page).toHaveURL(/every_span=true/);
  await expect(page.getByRole('button', { name: 'Every span' })).toHaveAttribute('aria-pressed', 'true');
});

test('a deleted trace leaves the feed', async ({ browser, collector, send }) => {
  // A page of its own: what it was just reading of the trace may be gone, which is an error in the console by intent.
  const page = await browser.newPage();
  const { traceId, request } = tripTrace();
  await send(request);
  await send(chatTrace({ question: 'stays?', answer: 'stays.' }));
  await page.goto(`${collector.url}/p/default/live`);
  await expect(feed(page)).toContainText('Plan five days');
  await fetch(`${collector.url}/api/v1/project/default/otel/traces/${traceId}`, { method: 'DELETE' });
  await expect(feed(page)).not.toContainText('Plan five days');
  await expect(feed(page)).toContainText('stays.');
  await page.close();
});
