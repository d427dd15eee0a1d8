import { expect, test } from 'vitest';
import { isOpen } from './progress.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const ended = (agoMs: number) => new Date(NOW - agoMs).toISOString();

test.for([
  ['complete', true, 0, 0, false],
  ['not complete and just told of', false, 0, 599_000, true],
  ['not complete since long', false, 0, 600_000, false],
  ['not complete by a clock that is ahead', false, 0, -60_000, true],
  ['at work since long', false, 1, 86_400_000, true],
] as const)('more is to come of what is %s: %s', ([, is_complete, running_span_count, agoMs, more]) =>
  expect(isOpen({ is_complete, running_span_count, end_time: ended(agoMs) }, NOW)).toBe(more),
);

test('a trace of spans that were sent without an end is told of as over', () =>
  expect(isOpen({ is_complete: false, running_span_count: 0, end_time: ended(NOW) }, NOW)).toBe(false));
