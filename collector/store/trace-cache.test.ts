import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenStore } from '../testing/open-store.ts';
import { traceIdOf } from '../testing/otlp.ts';
import { TraceCache } from './trace-cache.ts';

let opened: OpenStore;
beforeEach(() => (opened = new OpenStore()));
afterEach(() => opened.close());

test('few of many small traces are held: those that were asked for last', () => {
  const cache = new TraceCache(opened.writing);
  const entries = Array.from({ length: 10_000 }, (_, i) => cache.get(1, traceIdOf(i)));
  cache.trim();
  const held = [...entries.keys()].filter((i) => cache.find(1, traceIdOf(i)) === entries[i]);
  expect(held.length).toBeGreaterThan(1000);
  expect(held.length).toBeLessThan(3000);
  expect(held).toEqual(Array.from({ length: held.length }, (_, i) => 10_000 - held.length + i));
});
