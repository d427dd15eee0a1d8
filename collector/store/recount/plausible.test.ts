import { expect, test } from 'vitest';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { isPlausibleSpan } from './plausible.ts';

const { columns } = rowOf({ traceId: traceIdOf(1), spanId: spanIdOf(1) });

test('whatever an exporter may have sent is plausible: the protocol lets any number stand for a status', () => {
  for (const statusCode of [0, 2, 7, -1]) expect(isPlausibleSpan({ ...columns, statusCode })).toBe(true);
});

test.each([
  { statusCode: 1.5 },
  { kind: null as never },
  { spanId: 'x' },
  { category: 'none' as never },
  { startNs: 1 as never },
  { tags: '[' },
])('%j is none', (part) => expect(isPlausibleSpan({ ...columns, ...part })).toBe(false));
