import { describe, expect, test } from 'vitest';
import type { SpanStored } from '../contract/stream.ts';
import { LiveHub, type Listener, type PublishedRun } from './hub.ts';

const RING = 10_000;
const NEVER = new AbortController().signal;

const span = (n: number, more: Partial<PublishedRun> = {}): PublishedRun => ({
  project_id: 'default',
  trace_id: 'trace',
  span_ids: [`span ${n}`],
  session_id: null,
  user_id: null,
  ...more,
});
const spans = (count: number, from = 1): PublishedRun[] => [
  span(0, { span_ids: Array.from({ length: count }, (_, i) => `span ${from + i}`) }),
];

interface Event {
  readonly event: string;
  readonly id: number;
  readonly data: Partial<SpanStored>;
}

function parse(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, event, id, data] = /^event: (.*)\nid: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      return { event: event!, id: Number(id), data: JSON.parse(data!) as Partial<SpanStored> };
    });
}

/** Everything that waits. */
function drain(listener: Listener): Event[] {
  const events: Event[] = [];
  for (let text = listener.read(); text !== ''; text = listener.read()) events.push(...parse(text));
  return events;
}
const idsOf = (listener: Listener): (string | undefined)[] => drain(listener).map(({ data }) => data.span_id);

describe('a listener', () => {
  test('hears what is published from now on, in order, once, with rising ids', () => {
    const hub = new LiveHub();
    hub.publish([span(1)]);
    const listener = hub.listen('default', {});
    expect(listener.read()).toBe('');
    hub.publish([span(2), span(3)]);
    hub.publish([span(4)]);
    const events = drain(listener);
    expect(events.map(({ data }) => data.span_id)).toEqual(['span 2', 'span 3', 'span 4']);
    expect(events.map(({ event }) => event)).toEqual(['span', 'span', 'span']);
    const [first] = events;
    expect(events.map(({ id }) => id)).toEqual([0, 1, 2].map((i) => first!.id + i));
    expect(listener.read()).toBe('');
  });

  test('is told the documented fields and no others', () => {
    const hub = new LiveHub();
    const listener = hub.listen('default', {});
    hub.publish([span(1, { session_id: 's', user_id: 'ü\n', replaced: true })]);
    expect(drain(listener)[0]!.data).toEqual({
      project_id: 'default',
      trace_id: 'trace',
      span_id: 'span 1',
      session_id: 's',
      user_id: 'ü\n',
    });
  });

  test('hears its own project only', () => {
    const hub = new LiveHub();
    const [mine, other] = [hub.listen('mine', {}), hub.listen('other', {})];
    hub.publish([
      span(1, { project_id: 'mine' }),
      span(2, { project_id: 'other' }),
      span(0, { project_id: 'mine', span_ids: ['span 3', 'span 4'] }),
    ]);
    expect(idsOf(mine)).toEqual(['span 1', 'span 3', 'span 4']);
    expect(idsOf(other)).toEqual(['span 2']);
  });

  test.for([
    [{ trace_id: 't1' }, ['span 1', 'span 2']],
    [{ session_id: 's1' }, ['span 1', 'span 3']],
    [{ span_id: 'span 2' }, ['span 2']],
    [{ trace_id: 't1', session_id: 's1' }, ['span 1']],
    [{ trace_id: 't3' }, []],
  ] as const)('that asks for %j hears what fits all of it', ([filter, expected]) => {
    const hub = new LiveHub();
    const listener = hub.listen('default', filter);
    hub.publish([
      span(1, { trace_id: 't1', session_id: 's1' }),
      span(2, { trace_id: 't1', session_id: 's2' }),
      span(3, { trace_id: 't2', session_id: 's1' }),
      span(4, { trace_id: 't2' }),
    ]);
    expect(idsOf(listener)).toEqual(expected);
  });
});

describe('a listener that comes back', () => {
  test('goes on after the last event that it saw', () => {
    const hub = new LiveHub();
    const first = hub.listen('default', {});
    hub.publish(spans(3));
    const [, second] = drain(first);
    hub.publish(spans(2, 4));
    expect(idsOf(hub.listen('default', {}, second!.id))).toEqual(['span 3', 'span 4', 'span 5']);
  });

  test('is not told another place than its own, from which it would miss what it has yet to hear', () => {
    const hub = new LiveHub(7);
    hub.publish(spans(3));
    expect(hub.listen('default', {}).opening).toBe('id: 7002\n');
    expect(hub.listen('default', {}, 7000).opening).toBe('');
  });

  test('with the very last id hears only what is new', () => {
    const hub = new LiveHub();
    hub.publish(spans(3));
    const listener = hub.listen('default', {}, hub.lastId);
    expect(listener.read()).toBe('');
    hub.publish([span(4)]);
    expect(idsOf(listener)).toEqual(['span 4']);
  });

  test('is resumed from as far back as the ring goes, and no further', () => {
    const hub = new LiveHub();
    const before = hub.lastId;
    hub.publish(spans(RING + 1));
    expect(drain(hub.listen('default', {}, before + 1))).toHaveLength(RING);
    expect(drain(hub.listen('default', {}, before))).toEqual([{ event: 'resync', id: hub.lastId, data: {} }]);
  });

  test.for<[says: string, id: (hub: LiveHub) => number]>([
    ['from an earlier run', () => 5],
    ['from the future', (hub) => hub.lastId + 1],
    ['far from the future', (hub) => hub.lastId + RING],
    ['that is no number', () => Number.NaN],
    ['that is negative', () => -1],
    ['that is a fraction', (hub) => hub.lastId - 0.5],
  ])('with an id %s is told to reload once, then hears what is new', ([, idOf]) => {
    const hub = new LiveHub();
    hub.publish(spans(2));
    const listener = hub.listen('default', {}, idOf(hub));
    expect(drain(listener)).toEqual([{ event: 'resync', id: hub.lastId, data: {} }]);
    hub.publish([span(3)]);
    expect(idsOf(listener)).toEqual(['span 3']);
  });

  test.for([100, 65_000])(
    'to a collector that was started anew is told to reload, after %i events',
    (told) => {
      const earlier = new LiveHub(1_770_000_000_000);
      earlier.publish(spans(told));
      const hub = new LiveHub(1_770_000_060_000);
      hub.publish(spans(RING));
      expect(drain(hub.listen('default', {}, earlier.lastId)).map(({ event }) => event)).toEqual(['resync']);
    },
  );
});

describe('a listener that reads too slowly', () => {
  test('loses what fell out of the ring and gets one resync', () => {
    const hub = new LiveHub();
    const slow = hub.listen('default', {});
    hub.publish(spans(RING));
    hub.publish([span(RING + 1)]);
    expect(drain(slow)).toEqual([{ event: 'resync', id: hub.lastId, data: {} }]);
    hub.publish([span(0)]);
    expect(idsOf(slow)).toEqual(['span 0']);
  });

  test('loses nothing while the ring holds it', () => {
    const hub = new LiveHub();
    const slow = hub.listen('default', {});
    hub.publish(spans(RING));
    expect(idsOf(slow)).toEqual(spans(RING).flatMap(({ span_ids }) => span_ids));
  });

  test('is handed a limited piece at a time', () => {
    const hub = new LiveHub();
    const slow = hub.listen('default', {});
    hub.publish(spans(RING));
    const piece = slow.read();
    expect(piece.length).toBeLessThan(70_000);
    expect(piece.endsWith('\n\n')).toBe(true);
    // The rest falls out of the ring meanwhile: what comes next is the resync.
    hub.publish(spans(RING));
    expect(drain(slow)).toHaveLength(1);
  });
});

describe('waiting for a change', () => {
  test('ends with the next publication, for all who wait', async () => {
    const hub = new LiveHub();
    const all = Promise.all([1, 2, 3].map(() => hub.changed(NEVER)));
    hub.publish([span(1)]);
    await expect(all).resolves.toHaveLength(3);
  });

  test('ends when the signal aborts, before or meanwhile', async () => {
    const hub = new LiveHub();
    const stop = new AbortController();
    const waiting = hub.changed(stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(hub.changed(stop.signal)).resolves.toBeUndefined();
  });
});
