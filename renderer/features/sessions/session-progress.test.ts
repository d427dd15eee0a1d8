import { expect, test } from 'vitest';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { trace } from '../../testing/builders.ts';
import { sessionProgress } from './session-progress.ts';

const END = '2026-01-01T02:00:00.000Z';
const of = (...traces: readonly TraceSummary[]) => sessionProgress({ traces: [...traces], end_time: END });

test('a session is complete when each of its traces is, and what runs in them runs in it', () => {
  const [done, orphaned] = [trace(), trace({ is_complete: false })];
  const running = trace({ is_complete: false, running_span_count: 2 });
  expect(of(done, done)).toEqual({ is_complete: true, running_span_count: 0, end_time: END });
  expect(of(orphaned, done)).toMatchObject({ is_complete: false, running_span_count: 0 });
  expect(of(done, running, running)).toMatchObject({ is_complete: false, running_span_count: 4 });
});

test('what is complete keeps no session open', () => {
  const [first, second] = ['2026-01-01T00:10:00.000Z', '2026-01-01T00:20:00.000Z'];
  const orphans = [second, first].map((end_time) => trace({ is_complete: false, end_time }));
  expect(of(...orphans, trace({ end_time: END }))).toMatchObject({ end_time: second });
});
