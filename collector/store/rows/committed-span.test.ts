import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inRuns, type CommittedRun, type CommittedSpan } from './committed-span.ts';

const NONE: readonly string[] = [];
const span = (spanId: string, more: Partial<CommittedSpan> = {}): CommittedSpan => ({
  projectId: 'p',
  traceId: 't',
  spanId,
  sessionId: 's',
  otherSessions: NONE,
  userId: null,
  replaced: false,
  traceComplete: true,
  ...more,
});
const apart = (runs: readonly CommittedRun[]): CommittedSpan[] =>
  runs.flatMap(({ spanIds, ...said }) => spanIds.map((spanId) => ({ ...said, spanId })));

test('spans that say the same are one run for as long as they follow each other', () => {
  const { spanId: _, ...said } = span('');
  expect(inRuns([span('a'), span('b'), span('c', { traceId: 'u' }), span('d')])).toEqual([
    { ...said, spanIds: ['a', 'b'] },
    { ...said, traceId: 'u', spanIds: ['c'] },
    { ...said, spanIds: ['d'] },
  ]);
  expect(inRuns([])).toEqual([]);
});

test('runs taken apart are the spans, in their order, whatever these say', () => {
  const few = fc.constantFrom('a', 'b');
  const spans = fc.array(
    fc
      .record({
        projectId: few,
        traceId: few,
        spanId: few,
        sessionId: fc.option(few),
        otherSessions: fc.constantFrom(NONE, ['a'], ['b']),
        userId: fc.option(few),
        replaced: fc.boolean(),
        traceComplete: fc.option(fc.boolean()),
      })
      .map((one) => span(one.spanId, one)),
  );
  fc.assert(
    fc.property(spans, (all) => {
      expect(apart(inRuns(all))).toEqual(all);
    }),
  );
});
