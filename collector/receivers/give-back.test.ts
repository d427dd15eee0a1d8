import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ROOM } from '../testing/room.ts';
import { giveBack } from '../runtime/own-memory.ts';
import { readBody } from './read-body.ts';

const alone = (length: number, fill: number): Buffer => Buffer.allocUnsafeSlow(length).fill(fill);

describe('memory that is given back', () => {
  test('is that of bytes that have it for themselves', () => {
    const bytes = alone(100, 1);
    giveBack(bytes);
    expect(bytes.buffer.byteLength).toBe(0);
  });

  test('is never that of others, of which these bytes are a part', () => {
    const all = alone(100, 1);
    giveBack(all.subarray(0, 50));
    giveBack(all.subarray(50));
    const pooled = Buffer.from('few of a pool');
    giveBack(pooled);
    expect([...new Set(all)]).toEqual([1]);
    expect(pooled.toString()).toBe('few of a pool');
  });

  test('is that of each part of a body once it is read', async () => {
    const parts = [alone(70_000, 1), alone(10, 2), Buffer.from('few'), alone(50_000, 3)];
    const whole = Buffer.concat(parts);
    const message = Object.assign(Readable.from(parts), { headers: {} }) as unknown as IncomingMessage;
    const body = await readBody(message, 1_000_000, ROOM);
    expect(body.equals(whole)).toBe(true);
    expect(parts.map(({ length }) => length)).toEqual([0, 0, 3, 0]);
  });
});
