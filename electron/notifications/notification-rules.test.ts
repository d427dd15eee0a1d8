import { describe, expect, test } from 'vitest';
import { NotificationRules, type NotificationSettings, type TraceFacts } from './notification-rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const failed: TraceFacts = {
  trace_id: 'a',
  trace_name: 'plan a trip',
  end_time: '2026-11-21T11:59:58Z',
  duration_ms: 12_340,
  total_cost: 0.034,
  error_count: 1,
  has_error: true,
  is_complete: true,
};
const at = { now, runningMs: 3_600_000 };
const fine: TraceFacts = { ...failed, error_count: 0, has_error: false };
const settings: NotificationSettings = { errors: true, cost_dollars: 0.5, duration_secs: 60 };
const take = (trace: TraceFacts, more: Partial<NotificationSettings> = {}, rules = new NotificationRules()) =>
  rules.take('default', trace, { ...settings, ...more }, at);

describe('a trace is told', () => {
  test('when it ends in an error', () => {
    expect(take(failed)).toEqual({
      title: 'plan a trip ended in an error',
      body: '1 error · 12.3 s · $0.03',
    });
  });

  test('when it passes a threshold, also while it runs', () => {
    const running = { ...fine, is_complete: false };
    expect(take({ ...running, total_cost: 0.51 })?.title).toBe('plan a trip costs $0.51');
    expect(take({ ...running, duration_ms: 60_001 })?.title).toBe('plan a trip takes 1 min');
  });

  test.each([
    ['that is fine', fine, {}],
    ['whose error is not its end', { ...failed, is_complete: false }, {}],
    ['exactly at the thresholds', { ...fine, total_cost: 0.5, duration_ms: 60_000 }, {}],
    ['whose reason is switched off', failed, { errors: false }],
    [
      'without thresholds',
      { ...fine, total_cost: 99, duration_ms: 1e9 },
      { cost_dollars: null, duration_secs: null },
    ],
    ['of an imported file', { ...failed, end_time: '2026-11-20T12:00:00Z' }, {}],
    ['without an end that can be read', { ...failed, end_time: '' }, {}],
  ] as const)('not one %s', (_says, trace, more) => {
    expect(take(trace, more)).toBeNull();
  });
});

test.each([
  [4e-8, 5, '5 ms · $0.00000004'],
  [0.0023, 120, '0.1 s · $0.002'],
  [0, 59_960, '1 min · $0.00'],
])('a cost of %f and a time of %f ms are %s', (total_cost, duration_ms, words) => {
  expect(take({ ...failed, total_cost, duration_ms })?.body).toBe(`1 error · ${words}`);
});

test('what happened before the app was started is no news', () => {
  const agoMs = now - Date.parse(failed.end_time);
  const takeAfter = (runningMs: number) =>
    new NotificationRules().take('default', failed, settings, { now, runningMs });
  expect(takeAfter(agoMs - 1)).toBeNull();
  expect(takeAfter(agoMs)).not.toBeNull();
});

test('what happens after the clock was set back is news at once', () => {
  const rules = new NotificationRules();
  const hoursAhead = now + 5.5 * 3_600_000;
  const early = { ...failed, end_time: new Date(hoursAhead).toISOString() };
  expect(rules.take('default', early, settings, { now: hoursAhead, runningMs: 1000 })).not.toBeNull();
  const later = { ...failed, trace_id: 'b' };
  expect(rules.take('default', later, settings, { now, runningMs: 10_000 })).not.toBeNull();
});

test('each reason is told once a trace, in each project', () => {
  const rules = new NotificationRules();
  const both = { ...failed, total_cost: 2 };
  expect(take(failed, {}, rules)).not.toBeNull();
  expect(take(failed, {}, rules)).toBeNull();
  expect(take(both, {}, rules)?.title).toContain('costs $2.00');
  expect(take(both, {}, rules)).toBeNull();
  expect(rules.take('shop', failed, settings, at)).not.toBeNull();
});

test('of ten thousand traces it is known that they were told, and no older ones are kept', () => {
  const rules = new NotificationRules();
  expect(take(failed, {}, rules)).not.toBeNull();
  const others = Array.from({ length: 9999 }, (_, n) => ({ ...failed, trace_id: `other ${n}` }));
  for (const other of others) take(other, {}, rules);
  const later = { ...at, runningMs: at.runningMs + 3_600_000 };
  expect(rules.take('default', failed, settings, later)).toBeNull();
  take({ ...failed, trace_id: 'one more' }, {}, rules);
  expect(rules.take('default', failed, settings, later)).not.toBeNull();
});

test('of many at once the first few are told, and the next one says how many there were', () => {
  const rules = new NotificationRules();
  const take = (n: number, later: number, clockMs = now + later) => {
    const trace = { ...failed, trace_id: `t${n}`, end_time: new Date(clockMs).toISOString() };
    return rules.take('default', trace, settings, { now: clockMs, runningMs: at.runningMs + later });
  };
  const told = Array.from({ length: 30 }, (_, n) => take(n, n)).filter((one) => one !== null);
  expect(told).toHaveLength(5);
  // Whatever clock is set meanwhile, a minute is a minute.
  expect(take(31, 30_000, now + 3_600_000)).toBeNull();
  expect(take(32, 70_000, now - 3_600_000)?.body).toContain('and 26 more before');
  expect(take(33, 70_001, now - 3_600_000)?.body).not.toContain('more');
});

test('whatever a span is called, the title is one short line', () => {
  const name = `evil\u0000\n\u202Eexe.${'x'.repeat(500)}`;
  const title = take({ ...failed, trace_name: name })?.title ?? '';
  expect(title).toMatch(/^evil exe\.x+… ended in an error$/);
  expect(title.length).toBeLessThan(120);
  expect(take({ ...failed, trace_name: '\n' })?.title).toBe('A trace ended in an error');
});

test('a long name is never cut through a character', () => {
  const name = `${'a'.repeat(79)}😀😀`;
  expect(take({ ...failed, trace_name: name })?.title).toBe(`${'a'.repeat(79)}… ended in an error`);
});
