import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { ChunkWriter } from '../chunks/chunks.ts';
import { TraceCache, type TraceEntry } from './trace-cache.ts';

let opened: OpenStore;
beforeEach(() => (opened = new OpenStore()));
afterEach(() => opened.close());

test('few of many small traces are held: those that were asked for last', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const entries = Array.from({ length: 10_000 }, (_, i) => cache.get(1, traceIdOf(i)));
  cache.trim();
  const held = [...entries.keys()].filter((i) => cache.find(1, traceIdOf(i)) === entries[i]);
  expect(held.length).toBeGreaterThan(1000);
  expect(held.length).toBeLessThan(3000);
  expect(held).toEqual(Array.from({ length: held.length }, (_, i) => 10_000 - held.length + i));
});

test('traces that have ended go before those that were asked for longer ago and have not, but for large ones', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const isHeld = (entry: TraceEntry): boolean => cache.find(1, entry.traceId) === entry;
  const waiting = hold(cache, 1, [{ ...span(1, 2), parentSpanId: spanIdOf(1) }]);
  const large = hold(
    cache,
    2,
    Array.from({ length: 501 }, (_, i) => span(2, i + 1)),
  );
  const ended = Array.from({ length: 1000 }, (_, i) => hold(cache, i + 3, [span(i + 3, 1)]));
  cache.trim();
  expect([waiting, large, ended.at(-1)!].map(isHeld)).toEqual([true, true, true]);
  expect(isHeld(ended[0]!)).toBe(false);
});

test('large traces that are written to in turn are held, if not for good; small ones make room before them', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const isHeld = (entry: TraceEntry): boolean => cache.find(1, entry.traceId) === entry;
  const large = [1, 2].map((trace) => holdMany(cache, trace, 30_000));
  const small = Array.from({ length: 200 }, (_, i) => holdMany(cache, i + 3, 500));
  cache.trim();
  expect(small.map(isHeld).filter(Boolean).length).toBeLessThanOrEqual(100);
  expect(large.map(isHeld)).toEqual([true, true]);
  cache.rest();
  expect(large.map(isHeld)).toEqual([false, true]);
});

test('of large traces, too, only so many are held: those that were asked for last', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const entries = Array.from({ length: 12 }, (_, i) => holdMany(cache, i + 1, 20_000));
  cache.trim();
  expect(entries.map((entry) => cache.find(1, entry.traceId) === entry)).toEqual(
    entries.map((_, i) => i >= 3),
  );
});

test('what is held stays bounded though it is looked through only now and then', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const entries = Array.from({ length: 10_000 }, (_, i) => {
    const entry = cache.get(1, traceIdOf(i));
    cache.trimSometimes();
    return entry;
  });
  const held = entries.filter((entry) => cache.find(1, entry.traceId) === entry).length;
  expect(held).toBeGreaterThan(1000);
  expect(held).toBeLessThan(3000);
});

test('of traces that have many names fewer are held', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const entries = Array.from({ length: 180 }, (_, trace) => {
    const tags = JSON.stringify(Array.from({ length: 1000 }, (__, n) => `${trace}/${n}`));
    const entry = cache.get(1, traceIdOf(trace + 1));
    entry.summary.add({ ...rowOf(span(trace + 1, 1)).columns, tags });
    cache.trimSometimes();
    return entry;
  });
  const held = entries.filter((entry) => cache.find(1, entry.traceId) === entry).length;
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(60);
});

test('the trace that was asked for last is told from that of another project, and forgotten like any other', () => {
  const cache = new TraceCache(opened.writing, new ChunkWriter(opened.writing));
  const asked = (project = 1): TraceEntry => cache.get(project, traceIdOf(1));
  const first = asked();
  expect(asked()).toBe(first);
  expect(asked(2)).not.toBe(first);
  expect(asked()).toBe(first);
  cache.forget(1, traceIdOf(1));
  const second = asked();
  expect(second).not.toBe(first);
  cache.reset();
  expect(asked()).not.toBe(second);
});

const span = (trace: number, n: number): SpanSpec => ({ traceId: traceIdOf(trace), spanId: spanIdOf(n) });

function hold(cache: TraceCache, trace: number, spans: readonly SpanSpec[]): TraceEntry {
  const entry = cache.get(1, traceIdOf(trace));
  for (const one of spans) entry.summary.add(rowOf(one).columns);
  return entry;
}

/** A trace of so many spans, of which none is the root. */
function holdMany(cache: TraceCache, trace: number, count: number): TraceEntry {
  const entry = cache.get(1, traceIdOf(trace));
  const { columns } = rowOf({ ...span(trace, 1), parentSpanId: spanIdOf(count + 1) });
  for (let i = 1; i <= count; i++) entry.summary.add({ ...columns, spanId: spanIdOf(i) });
  return entry;
}
