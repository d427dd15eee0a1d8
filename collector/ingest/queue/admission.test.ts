import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../errors.ts';
import { BodyMemory } from '../body-memory.ts';
import { Admission } from './admission.ts';
import { Pace } from './pace.ts';

const LIMITS = {
  max_body_bytes: 1e9,
  channel_capacity: 1000,
  buffer_max_spans: 1e6,
  buffer_max_bytes: 100_000_000,
};
const NOTHING = { small: 0, large: 0 };

/** A thread that stores so much in a second. */
function paceOf(cost: number): Pace {
  const pace = new Pace();
  for (let i = 0; i < 100; i++) pace.took(Math.max(cost, 2000), (Math.max(cost, 2000) / cost) * 1000);
  return pace;
}

function refusal(ask: () => unknown): ApiError | null {
  try {
    const answer = ask();
    return answer instanceof ApiError ? answer : null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

describe('who would wait for long', () => {
  const admission = new Admission(LIMITS, paceOf(10_000), new BodyMemory());
  admission.add({ items: 1, bytes: 1 });
  const large = { items: 5000, bytes: 1000 };
  const small = { items: 10, bytes: 1000 };

  test('is refused at once, small requests later than large ones', () => {
    const ahead = { small: 30_000, large: 30_000 };
    expect(refusal(() => admission.refusalOf(large, ahead))).toMatchObject({ code: 'BUFFER_FULL' });
    expect(refusal(() => admission.refusalOf(small, ahead))).toBeNull();
    const long = { small: 90_000, large: 90_000 };
    expect(refusal(() => admission.refusalOf(small, long))).toMatchObject({ code: 'BUFFER_FULL' });
    // Before a body is read as well.
    expect(refusal(() => admission.openRoom(1000, long))).toMatchObject({ code: 'BUFFER_FULL' });
  });

  test('small requests wait for small ones only', () => {
    expect(refusal(() => admission.refusalOf(small, { small: 100, large: 1e6 }))).toBeNull();
  });

  test('is told to come again later the more were refused, but within what exporters wait', () => {
    const crowded = new Admission(LIMITS, paceOf(10_000), new BodyMemory());
    crowded.add({ items: 1, bytes: 1 });
    const ahead = { small: 0, large: 25_000 };
    const seconds = Array.from(
      { length: 100 },
      () => refusal(() => crowded.refusalOf(large, ahead))!.retryAfterSeconds,
    );
    expect(seconds[0]).toBeLessThanOrEqual(3);
    expect(seconds.at(-1)).toBe(5);
    for (const one of seconds) expect(one).toBeGreaterThanOrEqual(1);
  });

  test('is taken where nothing else is there, however slow the thread and large the request', () => {
    const empty = new Admission(LIMITS, paceOf(1), new BodyMemory());
    expect(refusal(() => empty.refusalOf({ items: 1e9, bytes: 1e12 }, NOTHING))).toBeNull();
    expect(refusal(() => empty.openRoom(1e12, NOTHING))).toBeNull();
  });
});

describe('bodies that are being read', () => {
  const open = (admission: Admission, bytes: number) => admission.openRoom(bytes, NOTHING);
  const quick = (): Admission => new Admission(LIMITS, paceOf(1e9), new BodyMemory());

  test('count with what was announced until they are free', () => {
    const admission = quick();
    const rooms = [open(admission, 40_000_000), open(admission, 40_000_000)];
    expect(refusal(() => open(admission, 40_000_000))).toMatchObject({
      code: 'BUFFER_FULL',
      message: '80000000 bytes are waiting or being read, try again later',
    });
    rooms[0]!.free();
    rooms[0]!.free();
    expect(refusal(() => open(admission, 40_000_000))).toBeNull();
  });

  test('count with what there is of them where nothing was announced, and are cut off past the bound', () => {
    const admission = quick();
    const [first, second] = [open(admission, 0), open(admission, 0)];
    first.has(50_000_000);
    second.has(39_000_000);
    expect(refusal(() => second.has(41_000_000))).toMatchObject({
      code: 'BUFFER_FULL',
      message: '50000000 bytes are waiting or being read, try again later',
    });
    first.free();
    expect(refusal(() => second.has(95_000_000))).toBeNull();
    admission.add({ items: 1, bytes: 50_000_000 });
    expect(refusal(() => second.has(96_000_000))).toMatchObject({
      code: 'BUFFER_FULL',
      message: '50000000 bytes are waiting, try again later',
      retryAfterSeconds: 1,
    });
  });

  test('keep large ones waiting that come after them, not small ones', () => {
    const admission = new Admission(LIMITS, paceOf(20_000), new BodyMemory());
    open(admission, 30_000_000);
    expect(refusal(() => open(admission, 3_000_000))).toMatchObject({
      message: 'what is waiting takes 3 s, try again later',
    });
    expect(refusal(() => open(admission, 1000))).toBeNull();
  });

  describe('and do not come', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    test('keep others out for a moment only', () => {
      const admission = quick();
      open(admission, 80_000_000).has(1_000_000);
      expect(refusal(() => open(admission, 80_000_000))).toMatchObject({ code: 'BUFFER_FULL' });
      vi.advanceTimersByTime(2001);
      expect(refusal(() => open(admission, 80_000_000))).toBeNull();
      expect(refusal(() => open(admission, 10_000_000))).toMatchObject({
        message: '81000000 bytes are waiting or being read, try again later',
      });
    });

    test('count no more once they are free, however long ago they were announced', () => {
      const admission = quick();
      const room = open(admission, 80_000_000);
      room.has(80_000_000);
      room.free();
      vi.advanceTimersByTime(2001);
      expect(refusal(() => open(admission, 85_000_000))).toBeNull();
      expect(refusal(() => open(admission, 1000))).toBeNull();
    });
  });
});

test('large requests leave the last tenth of the buffer to small ones', () => {
  const admission = new Admission({ ...LIMITS, buffer_max_spans: 10_000 }, paceOf(1e9), new BodyMemory());
  admission.add({ items: 8500, bytes: 1 });
  expect(admission.refusalOf({ items: 1100, bytes: 1 }, NOTHING)).toMatchObject({
    message: '8500 spans and records are waiting, try again later',
  });
  expect(admission.refusalOf({ items: 1000, bytes: 1 }, NOTHING)).toBeNull();

  admission.add({ items: 0, bytes: 85_000_000 });
  expect(admission.refusalOf({ items: 1, bytes: 10_000_000 }, NOTHING)).toMatchObject({
    message: '85000001 bytes are waiting, try again later',
  });
  expect(admission.refusalOf({ items: 1, bytes: 1_000_000 }, NOTHING)).toBeNull();
});

test('the buffer may be full to its last request, span and byte, and takes the next once there is room', () => {
  const limits = { ...LIMITS, channel_capacity: 3, buffer_max_spans: 1000, buffer_max_bytes: 10_000 };
  const admission = new Admission(limits, paceOf(1e9), new BodyMemory());
  const messageOf = (items: number, bytes: number): string | undefined =>
    admission.refusalOf({ items, bytes }, NOTHING)?.message;
  admission.add({ items: 600, bytes: 6000 });
  expect(messageOf(400, 4000)).toBeUndefined();
  expect(messageOf(401, 4000)).toMatch(/^600 spans and records are waiting/);
  expect(messageOf(400, 4001)).toMatch(/^6000 bytes are waiting/);
  admission.add({ items: 1, bytes: 1 });
  expect(messageOf(1, 1)).toBeUndefined();
  admission.add({ items: 1, bytes: 1 });
  expect(messageOf(1, 1)).toMatch(/^3 requests are waiting/);
  admission.remove({ items: 1, bytes: 1 });
  expect(messageOf(1, 1)).toBeUndefined();
});
