import { expect, test } from './fixtures.ts';
import { NARROW } from './places.ts';
import { ALL_TOKENS, messagesTrace } from './sample-cases.ts';
import { chatTrace, tripTrace } from './sample-traces.ts';

test('charts beside each other begin at one height, also where one names its colours in two lines', async ({
  page,
  collector,
  send,
}) => {
  const { request } = messagesTrace([], [], { attributes: ALL_TOKENS });
  await send(request);
  await page.goto(`${collector.url}/p/default/dashboard`);
  const colours = page.getByRole('list', { name: 'Tokens in all' }).getByRole('listitem');
  await expect(colours).toHaveCount(5);
  const lineCount = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 900 });
    return colours.evaluateAll((items) => new Set(items.map((one) => one.getBoundingClientRect().top)).size);
  };
  let width = 1700;
  while ((await lineCount(width)) !== 2) width -= 50;
  const tops = await Promise.all(
    ['Tokens', 'Cost'].map(
      async (name) => (await page.getByRole('img', { name: `${name} over time` }).boundingBox())?.y,
    ),
  );
  expect(tops[0]).toBe(tops[1]);
});

test('what is folded in a conversation stands in the line of who said it', async ({
  page,
  collector,
  send,
}) => {
  const { request, traceId } = messagesTrace(
    [
      { role: 'system', parts: [{ type: 'text', content: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', content: 'Why?' }] },
    ],
    [{ role: 'assistant', parts: [{ type: 'text', content: 'So.' }] }],
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=conversation`);
  const entry = page.getByRole('article', { name: 'System' });
  const middle = async (words: string): Promise<number> => {
    const box = await entry.getByText(words, { exact: true }).boundingBox();
    return (box?.y ?? NaN) + (box?.height ?? NaN) / 2;
  };
  expect(Math.abs((await middle('System')) - (await middle('Be brief.')))).toBeLessThan(2);
});

test('in a narrow feed a session leaves the name of its trace whole, and times stand apart in a wide one', async ({
  page,
  collector,
  send,
}) => {
  const name = 'answer-questions-of-people';
  const startMs = Date.now() - 2 * 86_400_000;
  const sessionId = '644f4dcd-fd23-4d70-9d2a-5e0c0b76436f';
  await send(chatTrace({ name, question: 'q', answer: 'a', startMs, sessionId }));
  await page.setViewportSize(NARROW);
  await page.goto(`${collector.url}/p/default/live`);
  const head = page.getByRole('grid', { name: 'Live' }).getByTitle(name);
  await expect(head).toBeVisible();
  expect(await head.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  const time = page.getByRole('row', { name: /User/ }).getByRole('time');
  const [at, icon] = await Promise.all([
    time.boundingBox(),
    page.getByRole('row', { name: /User/ }).locator('svg').first().boundingBox(),
  ]);
  expect((icon?.x ?? NaN) - (at?.x ?? NaN) - (at?.width ?? NaN)).toBeGreaterThan(8);
});

test('a model that has no room for some letters is left out of the tree', async ({
  page,
  collector,
  send,
}) => {
  const { request, traceId } = messagesTrace([], [], { name: 'answer-questions-of-people' });
  await send(request);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const names = page.getByRole('treegrid').getByTitle('gpt-4o');
  await expect(names.first()).toBeVisible();
  for (let width = 1440; width >= 640; width -= 100) {
    await page.setViewportSize({ width, height: 900 });
    const seen = await names.evaluateAll((details) =>
      details.flatMap((detail) => {
        const [own, room] = [detail, detail.parentElement!].map((one) => one.getBoundingClientRect());
        return own!.top >= room!.bottom ? [] : [Math.min(own!.right, room!.right) - own!.left];
      }),
    );
    for (const pixels of seen) expect(pixels, `at ${width}`).toBeGreaterThan(30);
  }
});

test('a list is ordered by a press anywhere on a head, but on its edge', async ({
  page,
  collector,
  send,
}) => {
  await send(tripTrace().request);
  await page.goto(`${collector.url}/p/default/traces`);
  for (const [name, field] of [
    ['Cost', 'total_cost'],
    ['Name', 'trace_name'],
  ] as const) {
    const head = page.getByRole('columnheader', { name });
    const { width, height } = (await head.boundingBox())!;
    for (const position of [
      { x: 3, y: height - 4 },
      { x: width - 6, y: 4 },
    ]) {
      await page.goto(`${collector.url}/p/default/traces?order_by=start_time:desc`);
      await head.click({ position });
      await expect(page).toHaveURL(new RegExp(`order_by=${field}`));
    }
  }
});
