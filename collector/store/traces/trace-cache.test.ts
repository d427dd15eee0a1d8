import { afterEach, beforeEach, expect, test } from 'vitest';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
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

const decoder = new TraceDecoder();
const extractor = createExtractor();
const span = (trace: number, n: number): SpanSpec => ({ traceId: traceIdOf(trace), spanId: spanIdOf(n) });

function hold(cache: TraceCache, trace: number, spans: readonly SpanSpec[]): TraceEntry {
  const entry = cache.get(1, traceIdOf(trace));
  decoder.decode(traceBytes({ spans: [...spans] }), (one) =>
    entry.summary.add(spanRow(one, extractor.extract(one)).columns),
  );
  return entry;
}
