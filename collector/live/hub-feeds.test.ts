import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveHub, type PublishedRun } from './hub.ts';

/* What a hub tells its stream of one project and the unscoped one, which has those of project `default` only. */

let hub: LiveHub;
beforeEach(() => {
  vi.useFakeTimers();
  hub = new LiveHub();
});
afterEach(() => {
  hub.traces.stop();
  vi.useRealTimers();
});

const run = (more: Partial<PublishedRun> = {}): PublishedRun => ({
  project_id: 'default',
  trace_id: 't',
  span_ids: ['s'],
  session_id: 'own',
  user_id: null,
  trace_complete: true,
  ...more,
});
const deletion = (project_id: string) => ({
  project_id,
  trace_id: 't',
  session_id: null,
  names_others: false,
});

test('a deleted trace completes no more, unless it is another project’s', () => {
  const feed = hub.traces.listen();
  hub.publish([run()]);
  hub.publishDeleted([deletion('other')]);
  vi.advanceTimersByTime(3000);
  expect(feed.read()).toContain('TraceCompleted');
  hub.publish([run()]);
  hub.publishDeleted([deletion('default')]);
  vi.advanceTimersByTime(3000);
  expect(feed.read()).not.toContain('TraceCompleted');
});

test('to reload is told for its project alone', () => {
  const feed = hub.traces.listen();
  hub.publishResync('other');
  expect(feed.read()).toBe('');
  hub.publishResync('default');
  expect(feed.read()).toContain('event: resync');
});

test('a listener to a session hears of the spans of others that concern it', () => {
  const [own, other, none] = ['own', 'second', 'third'].map((session_id) =>
    hub.listen('default', { session_id }),
  );
  hub.publish([run({ other_sessions: ['second'] })]);
  expect([own, other, none].map((listener) => listener!.read().includes('event: span'))).toEqual([
    true,
    true,
    false,
  ]);
});
