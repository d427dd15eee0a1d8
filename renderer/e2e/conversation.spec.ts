import type { Locator, Page } from 'playwright/test';
import { expect, openTab, test } from './fixtures.ts';
import { messagesTrace, teamTrace } from './sample-cases.ts';
import { newId, RESOURCE, SCOPE, toolCall, tripTrace } from './sample-traces.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const answer = (content: string) => [
  { role: 'assistant', parts: [{ type: 'text', content }], finish_reason: 'stop' },
];
const question = (...parts: object[]) => [{ role: 'user', parts }];

test('code is coloured by its language, other languages stay plain', async ({ page, collector, send }) => {
  const { traceId, request } = messagesTrace(
    question({ type: 'text', content: 'Code?' }),
    answer('```python\ndef add(a, b):\n    return a + b\n```\n\n```nosuch\ndef add\n```'),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const keyword = conversation(page).locator('.hljs-keyword').first();
  await expect(keyword).toHaveText('def');
  const colours = await keyword.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.closest('pre') ?? element).color,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
  await expect(conversation(page).locator('pre').nth(1).locator('code *')).toHaveCount(0);
});

test('what would hold up the window to render or to colour is shown as it came', async ({
  page,
  collector,
  send,
}) => {
  const short = 'const a = 1;\n'.repeat(10);
  const long = 'const a = 1;\n'.repeat(500);
  const { traceId, request } = messagesTrace(
    question({ type: 'text', content: '*a_ '.repeat(5000) }),
    answer(`\`\`\`typescript\n${short}\`\`\`\n\n\`\`\`typescript\n${long}\`\`\``),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page)).toContainText('*a_ *a_ *a_');
  await expect(conversation(page).locator('pre').first().locator('.hljs-keyword')).toHaveCount(10);
  await expect(conversation(page).locator('pre').last()).toContainText('const a = 1;');
  await expect(conversation(page).locator('pre').last().locator('span')).toHaveCount(0);
});

test('agents that speak have a colour each', async ({ page, collector, send }) => {
  const { traceId, request } = teamTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const railOf = (text: string): Promise<string> =>
    conversation(page)
      .getByRole('article')
      .filter({ hasText: text })
      .locator('> div')
      .last()
      .evaluate((element) => getComputedStyle(element).borderLeftColor);
  await expect(conversation(page).getByText('It rains.')).toBeVisible();
  expect(await railOf('My colleague does.')).not.toBe(await railOf('It rains.'));
});

function teamWith(specialist: string): ReturnType<typeof teamTrace> {
  const { traceId, request } = teamTrace();
  const name = 'gen_ai.agent.name';
  const spans = request.spans.map(({ attributes = {}, ...span }) => ({
    ...span,
    attributes: attributes[name] === 'weather' ? { ...attributes, [name]: specialist } : attributes,
  }));
  return { traceId, request: { ...request, spans } };
}

test('the margin of speakers has the room that its pane has', async ({ page, collector, send }) => {
  const { traceId, request } = teamWith('weather_agent');
  await send(request);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const name = conversation(page).getByTitle('weather_agent').first();
  const height = (): Promise<number> => name.evaluate((element) => element.clientHeight);
  await expect(name).toBeVisible();
  const wide = await height();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect.poll(height).toBe(2 * wide);
});

test('a name that is wider than its margin breaks at a sign, and begins beside its agent’s colour', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = teamWith('weather_specialist');
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const answer = conversation(page).getByRole('article').filter({ hasText: 'It rains.' });
  const places = await answer.getByTitle('weather_specialist').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.querySelector('bdi')!);
    const lines = [...range.getClientRects()]
      .filter(({ width }) => width > 0)
      .map(({ top, bottom }) => ({ top, bottom }));
    const dot = element.querySelector('span')!.getBoundingClientRect();
    return { lines, dot: dot.top, end: element.getBoundingClientRect().bottom };
  });
  const [first, second] = places.lines;
  expect(places.lines).toHaveLength(2);
  expect(second!.top).toBeGreaterThanOrEqual(first!.bottom - 4);
  expect(places.dot).toBeLessThan(first!.bottom);
  expect(second!.bottom).toBeLessThanOrEqual(places.end + 4);
});

test('a live update leaves what is drawn alone', async ({ page, collector, send }) => {
  const { traceId, request } = tripTrace();
  await send({ ...request, spans: request.spans.slice(0, 3) });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const user = conversation(page).getByRole('article', { name: 'User' });
  await expect(user).toContainText('Plan five days');
  const changes = await user.evaluateHandle((element) => {
    const seen: string[] = [];
    new MutationObserver((found) => seen.push(...found.map((change) => change.type))).observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return { element, seen };
  });
  await send({ ...request, spans: request.spans.slice(3) });
  await expect(conversation(page).getByText('The hotel search timed out')).toBeVisible();
  expect(await changes.evaluate(({ element, seen }) => ({ isThere: element.isConnected, seen }))).toEqual({
    isThere: true,
    seen: [],
  });
});

test('an answer shows the tools that the provider ran where they ran, and its sources as links', async ({
  page,
  collector,
  send,
}) => {
  const source = { type: 'web_search_result_location', cited_text: 'It rains in Kyoto.' };
  const { traceId, request } = messagesTrace(question({ type: 'text', content: 'Rain?' }), [
    {
      role: 'assistant',
      parts: [
        { type: 'redacted_thinking', data: 'c2VjcmV0' },
        { type: 'text', text: 'I look.' },
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain kyoto' } },
        { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ title: 'Kyoto' }] },
        {
          type: 'text',
          text: 'It does.',
          citations: [
            { ...source, title: 'Kyoto weather', url: 'https://example.org/kyoto' },
            { ...source, title: 'A trap', url: 'javascript:alert(1)' },
          ],
        },
      ],
      finish_reason: 'end_turn',
    },
  ]);
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const articles = conversation(page).getByRole('article');
  await expect(articles).toHaveCount(4);
  await expect(articles.nth(1)).toContainText('I look.');
  await expect(articles.nth(2)).toContainText('web_search');
  await expect(articles.nth(3)).toContainText('It does.');
  await expect(articles.nth(1).getByRole('button', { name: 'Reasoning (redacted)' })).toBeVisible();
  const sources = articles.nth(3).getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('link')).toHaveCount(1);
  await expect(sources.getByRole('link', { name: 'Kyoto weather' })).toHaveAttribute(
    'href',
    'https://example.org/kyoto',
  );
  await expect(sources.getByText('A trap')).toBeVisible();
});

test('a refusal is seen as one', async ({ page, collector, send }) => {
  const { traceId, request } = messagesTrace(question({ type: 'text', content: 'Rain?' }), [
    { role: 'assistant', content: null, refusal: 'I will not say.', finish_reason: 'stop' },
  ]);
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const last = conversation(page).getByRole('article').last();
  await expect(last).toContainText('Refused');
  await expect(last).toContainText('I will not say.');
});

test('raw text shows messages as they came', async ({ page, collector, send }) => {
  const { traceId, request } = messagesTrace(
    question({ type: 'text', content: 'Give me JSON.' }),
    answer('{"city": "Kyoto", "nights": 5}'),
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(conversation(page).getByText('nights')).toBeVisible();
  await expect(conversation(page).getByText('{"city": "Kyoto", "nights": 5}')).toHaveCount(0);
  await page.getByRole('button', { name: 'Raw text' }).click();
  await expect(conversation(page).getByText('{"city": "Kyoto", "nights": 5}')).toBeVisible();
  await expect(page).toHaveURL(/plain=true/);
});

test('writing from right to left runs so, block by block, and is cut at its end', async ({
  page,
  collector,
  send,
}) => {
  const asked = 'مرحبا بالعالم:\n\n- البند الأول\n- الثاني\n\nEnglish follows.\n\n    code()\n';
  const name = 'سؤال عن الطقس '.repeat(20);
  const { traceId, request } = messagesTrace(
    [{ role: 'user', parts: [{ type: 'text', content: asked }] }],
    [{ role: 'assistant', parts: [{ type: 'text', content: 'نعم' }], finish_reason: 'odd\u202e' }],
    { name },
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const thread = conversation(page);
  await expect(thread.getByRole('list')).toHaveCSS('direction', 'rtl');
  await expect(thread.getByText('مرحبا')).toHaveCSS('direction', 'rtl');
  await expect(thread.getByText('English follows.')).toHaveCSS('direction', 'ltr');
  await expect(thread.getByText('code()')).toHaveCSS('direction', 'ltr');
  await expect(thread.getByText('نعم')).toHaveCSS('direction', 'rtl');
  await expect(thread).toContainText('odd⟨U+202E⟩');
  const cut = page.getByText('سؤال عن الطقس').and(page.locator('.truncate'));
  await expect(page.getByRole('treegrid').locator(cut)).toHaveCSS('direction', 'rtl');
  for (const list of ['traces', 'spans']) {
    await page.goto(`${collector.url}/p/default/${list}`);
    await expect(page.getByRole('grid').locator(cut).first()).toHaveCSS('direction', 'rtl');
  }
});

test('words from right to left keep their order in JSON', async ({ page, collector, send }) => {
  const [cairo, damascus, from] = ['القاهرة', 'دمشق', 'من'];
  const asked = { stops: [cairo, damascus], [from]: cairo };
  const { traceId, request } = messagesTrace(
    question({ type: 'text', content: 'Where to?' }),
    answer(`\`\`\`json\n${JSON.stringify(asked)}\n\`\`\``),
    { attributes: { route: JSON.stringify(asked) } },
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const inOrder = async (place: Locator): Promise<void> => {
    const first = place.getByText(`"${cairo}"`);
    const words = [first.first(), place.getByText(`"${damascus}"`), place.getByText(from), first.last()];
    const boxes = await Promise.all(words.map((word) => word.boundingBox()));
    // By line, then from the left.
    const places = boxes.map((box) => (box === null ? Number.NaN : Math.round(box.y) * 10_000 + box.x));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  };
  await expect(conversation(page).locator('.hljs-string').first()).toBeVisible();
  await inOrder(conversation(page).locator('pre'));
  await openTab(page, 'Attributes');
  await inOrder(page.getByRole('row', { name: /^route/ }));
});

test('a failed tool tells its error beside what it had written by then', async ({
  page,
  collector,
  send,
}, testInfo) => {
  const [traceId, root] = [newId(16), newId(8)];
  const start = Date.now();
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'coder' };
  const status = { code: 2, message: 'ExitError: command ended with status 1: 3 tests failed' };
  const tool = toolCall('run_command', 'c1', { command: 'npm test' }, 'partial output');
  await send({
    resource: RESOURCE,
    scope: SCOPE,
    spans: [
      { traceId, spanId: root, name: 'fix-bug', start, end: start + 900, attributes: agent },
      {
        traceId,
        spanId: newId(8),
        parentSpanId: root,
        name: 'run',
        start,
        end: start + 700,
        attributes: tool,
        status,
      },
    ],
  });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const card = conversation(page).getByRole('article', { name: 'Tool' });
  await expect(card).toContainText('partial output');
  await expect(card.getByText('ExitError', { exact: true }).last()).toBeVisible();
  await expect(card.getByText('command ended with status 1: 3 tests failed', { exact: true })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('failed-tool.png') });
});
