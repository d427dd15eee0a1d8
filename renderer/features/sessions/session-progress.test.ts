import { expect, test } from 'vitest';
import { trace } from '../../testing/builders.ts';
import { sessionProgress } from './session-progress.ts';

test('a session is complete when each of its traces is, and what runs in them runs in it', () => {
  const [done, orphaned] = [trace(), trace({ is_complete: false })];
  const running = trace({ is_complete: false, running_span_count: 2 });
  expect(sessionProgress([done, done])).toEqual({ is_complete: true, running_span_count: 0 });
  expect(sessionProgress([orphaned, done])).toEqual({ is_complete: false, running_span_count: 0 });
  expect(sessionProgress([done, running, running])).toEqual({ is_complete: false, running_span_count: 4 });
});
