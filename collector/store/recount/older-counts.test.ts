import { expect, test } from 'vitest';
import { makeOlder } from '../../testing/older-extraction.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { recount } from './recount.ts';

test('what an older version counted of a trace is right as long as its marks say so', () => {
  const store = new OpenStore();
  store.keepSpans('p', {
    traceId: traceIdOf(1),
    spanId: spanIdOf(1),
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 5,
      'gen_ai.request.model': 'm',
    },
  });
  expect(store.one('SELECT llm_call_count FROM traces')).toBe(1);
  // It took the call for a copy of another.
  const columns = ['llm_call_count', 'unpriced_call_count', 'input_tokens', 'total_tokens'];
  store.writing.exec(
    `UPDATE spans SET counted = 0; UPDATE traces SET ${columns.map((name) => `${name} = 0`).join()}`,
  );
  expect(recount(store.reading)).not.toEqual([]);
  makeOlder(store.writing);
  expect(recount(store.reading)).toEqual([]);
  store.writing.exec('UPDATE traces SET llm_call_count = 1');
  expect(recount(store.reading)).toMatchObject([{ count: 1 }]);
  store.close();
});
