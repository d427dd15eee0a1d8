import { describe, expect, test } from 'vitest';
import type { Deletion, StreamQuery } from '../contract/stream.ts';
import { LiveHub } from './hub.ts';

const TRACE: Deletion = { project_id: 'p', trace_id: 't1', session_id: 's1', names_others: false };
const LONE_TRACE: Deletion = { project_id: 'p', trace_id: 't2', session_id: null, names_others: false };
const SHARED_TRACE: Deletion = { project_id: 'p', trace_id: 't4', session_id: 's3', names_others: true };
const SESSION: Deletion = { project_id: 'p', session_id: 's1', trace_ids: ['t1', 't3'] };
const BARE_SESSION: Deletion = { project_id: 'p', session_id: 's2' };
const ALL = [TRACE, LONE_TRACE, SHARED_TRACE, SESSION, BARE_SESSION];

function heard(filter: StreamQuery, project = 'p'): unknown[] {
  const hub = new LiveHub();
  const listener = hub.listen(project, filter);
  hub.publishDeleted(ALL);
  return listener
    .read()
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => JSON.parse(/^event: deleted\nid: \d+\ndata: (.*)$/.exec(block)![1]!) as unknown);
}

test('a deletion is told as what was deleted, by its id alone', () => {
  expect(heard({})).toEqual([
    { trace_id: 't1' },
    { trace_id: 't2' },
    { trace_id: 't4' },
    { session_id: 's1' },
    { session_id: 's2' },
  ]);
});

test('nobody hears of another project', () => {
  expect(heard({}, 'q')).toEqual([]);
});

describe('who restricts the stream hears of what takes it', () => {
  test.for<[StreamQuery, unknown[]]>([
    [{ trace_id: 't1' }, [{ trace_id: 't1' }, { session_id: 's1' }]],
    [{ trace_id: 't2' }, [{ trace_id: 't2' }]],
    [{ trace_id: 't3' }, [{ session_id: 's1' }]],
    [{ trace_id: 't4' }, [{ trace_id: 't4' }]],
    [{ session_id: 's1' }, [{ trace_id: 't1' }, { trace_id: 't4' }, { session_id: 's1' }]],
    [{ session_id: 's2' }, [{ trace_id: 't4' }, { session_id: 's2' }]],
    [{ session_id: 's9', trace_id: 't4' }, [{ trace_id: 't4' }]],
    [{ session_id: 's2', trace_id: 't9' }, [{ session_id: 's2' }]],
    [{ session_id: 's1', trace_id: 't2' }, []],
    [{ trace_id: 't1', span_id: 'x' }, [{ trace_id: 't1' }, { session_id: 's1' }]],
    [{ span_id: 'x' }, []],
  ])('%j', ([filter, expected]) => {
    expect(heard(filter)).toEqual(expected);
  });
});

test('a deletion has its place among the spans', () => {
  const hub = new LiveHub();
  const span = { project_id: 'p', trace_id: 't1', span_ids: ['a'], session_id: null, user_id: null };
  const listener = hub.listen('p', {});
  const before = hub.lastId;
  hub.publish([span]);
  hub.publishDeleted([TRACE]);
  hub.publish([span]);
  const names = (text: string): string[] => text.match(/(?<=^event: ).*$/gm) ?? [];
  expect(names(listener.read())).toEqual(['span', 'deleted', 'span']);
  expect(names(hub.listen('p', {}, before + 1).read())).toEqual(['deleted', 'span']);
});

describe('who comes back to a place before a deletion', () => {
  const run = (trace: string, project_id = 'p') => ({
    project_id,
    trace_id: trace,
    span_ids: ['a', 'b'],
    session_id: `s-${trace}`,
    user_id: `u-${trace}`,
    other_sessions: [`o-${trace}`],
  });
  const named = (text: string): string[] => [...new Set(text.match(/u-\w+/g))];

  test('is told of the spans, but not whose they were', () => {
    const hub = new LiveHub();
    const before = hub.lastId;
    hub.publish([run('t1'), run('t3'), run('t4'), run('t5'), run('t1', 'q')]);
    // As another one has been told already.
    expect(named(hub.listen('p', {}, before).read())).toEqual(['u-t1', 'u-t3', 'u-t4', 'u-t5']);
    hub.publishDeleted([TRACE, SESSION, { project_id: 'p', session_id: 's-t4' }]);
    const text = hub.listen('p', {}, before).read();
    expect(text.match(/^event: span$/gm)).toHaveLength(8);
    expect(named(text)).toEqual(['u-t5']);
    expect(hub.listen('p', { session_id: 'o-t1' }, before).read()).not.toContain('event: span');
    expect(named(hub.listen('q', {}, before).read())).toEqual(['u-t1']);
  });

  test('is told neither the session nor the user, where a span names but one of them', () => {
    const hub = new LiveHub();
    const before = hub.lastId;
    const named = { ...run('t1'), other_sessions: [] };
    hub.publish([
      { ...named, user_id: null },
      { ...named, session_id: null },
    ]);
    hub.publishDeleted([TRACE]);
    const text = hub.listen('p', {}, before).read();
    expect(text.match(/^event: span$/gm)).toHaveLength(4);
    expect(text).not.toMatch(/[su]-t1/);
  });

  test('is told whose spans without a session were, whatever session is gone', () => {
    const hub = new LiveHub();
    const before = hub.lastId;
    hub.publish([{ ...run('t5'), session_id: null }]);
    hub.publishDeleted([{ project_id: 'p', session_id: 'null' }]);
    expect(named(hub.listen('p', {}, before).read())).toEqual(['u-t5']);
  });

  test('is told nothing more of spans that others alone were to hear of', () => {
    const hub = new LiveHub();
    const before = hub.lastId;
    hub.publish([{ ...run('t1'), session_id: null, user_id: null }]);
    hub.publishDeleted([TRACE]);
    expect(hub.listen('p', { session_id: 'o-t1' }, before).read()).not.toContain('event: span');
  });

  test('of a project is told nobody of it', () => {
    const hub = new LiveHub();
    const before = hub.lastId;
    hub.publish([run('t1'), run('t1', 'q')]);
    hub.publishResync('p');
    expect(hub.listen('p', {}, before).read()).not.toMatch(/[suo]-t1/);
    expect(named(hub.listen('q', {}, before).read())).toEqual(['u-t1']);
  });
});

test.for(['publishResync', 'publishProjectDeleted'] as const)(
  '%s is for the listeners of its project, on both streams',
  (publish) => {
    const hub = new LiveHub();
    const [own, other, unscoped] = [hub.listen('default', {}), hub.listen('p', {}), hub.traces.listen()];
    hub[publish]('default');
    expect(own.read()).toBe(`event: resync\nid: ${hub.lastId}\ndata: {}\n\n`);
    expect(other.read()).toBe('');
    expect(unscoped.read()).toBe('event: resync\ndata: {}\n\n');
  },
);
