import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { chatTrace, newId, RESOURCE, SCOPE, text, toolCall } from './sample-traces.ts';

const QUERY = 'how do I configure the exporter for a collector on my own machine when a proxy is in the way';
const ERROR = 'ExitError: command ended with status 1: three of the tests of the parser have failed';

const widthOf = async (item: Locator): Promise<number> => (await item.boundingBox())?.width ?? 0;
/** Whether its end is cut off. */
const isCut = (item: Locator): Promise<boolean> =>
  item.evaluate((element) => element.scrollWidth > element.clientWidth);

test('what came of a call has room beside its arguments, however long they are', async ({
  page,
  collector,
  send,
}, testInfo) => {
  const [traceId, root] = [newId(16), newId(8)];
  const start = Date.now();
  const tool = (name: string, args: object, result: string, error?: string) => ({
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name,
    start,
    end: start + 700,
    attributes: toolCall(name, newId(4), args, result),
    ...(error === undefined ? {} : { status: { code: 2, message: error } }),
  });
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'coder' };
  const session = 'somebody-made-this-session-id-up-0123456789-abcdefghij';
  await send({
    resource: RESOURCE,
    scope: SCOPE,
    spans: [
      {
        traceId,
        spanId: root,
        name: 'fix-bug',
        start,
        end: start + 900,
        attributes: { ...agent, 'gen_ai.conversation.id': session },
      },
      tool('search_docs', { query: QUERY, filters: { product: 'collector', language: 'en' } }, 'FOUND 3'),
      tool('run_command', { command: `npm test -- --grep "${QUERY}"` }, 'partial', ERROR),
      tool('read_file', { path: 'a' }, QUERY.repeat(4)),
    ],
  });
  const { request } = messagesTrace(
    [{ role: 'user', parts: [text(QUERY)] }],
    [{ role: 'assistant', parts: [text(`${QUERY} ${QUERY}`)], finish_reason: 'length' }],
  );
  const limited = {
    code: 2,
    message: 'RateLimitError: 429 Too Many Requests: the requests of this minute are used up',
  };
  await send({ ...request, spans: [{ ...request.spans[0]!, status: limited }] });
  await page.goto(`${collector.url}/p/default/live`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  for (const width of [1440, 640, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const found = row('search_docs').getByText('FOUND 3');
    await expect(found).toBeInViewport({ ratio: 1 });
    expect(await isCut(found), `a short result at ${width}`).toBe(false);
    for (const [call, error] of [
      ['npm test', 'ExitError'],
      [QUERY, 'RateLimitError'],
    ] as const) {
      const failed = row(error);
      const whole = await widthOf(failed.getByText(call));
      expect(await widthOf(failed.getByText(error)), `${error} at ${width}`).toBeGreaterThan(whole * 0.9);
    }
    // A short call leaves the rest to what came of it.
    const read = row('read_file');
    expect(await isCut(read.getByText('{"path":"a"}')), `a short call at ${width}`).toBe(width === 390);
    await page.screenshot({ path: testInfo.outputPath(`live-rows-${width}.png`) });
  }
  // Its end stays.
  const head = row('fix-bug').getByRole('link', { name: session }).locator('span').first();
  expect(await head.evaluate((one) => getComputedStyle(one).textOverflow)).toBe('ellipsis');
  expect(await isCut(head)).toBe(true);
});

test('what comes while the last row is looked at is counted beside the feed, where it lies on no row', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto(`${collector.url}/p/default/live`);
  const say = (n: number) =>
    send(chatTrace({ name: `run-${n}`, question: `question ${n}`, answer: `answer ${n}` }));
  for (let n = 1; n <= 12; n += 1) await say(n);
  const grid = page.getByRole('grid', { name: 'Live' });
  // In a phone its trace opens below the feed, which becomes lower: nobody has scrolled to its end then.
  for (const [width, last] of [
    [1280, 12],
    [390, 13],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await expect(grid.getByText(`answer ${last}`)).toBeInViewport();
    await page.keyboard.press('k');
    const row = grid.getByRole('row', { selected: true });
    await expect(page.getByRole('region', { name: 'Trace', exact: true })).toBeVisible();
    await say(last + 1);
    const waits = page.getByRole('button', { name: 'Follow: 2 new' });
    await expect(waits).toHaveAttribute('aria-pressed', 'false');
    await expect(row).toBeInViewport({ ratio: 0.95 });
    const isCovered = await row.evaluate((element) => {
      const { x, y, width: wide, height } = element.getBoundingClientRect();
      const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => [x + wide * part, y + height / 2] as const);
      return places.some(([left, top]) => !element.contains(document.elementFromPoint(left, top)));
    });
    expect(isCovered, `at ${width}`).toBe(false);
    await waits.click();
    await expect(grid.getByText(`answer ${last + 1}`)).toBeInViewport();
    await page.keyboard.press('Escape');
  }
});
