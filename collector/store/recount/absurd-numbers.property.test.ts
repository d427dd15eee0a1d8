import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { SessionPage } from '../../contract/sessions.ts';
import { Stats } from '../../contract/stats.ts';
import { findings } from '../../testing/doctor-data.ts';
import { projectUrl, read } from '../../testing/api-client.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { store } from '../../testing/otlp-client.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { startCollector } from '../../testing/start-collector.ts';
import { recount } from './recount.ts';
import { MOST_OF_A_SESSION } from '../traces/session-sum.ts';

const LIMIT = BigInt(Number.MAX_SAFE_INTEGER);
/** The most tokens that a span is believed; at list prices they cost more than a span's row has room for. */
const MOST_TOKENS = 1e12;
const MOST_DOLLARS = Number.MAX_SAFE_INTEGER / 1e12;

const drawn = fc.record({
  span: fc.integer({ min: 1, max: 9 }),
  parent: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 }),
  dollars: fc.option(fc.constantFrom(0, 0.25, 999.999, 1000, 1e9)),
  tokens: fc.constantFrom(0, 7, MOST_TOKENS, 2 ** 62),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const specOf = ({ span, parent, dollars, tokens }: Drawn): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(span),
  ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o',
    'session.id': 's',
    ...(dollars === null ? {} : { 'gen_ai.usage.cost': dollars }),
    'gen_ai.usage.input_tokens': tokens,
  },
});

const SUMS = 'SELECT total_cost, input_tokens, total_tokens FROM';

test('sums of absurd numbers stop at the limit, the same in any order, and equal a recount', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(drawn, { selector: ({ span }) => span, minLength: 1 }).chain((spans) =>
        fc.record({
          spans: fc.constant(spans),
          other: fc.shuffledSubarray(spans, { minLength: spans.length }),
          commits: fc.nat(3),
        }),
      ),
      ({ spans, other, commits }) => {
        const sums = [spans, other].map((order, i) => {
          const opened = new OpenStore();
          try {
            // All at once, and in pieces for a writer that remembers nothing of the one before.
            const size = i === 0 ? order.length : Math.ceil(order.length / (1 + commits));
            for (let from = 0; from < order.length; from += size) {
              opened.keepSpans('p', ...order.slice(from, from + size).map(specOf));
              opened.restart();
            }
            expect(recount(opened.reading)).toEqual([]);
            return {
              kept: [...opened.all(`${SUMS} traces`), ...opened.all(`${SUMS} sessions`)],
              costs: opened.all('SELECT total_cost FROM spans') as { total_cost: number }[],
            };
          } finally {
            opened.close();
          }
        });
        expect(sums[1]!.kept).toEqual(sums[0]!.kept);
        if (spans.some(({ parent }) => parent !== null)) return;
        const cost = sums[0]!.costs.reduce((sum, { total_cost }) => sum + BigInt(total_cost), 0n);
        expect(sums[0]!.kept[0]).toMatchObject({ total_cost: Number(cost < LIMIT ? cost : LIMIT) });
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('more than 64 bits hold, over many traces: stored, listed, summed up, and nothing for the doctor', async () => {
  const dataDir = testFolder();
  const collector = await startCollector({ dataDir });
  onTestFinished(() => collector.stop());
  const spans = Array.from({ length: 2100 }, (_, i) => ({
    ...specOf({ span: i + 1, parent: null, dollars: null, tokens: MOST_TOKENS }),
    traceId: traceIdOf(i + 1),
  }));
  await store(collector.url, 'p', { spans: spans.slice(0, 1000) }, { spans: spans.slice(1000) });
  const { data } = await read(SessionPage, `${projectUrl(collector.url, 'p')}/sessions`);
  expect(data).toMatchObject([{ trace_count: 2100, total_cost: Number(MOST_OF_A_SESSION) / 1e12 }]);
  const stats = await read(Stats, `${projectUrl(collector.url, 'p')}/stats`);
  expect(stats.totals.total_cost).toBeCloseTo(2100 * MOST_DOLLARS, 0);
  expect(stats.totals.input_tokens).toBe(2100 * MOST_TOKENS);
  await collector.stop();
  expect((await findings(dataDir))['totals']).toMatch(/^ok: of 2100 spans/);
});

test('a session whose sums stood at the limit has those of its traces again when most of them are gone', () => {
  const opened = new OpenStore();
  onTestFinished(() => opened.close());
  const spans = Array.from({ length: 600 }, (_, i) => ({
    ...specOf({ span: i + 1, parent: null, dollars: 1e9, tokens: MOST_TOKENS }),
    traceId: traceIdOf(i + 1),
  }));
  opened.keepSpans('p', ...spans);
  expect(opened.all('SELECT total_cost > 4e18 AS is_at_limit FROM sessions')).toEqual([{ is_at_limit: 1 }]);
  opened.retain({ maxSpans: 10 });
  expect(opened.all('SELECT trace_count, input_tokens FROM sessions')).toEqual([
    { trace_count: 10, input_tokens: 10 * MOST_TOKENS },
  ]);
  expect(recount(opened.reading)).toEqual([]);
});
