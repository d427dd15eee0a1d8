import type { Locator } from 'playwright/test';
import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { json, modelCall, newId, RESOURCE, SCOPE, text } from './sample-traces.ts';

/** An agent of the trace and the model calls that it makes, one a second. */
function agent(name: string, root: SpanSpec, calls: number, startMs: number): readonly SpanSpec[] {
  const { traceId } = root;
  const own: SpanSpec = {
    traceId,
    spanId: newId(8),
    parentSpanId: root.spanId,
    name: `agent ${name}`,
    start: startMs,
    end: startMs + calls * 1000,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name },
  };
  const call = (_: unknown, at: number): SpanSpec => ({
    traceId,
    spanId: newId(8),
    parentSpanId: own.spanId,
    name: `chat ${name}${at}`,
    start: startMs + at * 1000,
    end: startMs + at * 1000 + 900,
    attributes: {
      ...modelCall('gpt-4o', 100, 20),
      'gen_ai.input.messages': json([{ role: 'user', parts: [text(`${name} question ${at}.`)] }]),
      'gen_ai.output.messages': json([{ role: 'assistant', parts: [text(`${name} answer ${at}.`)] }]),
    },
  });
  return [own, ...Array.from({ length: calls }, call)];
}

/** The root of a trace in which two agents work, and when it began. */
function bothAgents(): { readonly startMs: number; readonly root: SpanSpec } {
  const startMs = Date.now() - 600_000;
  const root: SpanSpec = {
    traceId: newId(16),
    spanId: newId(8),
    name: 'both',
    start: startMs,
    end: startMs + 500_000,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'both' },
  };
  return { startMs, root };
}

const topOf = async (locator: Locator): Promise<number> =>
  Math.round((await locator.boundingBox())?.y ?? NaN);

test('what is read stays where it is when earlier spans of the trace come in', async ({
  page,
  collector,
  send,
}) => {
  const { startMs, root } = bothAgents();
  const store = (spans: readonly SpanSpec[]): Promise<void> =>
    send({ resource: RESOURCE, scope: SCOPE, spans });
  await store([root, ...agent('B', root, 60, startMs + 100_000)]);
  await page.goto(`${collector.url}/p/default/traces/${root.traceId}`);
  const rows = page.getByRole('treegrid').getByRole('rowgroup').last();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const row = rows.getByRole('row', { name: /chat B24/ });
  const question = conversation.getByText('B question 14.', { exact: true });
  await expect(conversation.getByText('B question 0.', { exact: true })).toBeVisible();
  await rows.evaluate((element) => element.scrollTo({ top: 600 }));
  await conversation.evaluate((element) => element.scrollTo({ top: 1500 }));
  await expect(row).toBeInViewport();
  await expect(question).toBeAttached();
  await question.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(question).toBeInViewport();
  const before = [await topOf(row), await topOf(question)];

  await store(agent('A', root, 8, startMs + 10_000));
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '72');
  await expect(conversation.getByText('A question 0.', { exact: true })).toBeAttached();
  await expect.poll(async () => [await topOf(row), await topOf(question)]).toEqual(before);
});

test('what is below a parent that has not come stays alone in the tree when it comes', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  const start = Date.now() - 60_000;
  const root: SpanSpec = { traceId, spanId: newId(8), name: 'run', start, end: start + 9000 };
  const [own, ...calls] = agent('north', root, 2, start);
  const sent = (spans: readonly SpanSpec[]) => send({ resource: RESOURCE, scope: SCOPE, spans });
  await sent([root, ...calls]);
  const tree = page.getByRole('treegrid');
  await page.goto(`${collector.url}/p/default/traces/${traceId}?focus=${own!.spanId}`);
  await expect(tree.getByText('parent not received')).toBeVisible();
  await sent([own!]);
  await expect(tree.getByText('parent not received')).toHaveCount(0);
  await expect(page.getByText(/^Only agent and below/)).toBeVisible();
  await expect(tree.getByText('run', { exact: true })).toHaveCount(0);
});

test('what is folded below a parent that has not come, and the time that is looked at, stay so when it comes', async ({
  page,
  collector,
  send,
}) => {
  const traceId = newId(16);
  const start = Date.now() - 60_000;
  const root: SpanSpec = { traceId, spanId: newId(8), name: 'run', start: start - 9000, end: start + 9000 };
  const [own, ...calls] = agent('north', root, 4, start);
  const other = agent('south', { ...root, spanId: newId(8) }, 2, start + 4000);
  const sent = (spans: readonly SpanSpec[]) => send({ resource: RESOURCE, scope: SCOPE, spans });
  await sent([...calls, ...other]);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const tree = page.getByRole('treegrid');
  const bar = tree.getByRole('row').filter({ hasText: 'chat south0' }).locator('[data-bar]');
  await expect(tree.getByText('chat north3')).toBeVisible();
  await tree.getByRole('button', { name: 'Fold', exact: true }).first().click();
  await expect(tree.getByText('chat north3')).toHaveCount(0);
  await tree.press('w');
  await expect(page).toHaveURL(/zoom=/);
  await expect(bar).toBeVisible();
  const before = await bar.boundingBox();
  const rowsBefore = await tree.getAttribute('aria-rowcount');

  await sent([own!]);
  await expect(tree.getByText('north', { exact: true })).toBeVisible();
  await sent([root]);
  await expect(tree.getByText('run', { exact: true })).toBeVisible();
  await expect(tree.getByText('chat north3')).toHaveCount(0);
  expect(Number(await tree.getAttribute('aria-rowcount'))).toBe(Number(rowsBefore) + 1);
  const after = await bar.boundingBox();
  expect([after?.x, after?.width]).toEqual([before?.x, before?.width]);
});

test('what was said is not folded again for a search with each span that comes', async ({
  page,
  collector,
  send,
}) => {
  const { startMs, root } = bothAgents();
  const store = (spans: readonly SpanSpec[]): Promise<void> =>
    send({ resource: RESOURCE, scope: SCOPE, spans });
  await store([root, ...agent('B', root, 60, startMs)]);
  await page.addInitScript(() => {
    Object.assign(window, { folded: 0 });
    const lower = Reflect.get(String.prototype, 'toLowerCase');
    const counted = new Proxy(lower, {
      apply: (fold, text, given: []) => {
        // Far below what is drawn of the conversation.
        if (text === 'B answer 59.')
          Object.assign(window, { folded: Number(Reflect.get(window, 'folded')) + 1 });
        return Reflect.apply(fold, text, given);
      },
    });
    Reflect.set(String.prototype, 'toLowerCase', counted);
  });
  const folded = (): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'folded')));
  await page.goto(`${collector.url}/p/default/traces/${root.traceId}?find=answer`);
  const bar = page.getByRole('search', { name: 'Inside the trace' });
  await expect(bar).toContainText('of 60');
  const before = await folded();
  expect(before).toBeGreaterThan(0);
  const step = (at: number): SpanSpec => ({
    traceId: root.traceId,
    spanId: newId(8),
    parentSpanId: root.spanId,
    name: `answer step ${at}`,
    start: startMs - 1000 + at,
    end: startMs - 500,
  });
  for (let at = 0; at < 3; at++) {
    await store([step(at)]);
    await expect(bar).toContainText(`of ${61 + at}`);
  }
  expect(await folded()).toBe(before);
});
