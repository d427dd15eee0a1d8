import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BodyMemory } from './body-memory.ts';

const MB = 1024 * 1024;
let memory: BodyMemory;
beforeEach(() => {
  vi.useFakeTimers();
  memory = new BodyMemory();
});
afterEach(() => void vi.useRealTimers());

/** As if it had been stored: to another thread and back. */
function moveBack(bytes: Buffer): ArrayBuffer {
  const { body, comesBack } = memory.movable(bytes);
  expect(comesBack).toBe(true);
  expect(Buffer.from(body).equals(bytes)).toBe(true);
  const moved = structuredClone(body.buffer, { transfer: [body.buffer] });
  memory.takeBackMoved(moved);
  return moved;
}

test('a body has memory that another of about its size had, and never one that is in use', () => {
  const [first, second] = [memory.lend(2 * MB), memory.lend(2 * MB)];
  expect(first.buffer).not.toBe(second.buffer);
  const moved = moveBack(first);
  const third = memory.lend(2 * MB - 50_000);
  expect(third.buffer).toBe(moved);
  expect(third.length).toBe(2 * MB - 50_000);
  expect(memory.lend(2 * MB).buffer).not.toBe(moved);
});

test('a body gets no memory that is smaller, or much larger than it: what it leaves empty counts nowhere', () => {
  moveBack(memory.lend(2 * MB));
  expect(memory.lend(3 * MB).buffer.byteLength).toBe(3 * MB);
  expect(memory.lend(MB).buffer.byteLength).toBe(MB);
  expect(memory.freeBytes).toBe(2 * MB);
});

test('small bodies keep memory of their own', () => {
  const bytes = memory.lend(1000);
  expect(memory.movable(bytes)).toEqual({ body: new Uint8Array(bytes), comesBack: false });
});

test('what is taken back without having been moved is lent again; what was not lent is freed, unless it is shared', () => {
  const lent = memory.lend(MB);
  memory.takeBack(lent);
  expect(memory.lend(MB).buffer).toBe(lent.buffer);
  const alone = Buffer.allocUnsafeSlow(MB);
  memory.takeBack(alone);
  expect(alone.buffer.byteLength).toBe(0);
  const few = Buffer.from('few of a pool');
  memory.takeBack(few);
  expect(few.toString()).toBe('few of a pool');
  expect(memory.freeBytes).toBe(0);
});

test('little of it is kept, what was used last, and nothing of it once no bodies come', () => {
  const moved = Array.from({ length: 30 }, () => memory.lend(MB)).map(moveBack);
  expect(memory.freeBytes).toBe(16 * MB);
  expect(moved.map(({ byteLength }) => byteLength)).toEqual([
    ...Array.from({ length: 14 }, () => 0),
    ...Array.from({ length: 16 }, () => MB),
  ]);
  vi.advanceTimersByTime(1500);
  moveBack(memory.lend(MB));
  vi.advanceTimersByTime(1500);
  expect(memory.freeBytes).toBe(16 * MB);
  vi.advanceTimersByTime(1000);
  expect(memory.freeBytes).toBe(0);
});
