import { expect, test } from 'vitest';
import type { Conversation } from '../contract/messages.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { answerableBytes, LargeAnswer } from './answer-bounds.ts';
import { QueryPool } from './pool.ts';

const collector = sharedCollector();
const of = { name: 'trace a', instead: 'ask for less' };

test('an answer is large by its bytes or its rows, and may then be made alone', () => {
  const rows = (count: number, rawSize: number): { raw_size: number }[] =>
    Array.from({ length: count }, () => ({ raw_size: rawSize }));
  const [beside, alone] = [{ mayAnswerLarge: false }, { mayAnswerLarge: true }];
  expect(answerableBytes(beside, rows(32, 2 ** 20), of)).toBe(2 ** 25);
  expect(() => answerableBytes(beside, rows(33, 2 ** 20), of)).toThrow(LargeAnswer);
  expect(answerableBytes(beside, rows(20_000, 1), of)).toBe(20_000);
  expect(() => answerableBytes(beside, rows(20_001, 1), of)).toThrow(LargeAnswer);
  expect(answerableBytes(alone, rows(20_001, 10_000), of)).toBe(200_010_000);
  expect(() => answerableBytes(alone, rows(257, 2 ** 20), of)).toThrow('trace a holds 257 MB');
});

test('large answers that are asked for at once all come, beside what is small', async () => {
  const spans = Array.from({ length: 20_001 }, (_, i) => ({
    traceId: traceIdOf(1),
    spanId: spanIdOf(i + 1),
  }));
  await store(collector.url, 'large', { spans });
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hi?"}]}]',
  };
  await store(collector.url, 'large', {
    spans: [{ traceId: traceIdOf(2), spanId: spanIdOf(1), attributes }],
  });
  const pool = new QueryPool(
    { dataDirectory: collector.dataDir },
    (message) => {
      throw new Error(message);
    },
    4,
  );
  await pool.start();
  const ask = async (trace: number): Promise<number> => {
    const json = await pool.run('traceMessages', { project: 'large', traceId: traceIdOf(trace) });
    return (JSON.parse(json.toString()) as Conversation).messages.length;
  };
  expect(await Promise.all([1, 1, 2, 1, 2, 1].map(ask))).toEqual([0, 0, 1, 0, 1, 0]);
  await pool.stop();
});
