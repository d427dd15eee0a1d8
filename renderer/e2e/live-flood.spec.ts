import type { Page } from 'playwright/test';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace, json, modelCall, RESOURCE, SCOPE, text } from './sample-traces.ts';

const feed = (page: Page) => page.getByRole('grid', { name: 'Live' });
const lines = (page: Page) => feed(page).getByRole('row');

test('a thousand spans a second are all told, and what is shown of them is bounded', async ({
  page,
  collector,
  send,
}) => {
  test.slow();
  const SECONDS = 10;
  const BATCH = 100;
  const BATCHES = (SECONDS * 1000) / BATCH;
  await page.goto(`${collector.url}/p/default/live`);
  await expect(page.getByText('Waiting for the first span')).toBeVisible();
  await page.evaluate(() => {
    const figures = { frames: 0, longest: 0, last: performance.now() };
    Object.assign(window, { figures });
    const onFrame = (now: number): void => {
      figures.frames += 1;
      figures.longest = Math.max(figures.longest, now - figures.last);
      figures.last = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
  const started = Date.now();
  const answers: number[] = [];
  for (let sent = 0; sent < BATCHES; sent += 1) {
    const start = Date.now();
    await send({ resource: RESOURCE, scope: SCOPE, spans: flood(sent, BATCH, start) });
    if (sent % 10 === 0) {
      const asked = performance.now();
      await page.evaluate(() => document.title);
      answers.push(performance.now() - asked);
    }
    const ahead = started + (sent + 1) * BATCH - Date.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  const sentAfter = Date.now() - started;
  await expect(page.getByText(`${(BATCHES * BATCH).toLocaleString('en-US')} spans arrived`)).toBeVisible({
    timeout: 120_000,
  });
  const toldAfter = Date.now() - started;
  await expect(lines(page).last()).toContainText(`answer ${BATCHES * BATCH - 1}`);
  const rowCount = Number(await feed(page).getAttribute('aria-rowcount'));
  const figures = await page.evaluate(() => ({ ...Reflect.get(window, 'figures') }));
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false');
  // Bounded: 2,000 spans with a question and an answer each, and the heads of their traces.
  expect(rowCount).toBeLessThanOrEqual(2000 * 3);
  const slowest = Math.max(...answers);
  process.stdout.write(
    `\nlive: ${BATCHES * BATCH} spans sent in ${sentAfter} ms, told after ${toldAfter} ms, ${figures.frames} frames, ` +
      `longest ${Math.round(figures.longest)} ms, slowest answer of the page ${Math.round(slowest)} ms\n`,
  );
});

test('what a flood left untold is told once it is over', async ({ page, collector, send }) => {
  await page.goto(`${collector.url}/p/default/live`);
  await expect(page.getByText('Waiting for the first span')).toBeVisible();
  await send({ resource: RESOURCE, scope: SCOPE, spans: flood(0, 30, Date.now()) });
  await expect(lines(page).filter({ hasText: 'answer 29' })).toHaveCount(1);
  // Of calls that are told by their previews each trace's first alone says what was asked.
  await expect(lines(page).filter({ hasText: 'question 29' })).toHaveCount(1);
  await expect(lines(page).filter({ hasText: 'answer 29' })).toHaveCount(1);
});

/** Model calls, ten to a trace. */
function flood(sent: number, count: number, start: number): SpanSpec[] {
  return Array.from({ length: count }, (_, i) => {
    const n = sent * count + i;
    const asked = json([{ role: 'user', parts: [text(`question ${n}`)] }]);
    const answered = json([{ role: 'assistant', parts: [text(`answer ${n}`)], finish_reason: 'stop' }]);
    return {
      traceId: traceIdOf(Math.floor(n / 10) + 1),
      spanId: spanIdOf(n + 1),
      name: 'chat gpt-4o',
      start: start + i,
      end: start + i + 1,
      attributes: {
        ...modelCall('gpt-4o', 10, 5),
        'gen_ai.input.messages': asked,
        'gen_ai.output.messages': answered,
      },
    };
  });
}

test('a span is in sight soon after it was stored', async ({ page, collector, send }) => {
  await page.goto(`${collector.url}/p/default/live`);
  await expect(page.getByText('Waiting for the first span')).toBeVisible();
  const waits: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    await page.evaluate((wanted) => {
      Object.assign(window, {
        seen: new Promise<number>((resolve) => {
          const look = (): void => {
            if (document.body.innerText.includes(wanted)) resolve(Date.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      });
    }, `told number ${n}`);
    await send(chatTrace({ question: `ask number ${n}`, answer: `told number ${n}` }));
    const stored = Date.now();
    waits.push((await page.evaluate<number>(() => Reflect.get(window, 'seen'))) - stored);
  }
  await expect(lines(page).filter({ hasText: 'told number 4' })).toHaveCount(1);
  process.stdout.write(`\nlive: in sight ${waits.join(', ')} ms after the answer to the exporter\n`);
});
