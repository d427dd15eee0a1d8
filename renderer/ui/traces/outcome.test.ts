import { expect, test } from 'vitest';
import { trace } from '../../testing/builders.ts';
import { describeOutcome } from './outcome.ts';

test.for([
  [{}, false, 'ok', 'OK'],
  [{ has_error: true, error_count: 2, is_complete: false }, true, 'error', '2 errors'],
  [{ is_complete: false }, true, 'warn', 'Not complete yet'],
  [{ is_complete: false }, false, 'quiet', 'Parent not received'],
] as const)('%o, of which more is to come (%s), is told of as %s: %s', ([told, open, tone, label]) =>
  expect(describeOutcome(trace(told), open)).toEqual({ tone, label }),
);
