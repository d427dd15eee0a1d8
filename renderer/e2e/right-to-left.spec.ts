import type { Page } from 'playwright/test';
import { keyValues } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { json, modelCall, newId, text } from './sample-traces.ts';

/** Wider than any column. */
const NAME = 'سؤال طويل عن الطقس والفنادق والطائرات '.repeat(3).trim();
const OTHER = `${NAME} أيضا`;

/** A trace and a metric with that name wherever one is told. */
function named(name: string): { readonly traceId: string; readonly spans: object; readonly metrics: object } {
  const traceId = newId(16);
  const root = newId(8);
  const start = Date.now() - 60_000;
  const resource = {
    attributes: keyValues({ 'service.name': name, 'deployment.environment.name': name }),
  };
  const context = { 'gen_ai.conversation.id': name, 'user.id': name, 'gen_ai.agent.name': name };
  const span = (spanId: string, attributes: Parameters<typeof keyValues>[0]) => ({
    traceId,
    spanId,
    ...(spanId === root ? {} : { parentSpanId: root }),
    name,
    startTimeUnixNano: `${start}000000`,
    endTimeUnixNano: `${start + 1000}000000`,
    attributes: keyValues({ ...context, ...attributes }),
  });
  const spans = [
    span(root, { 'gen_ai.operation.name': 'invoke_agent' }),
    span(newId(8), {
      ...modelCall(name, 100, 20),
      'gen_ai.system_instructions': json([text(name)]),
      'gen_ai.input.messages': json([{ role: 'user', parts: [text(name)] }]),
      'gen_ai.output.messages': json([{ role: 'assistant', parts: [text(name)] }]),
    }),
    span(newId(8), { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name }),
  ];
  const points = [1, 2].map((value) => ({
    timeUnixNano: `${start + value * 1000}000000`,
    asInt: value,
  }));
  const metric = { name, description: name, gauge: { dataPoints: points } };
  return {
    traceId,
    spans: { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'it' }, spans }] }] },
    metrics: {
      resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'it' }, metrics: [metric] }] }],
    },
  };
}

/** Of each text from right to left in a line that may be cut the first letter is seen. */
async function expectBeginnings(page: Page, where: string): Promise<void> {
  await expect(page.getByText('سؤال').first()).toBeVisible();
  const cut = await page.evaluate(() => {
    const lost: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const line = node.parentElement?.closest('.truncate');
      const at = node.nodeValue?.indexOf('سؤال') ?? -1;
      if (line == null || at === -1) continue;
      const letter = document.createRange();
      letter.setStart(node, at);
      letter.setEnd(node, at + 1);
      const [seen, room] = [letter.getBoundingClientRect(), line.getBoundingClientRect()];
      // What is not drawn for want of room has none.
      if (seen.width === 0 || room.width < 20) continue;
      if (seen.left < room.left - 1 || seen.right > room.right + 1) lost.push(line.outerHTML.slice(0, 160));
    }
    return lost;
  });
  expect.soft(cut, where).toEqual([]);
}

test('a name from right to left that has no room is cut at its end, in every list and beside it', async ({
  page,
  collector,
  post,
}) => {
  const { traceId, spans, metrics } = named(NAME);
  await post('traces', spans);
  await post('metrics', metrics);
  const [name, filters] = [NAME, json([{ key: 'model', op: 'eq', value: NAME }])].map(encodeURIComponent);
  for (const list of [
    'traces',
    `traces?open=${traceId}&filters=${filters}`,
    'spans',
    `sessions?open=${name}`,
    `logs?service=${name}`,
    'metrics',
    `metrics?open=${name}`,
  ]) {
    await page.goto(`${collector.url}/p/default/${list}`);
    await expectBeginnings(page, list);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('سؤال');
  await expect(page.getByRole('option').filter({ hasText: 'سؤال' }).first()).toBeVisible();
  await expectBeginnings(page, 'the palette');
});

test('a name from right to left that has no room is cut at its end, on the other screens', async ({
  page,
  collector,
  post,
}) => {
  const [one, other] = [named(NAME), named(OTHER)];
  for (const { spans } of [one, other]) await post('traces', spans);
  for (const screen of [
    `sessions/${encodeURIComponent(NAME)}`,
    `traces/${one.traceId}`,
    'live',
    'dashboard?by=agent',
    `compare?a=${one.traceId}&b=${other.traceId}`,
    `compare?a=${one.traceId}&b=${other.traceId}&show=spans`,
  ]) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    await expectBeginnings(page, screen);
  }
});
