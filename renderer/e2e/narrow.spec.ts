import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectWhole, NARROW, overlap } from './places.ts';
import { messagesTrace, sparseTrace } from './sample-cases.ts';
import { chatTrace, newId } from './sample-traces.ts';

test('a narrow window has a trace, its tree above what it says', async ({ page, openTrip }) => {
  await page.setViewportSize(NARROW);
  await openTrip();
  const tree = page.getByRole('treegrid');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByRole('article').first()).toBeVisible();
  expect(await overlap(tree, conversation)).toBe(0);
  const wide = NARROW.width * 0.8;
  expect((await tree.boundingBox())?.width).toBeGreaterThan(wide);
  expect((await conversation.boundingBox())?.width).toBeGreaterThan(wide);
  await expect(page.getByRole('separator', { name: 'Width of the tree' })).toBeHidden();
  const tabs = page.getByRole('tablist', { name: 'Views' });
  const errors = page.getByRole('button', { name: /Next error/ });
  expect(await overlap(tabs.getByRole('tab', { name: 'Tree' }), errors)).toBe(0);
});

test('the narrowest windows show marks, labels and tabs whole, and nothing sideways', async ({
  page,
  collector,
  send,
}) => {
  const tool = 'mcp__claude_ai_Google_Drive__read_file_content_and_more';
  const calls = {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'call_1', name: tool, arguments: {} }],
  };
  const failed = { type: 'tool_call_response', id: 'call_1', response: 'timeout', is_error: true };
  const { traceId, request } = messagesTrace([calls, { role: 'tool', parts: [failed] }], [], {
    name: 'endless-'.repeat(30),
  });
  const environment = 'production-europe-west-4-cluster-of-the-second-customer-58';
  await send({ ...request, resource: { 'service.name': 's', 'deployment.environment.name': environment } });
  const broken = { ...request.spans[0]!, spanId: 'ab'.repeat(8), status: { code: 2 } };
  await send({ ...request, spans: [broken] });
  const views = page.getByRole('tablist');
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const screen of ['traces', 'sessions', 'spans', 'logs', `traces/${traceId}`]) {
      await page.goto(`${collector.url}/p/default/${screen}`);
      await expect(page.getByRole('button', { name: /Search or jump/ })).toBeInViewport({ ratio: 1 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${screen} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await expect(conversation.getByText(`calls ${tool}`)).toBeVisible();
    expect(await conversation.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const card = conversation.getByRole('article', { name: 'Tool' });
    const [status, edge] = [await card.getByText('error').boundingBox(), await card.boundingBox()];
    expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThan((edge?.x ?? 0) + (edge?.width ?? 0));
    for (const bar of await views.all())
      for (const button of await bar.locator('..').locator('..').getByRole('button').all())
        expect(await overlap(bar.getByRole('tab', { selected: true }), button)).toBe(0);

    await page.goto(`${collector.url}/p/default/compare?a=${traceId}&b=${traceId}`);
    await expect(views.getByRole('tab', { selected: true })).toBeVisible();
    // Until then tabs are being measured, and have a button for those that may not fit.
    await expect(page.getByText('Both say the same.')).toBeVisible();
    for (const button of await views.locator('..').locator('..').getByRole('button').all())
      expect(await overlap(views.getByRole('tab', { selected: true }), button)).toBe(0);
    const dot = page.getByRole('img', { name: /error|OK|complete/ }).first();
    expect((await dot.boundingBox())?.width).toBe(8);
  }
});

test('a title without end leaves room for the buttons', async ({ page, collector, send }) => {
  const traceId = 'ab'.repeat(16);
  await send(chatTrace({ question: 'a', answer: 'b', name: 'endless '.repeat(300), traceId }));
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs).toContainText('endless');
  expect(await overlap(crumbs, page.getByRole('link', { name: 'Compare' }))).toBe(0);
  // The way back stays whole: it is the name that gives way.
  for (const viewport of [{ width: 768, height: 900 }, NARROW]) {
    await page.setViewportSize(viewport);
    const back = crumbs.getByRole('link', { name: 'Traces' });
    const cut = await back.evaluate(
      (link) => link.parentElement!.scrollWidth - link.parentElement!.clientWidth,
    );
    expect(cut).toBeLessThanOrEqual(0);
    await expectWhole(page, back.locator('..'));
  }
});

test('what a long name leaves out is marked by a whole ellipsis', async ({ page, collector, send }) => {
  const said = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
  const name = 'Research Agent With A Very Long Name';
  const { traceId, request } = messagesTrace([said('user', 'Hi')], [said('assistant', 'Hello')], {
    attributes: { 'gen_ai.agent.name': name },
  });
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const answer = page.getByRole('article', { name: 'Assistant' });
  const edgeOf = (item: Locator): Promise<number> =>
    item.evaluate((element) => element.getBoundingClientRect().right);
  await expect(answer).toBeVisible();
  // It stands past the edge that the time ends at, is as wide as its font is high, and nothing around may cut it.
  const named = answer.getByTitle(name);
  const size = await named.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const edge = await edgeOf(answer.locator('time'));
  for (const cutting of [named, named.locator('..')])
    expect((await edgeOf(cutting)) - edge).toBeGreaterThanOrEqual(size);
});

test('the start of a trace is told at every width', async ({ page, collector, send }) => {
  const traceId = newId(16);
  await send(chatTrace({ question: 'a', answer: 'b', sessionId: 'conversation-of-a-customer', traceId }));
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const started = summary.locator('dt').filter({ hasText: 'Started' });
    await expectWhole(page, started);
    await expectWhole(page, started.locator('+ dd'));
  }
});

test('the minimap names idle time below its bars, where the whole label has room', async ({
  page,
  collector,
  send,
}) => {
  const calls = Array.from({ length: 12 }, (_, at) => 2500 + at * 800);
  const { traceId, request } = sparseTrace([0, ...calls], 12_100);
  await send(request);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const minimap = page.getByRole('img', { name: /trace over time/ });
  await expect(minimap).toContainText('idle 1.70 s');
  const label = minimap.getByText(/idle/);
  const [bars, first] = [await minimap.locator('svg').boundingBox(), await label.first().boundingBox()];
  expect((bars?.y ?? NaN) + (bars?.height ?? NaN)).toBeLessThanOrEqual(first?.y ?? NaN);
  await page.setViewportSize(NARROW);
  await expect(async () => {
    for (const part of await label.all()) await expectWhole(page, part);
  }).toPass();
});

for (const width of [390, 1100]) {
  test(`instructions fit into ${width} pixels`, async ({ page, collector }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${collector.url}/p/default/traces`);
    await expectWhole(page, page.getByRole('button', { name: 'Copy variables for OTLP over HTTP' }));
    await page.goto(`${collector.url}/p/default/set-up`);
    const instructions = page.getByRole('region', { name: 'Instructions' });
    await expect(instructions.getByRole('heading', { name: 'Python' })).toBeVisible();
    expect((await instructions.boundingBox())?.width).toBeGreaterThan(320);
    await expectWhole(page, instructions.getByRole('heading', { level: 2 }).first());
    // Only what is to be pasted scrolls sideways, in its own box.
    expect(await instructions.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });
}

test('narrow settings have the groups above and each label above its value', async ({ page, collector }) => {
  await page.setViewportSize(NARROW);
  await page.goto(`${collector.url}/p/default/settings?group=limits`);
  const label = page.getByText('Requests that may wait', { exact: true });
  await expect(label).toBeVisible();
  expect(await overlap(label, page.getByRole('textbox', { name: 'Requests that may wait' }))).toBe(0);
  const groups = page.getByRole('navigation', { name: 'Groups of settings' });
  expect(await overlap(groups, page.getByRole('region', { name: 'Settings' }))).toBe(0);
  expect((await page.getByRole('region', { name: 'Settings' }).boundingBox())?.width).toBeGreaterThan(320);
});

test('narrow settings tell the whole of where the collector listens', async ({ page, collector }) => {
  await page.setViewportSize(NARROW);
  await page.goto(`${collector.url}/p/default/settings?group=network`);
  const listening = page.getByLabel('Listening now');
  await expect(listening.getByText('listening').first()).toBeVisible();
  await expectWhole(page, listening.getByText(collector.url));
  await expectWhole(page, listening);
});

test('a page that says there is nothing keeps a name without end inside', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  await send({ spans: [{ traceId, spanId: newId(8), name: 'x'.repeat(300) }] });
  for (const [tab, says] of [
    ['events', 'has recorded none'],
    ['logs', 'No log record names'],
    ['links', 'points to no other span'],
  ]) {
    await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=${tab}`);
    await expectWhole(page, page.getByText(says!).first());
  }
});

test('the times of another day have room in the feed', async ({ page, collector, send }) => {
  const lastYear = Date.now() - 400 * 86_400_000;
  const twoDaysAgo = Date.now() - 2 * 86_400_000;
  await send(chatTrace({ question: 'then', answer: 'old answer', startMs: lastYear }));
  await send(chatTrace({ question: 'now', answer: 'newer answer', startMs: twoDaysAgo }));
  await page.goto(`${collector.url}/p/default/live`);
  for (const words of ['old answer', 'newer answer']) {
    const row = page.getByRole('row', { name: new RegExp(words) }).last();
    const cell = row.getByRole('gridcell').first();
    await expect(cell.getByRole('time')).toBeVisible();
    expect(
      await cell.evaluate((element) => element.scrollWidth - element.clientWidth),
      words,
    ).toBeLessThanOrEqual(0);
  }
});

test('a model name without an end breaks inside its answer, however wide the window is', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  const model = `arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/${'x'.repeat(200)}`;
  await send(chatTrace({ traceId, model, question: 'q', answer: 'An answer.' }));
  const name = page.getByRole('region', { name: 'Conversation' }).getByText(model);
  for (const width of [1440, NARROW.width])
    for (const path of [`traces/${traceId}`, `traces?open=${traceId}`]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${collector.url}/p/default/${path}`);
      await expect(name).toBeVisible();
      const [line, whole] = await name.evaluate((span) => [
        span.parentElement?.getBoundingClientRect().right ?? 0,
        span.getBoundingClientRect().right,
      ]);
      expect(whole).toBeLessThanOrEqual((line ?? 0) + 1);
    }
});

test('why an answer was cut off is told also where no model is known, and breaks inside it', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  const finish_reason = `length_${'x'.repeat(400)}`;
  const said = JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: 'Not all' }], finish_reason },
  ]);
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': said };
  await send({ spans: [{ traceId, spanId: newId(8), name: 'chat', attributes }] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const pane = page.getByRole('region', { name: 'Conversation' });
  await expect(pane.getByText(finish_reason)).toBeVisible();
  expect(await pane.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('a narrow window tells compared spans apart, when both traces started, and where they part', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.parse('2026-01-02T03:04:05Z');
  const ids = [newId(16), newId(16)] as const;
  for (const traceId of ids)
    await send(chatTrace({ name: 'look-things-up', question: traceId, answer: 'Yes.', startMs, traceId }));
  await page.setViewportSize(NARROW);
  const address = `${collector.url}/p/default/compare?a=${ids[0]}&b=${ids[1]}`;
  await page.goto(`${address}&show=spans`);
  const spans = page.getByRole('table', { name: 'Spans of both traces' });
  await expectWhole(page, spans.getByText('look-things-up', { exact: true }));
  for (const at of [0, 1]) await expectWhole(page, page.getByText('Started').locator('+ dd').nth(at));
  await page.goto(address);
  await expectWhole(page, page.getByText(/^First difference/));
});

test('a feed tells enough of a session to know it, or leaves it out, however long the name beside it is', async ({
  page,
  collector,
  send,
}) => {
  const sessionId = 'customer-4711-of-the-north';
  const names = [1, 2, 3, 4, 9].map((times) => 'plans-journeys'.repeat(times));
  for (const name of names) await send(chatTrace({ name, question: 'q', answer: 'a', sessionId }));
  await page.goto(`${collector.url}/p/default/live`);
  const heads = page.getByRole('grid', { name: 'Live' }).getByRole('row').filter({ hasText: sessionId });
  await expect(heads).toHaveCount(names.length);
  const seen: number[] = [];
  for (const width of [NARROW.width, 480, 640, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const head of await heads.all()) {
      const [row, last] = [await head.boundingBox(), await head.getByRole('gridcell').last().boundingBox()];
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
      const [session, room] = [head.getByTitle(/^Session/), head.getByRole('gridcell').nth(1)];
      const [own, cell] = [await session.boundingBox(), await room.boundingBox()];
      if (own!.y < cell!.y + cell!.height) seen.push(Math.min(own!.width, cell!.width));
    }
  }
  expect(seen.length).toBeGreaterThan(names.length);
  expect(seen.length).toBeLessThan(4 * names.length);
  for (const pixels of seen) expect(pixels).toBeGreaterThan(60);
});
