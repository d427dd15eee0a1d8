import { expect, test } from './fixtures.ts';
import { modelCall, newId } from './sample-traces.ts';

for (const [input, short, whole] of [
  [8_479_730, '8.52 M', '8,522,150'],
  [868_780, '911 k', '911,200'],
] as const)
  test(`a node of ${short} tokens tells each number in one line, and all digits on hover`, async ({
    page,
    collector,
    send,
  }) => {
    const [traceId, root] = [newId(16), newId(8)];
    const [start, end] = [Date.now() - 600_000, Date.now() - 160_000];
    await send({
      spans: [
        {
          traceId,
          spanId: root,
          name: 'run',
          start,
          end,
          status: { code: 2, message: 'no answer' },
          attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'orchestrator' },
        },
        {
          traceId,
          spanId: newId(8),
          parentSpanId: root,
          name: 'chat',
          start,
          end,
          attributes: modelCall('gpt-4o', input, 42_420),
        },
      ],
    });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${collector.url}/p/default/traces/${traceId}?view=graph`);
      const node = page.getByRole('region', { name: 'Graph' }).getByRole('button', { name: /orchestrator/ });
      await expect(node).toContainText(`7 min 20 s${short} tokens1 error`);
      await expect(node).toHaveAttribute(
        'title',
        `orchestrator, 1 span, 7 min 20 s, ${whole} tokens, 1 error`,
      );
      const [name, numbers] = await node.evaluate(({ children }) =>
        Array.from(children, (line) => line.getBoundingClientRect().height),
      );
      expect(numbers, `a line at ${width}`).toBeLessThanOrEqual(name!);
      const cut = await node
        .locator('.truncate')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        );
      expect(cut, `at ${width}`).toEqual([]);
    }
  });

test('an agent and what it calls stand side by side in a window as wide as a phone', async ({
  page,
  openTrip,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTrip();
  await page.getByRole('tab', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph' });
  const tool = graph.getByRole('button', { name: /search_hotels/ });
  await expect(tool).toBeInViewport({ ratio: 1 });
  const agent = await graph
    .getByRole('button', { name: /^planner/ })
    .first()
    .boundingBox();
  expect(agent!.x + agent!.width).toBeLessThan((await tool.boundingBox())!.x);
  expect(await graph.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
});
