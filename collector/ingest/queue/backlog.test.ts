import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import type { ApiError } from '../../errors.ts';
import { bufferFull } from './admission.ts';
import { Backlog } from './backlog.ts';
import { BodyMemory } from '../body-memory.ts';
import type { IngestResult } from '../jobs.ts';

const AGAIN = bufferFull('send it again');
let backlog: Backlog;
let nextId: number;
beforeEach(() => {
  backlog = new Backlog(defaultConfig({}).otel.ingestion, new BodyMemory());
  nextId = 1;
});

/** A request with this text and so many items; answers the code that it was refused with. */
function add(text: string, items = 1): Promise<string> {
  const body = new Uint8Array(Buffer.from(text));
  const job = {
    id: nextId++,
    signal: 'traces',
    encoding: 'json',
    projectId: 'p',
    items,
    body,
    comesBack: false,
  } as const;
  return backlog.add(job, { items, bytes: body.length }).then(
    () => 'stored',
    (error: unknown) => (error as ApiError).code,
  );
}

/** What the thread is handed now, as it would be: its bytes are gone from here. */
function hand(): { id: number; text: string }[] {
  const handed = [];
  for (let job = backlog.next(); job; job = backlog.next()) {
    handed.push({ id: job.id, text: Buffer.from(job.body).toString() });
    job.body.buffer.transfer(0);
  }
  return handed;
}
const textsOf = (handed: readonly { text: string }[]): string[] => handed.map(({ text }) => text);
const stored = (id: number): IngestResult => ({
  id,
  ok: true,
  rejected: 0,
  message: '',
  spans: 1,
  items: 1,
  redacted: 0,
  advice: null,
});
const commit = (handed: readonly { id: number }[]): void =>
  backlog
    .settle(
      handed.map(({ id }) => stored(id)),
      true,
    )
    .answer();
const die = (): boolean => backlog.refuseAll(AGAIN, true);

test('a large request waits for small ones as well, and is refused where they take long', () => {
  // Two and a half seconds' worth for a thread that has stored nothing yet.
  for (let i = 0; i < 50; i++) void add('small', 1000);
  expect(backlog.refusalOf({ items: 1000, bytes: 1 })).toBeNull();
  expect(backlog.refusalOf({ items: 2000, bytes: 1 })?.message).toMatch(/^what is waiting takes 3 s/);
});

test('and for large ones, which small requests do not wait for', () => {
  for (let i = 0; i < 25; i++) void add('large', 2000);
  expect(backlog.refusalOf({ items: 1000, bytes: 1 })).toBeNull();
  expect(backlog.refusalOf({ items: 2000, bytes: 1 })?.message).toMatch(/^what is waiting takes 3 s/);
});

test('and for what the thread has been handed', () => {
  for (let i = 0; i < 41; i++) void add('small', 1000);
  expect(hand()).toHaveLength(6);
  expect(backlog.refusalOf({ items: 2000, bytes: 1 })?.message).toMatch(/^what is waiting takes 3 s/);
});

describe('what the thread is handed ahead of its commits', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  const addSome = (count: number): void => {
    for (let i = 0; i < count; i++) void add('request', 1000);
  };
  /** Commits of two requests each, which take so long. */
  const commitInPairs = (pairs: number, ms: number): void => {
    addSome(2 * pairs);
    const handed = hand();
    for (; handed.length > 0; handed.push(...hand())) {
      vi.advanceTimersByTime(ms);
      commit(handed.splice(0, 2));
    }
  };
  /** Of so many that there are always more, and which are then refused. */
  const handedAhead = (): number => {
    addSome(50);
    const { length } = hand();
    backlog.refuseAll(AGAIN, false);
    return length;
  };
  // Three tenths of a second's worth, before anything is known of the thread.
  const AT_FIRST = 6;

  test('is bounded: as much as a commit takes away follows it', () => {
    addSome(50);
    expect(backlog.isEmpty).toBe(false);
    const handed = hand();
    expect(handed).toHaveLength(AT_FIRST);
    expect(hand()).toEqual([]);
    vi.advanceTimersByTime(100);
    commit(handed.splice(0, 2));
    expect(hand()).toHaveLength(2);
  });

  test('is what it stores in a moment, within bounds', () => {
    commitInPairs(20, 1);
    expect(handedAhead()).toBe(33);
    commitInPairs(20, 4000);
    expect(handedAhead()).toBe(5);
  });

  test('is no less because it had nothing to do, or a commit failed', () => {
    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime(60_000);
      commitInPairs(1, 100);
      vi.advanceTimersByTime(60_000);
      void add('a lone request', 2000);
      const lone = hand();
      vi.advanceTimersByTime(100);
      commit(lone);
    }
    expect(handedAhead()).toBe(AT_FIRST);
    commitInPairs(20, 100);
    expect(handedAhead()).toBe(AT_FIRST);
    addSome(2);
    const handed = hand();
    vi.advanceTimersByTime(60_000);
    backlog
      .settle(
        handed.map(({ id }) => stored(id)),
        false,
      )
      .answer();
    expect(handedAhead()).toBe(AT_FIRST);
  });
});

describe('a thread that dies of one request', () => {
  test('is not given it a third time, and the exporter is told not to send it again', async () => {
    const first = add('poison');
    expect(textsOf(hand())).toEqual(['poison']);
    expect(die()).toBe(false);
    expect(await first).toBe('BUFFER_FULL');
    const second = add('poison');
    hand();
    expect(die()).toBe(true);
    expect(await second).toBe('STORAGE_ERROR');
    expect(await add('poison')).toBe('STORAGE_ERROR');
    expect([backlog.isEmpty, backlog.load]).toEqual([true, { items: 0, bytes: 0 }]);
  });

  test('takes all others in the end: those that it had are tried one by one', async () => {
    const texts = ['one', 'poison', 'two'];
    const first = texts.map((text) => add(text));
    expect(textsOf(hand())).toEqual(texts);
    const waiting = add('never handed');
    die();
    expect(backlog.load).toEqual({ items: 0, bytes: 0 });
    expect(await Promise.all([...first, waiting])).toEqual(Array.from({ length: 4 }, () => 'BUFFER_FULL'));

    const again = [...texts, 'never handed', 'new'].map((text) => add(text));
    const one = hand();
    expect(textsOf(one)).toEqual(['one']);
    commit(one);
    expect(textsOf(hand())).toEqual(['poison']);
    expect(die()).toBe(true);
    expect(await Promise.all(again)).toEqual([
      'stored',
      'STORAGE_ERROR',
      ...Array.from({ length: 3 }, () => 'BUFFER_FULL'),
    ]);

    const rest = ['two', 'never handed', 'new'].map((text) => add(text));
    const two = hand();
    expect(textsOf(two)).toEqual(['two']);
    commit(two);
    const others = hand();
    expect(textsOf(others)).toEqual(['never handed', 'new']);
    commit(others);
    expect(await Promise.all(rest)).toEqual(['stored', 'stored', 'stored']);
    expect(backlog.isEmpty).toBe(true);
  });

  test('the same request twice, which it had beside what it died of: none is refused for good', async () => {
    const first = [add('sent'), add('deadly'), add('sent')];
    hand();
    expect(die()).toBe(false);
    expect(await Promise.all(first)).toEqual(Array.from({ length: 3 }, () => AGAIN.code));
    const again = [add('sent'), add('sent')];
    for (let trial = hand(); trial.length > 0; trial = hand()) commit(trial);
    expect(await Promise.all(again)).toEqual(['stored', 'stored']);
  });

  test('a suspect waits until the thread has nothing else', async () => {
    const suspect = add('suspect');
    hand();
    die();
    await suspect;
    const before = add('before');
    const running = hand();
    const again = add('suspect');
    expect(hand()).toEqual([]);
    commit(running);
    expect(backlog.isEmpty).toBe(false);
    const after = add('after');
    const trial = hand();
    expect(textsOf(trial)).toEqual(['suspect']);
    commit(trial);
    commit(hand());
    expect(await Promise.all([before, again, after])).toEqual(['stored', 'stored', 'stored']);
  });

  test('what it has lived through is no suspect any more', async () => {
    void add('suspect');
    hand();
    die();
    void add('suspect');
    commit(hand());
    const together = [add('other'), add('suspect')];
    expect(textsOf(hand())).toEqual(['other', 'suspect']);
    expect(die()).toBe(false);
    expect(await Promise.all(together)).toEqual(['BUFFER_FULL', 'BUFFER_FULL']);
  });

  test('what was handed to a thread that never began is no suspect', async () => {
    for (let i = 0; i < 3; i++) {
      const refused = add('innocent');
      hand();
      expect(backlog.refuseAll(AGAIN, false)).toBe(false);
      expect(await refused).toBe('BUFFER_FULL');
    }
  });
});
