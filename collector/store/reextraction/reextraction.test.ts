import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedOrigin } from '../../decode/export-request.ts';
import type { PricingOptions } from '../../extract/pricing.ts';
import { RequestWriter } from '../../ingest/worker/request-writer.ts';
import { contentsOf } from '../../testing/contents.ts';
import { makeOlder, olderRows, type Blindness } from '../../testing/older-extraction.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { SearchStore } from '../../testing/search-store.ts';
import { EXTRACTION_VERSION } from '../../lib/version.ts';
import { recount } from '../recount/recount.ts';

const INDEXED = { trace_attributes: [], span_attributes: [], auto_index_genai: true };

let store: SearchStore;
beforeEach(() => (store = new SearchStore()));
afterEach(() => store.close());

function keepOlder(blind: readonly Blindness[], ...spans: SpanSpec[]): void {
  for (const span of spans)
    store.writer.write((append) => {
      for (const row of olderRows(traceBytes({ spans: [span] }), blind)) append('p', row);
    });
  makeOlder(store.writing);
  store.restart();
}

/** Extracts at most so many spans of the next trace; false when nothing was due. */
function piece(limit: number, prices: PricingOptions = {}): boolean {
  const requests = new RequestWriter({ attributes: INDEXED, pricing: prices });
  return store.writer.reextract((reextraction) => {
    const due = reextraction.next(limit);
    if (due === null) return false;
    for (const span of due.spans) {
      const { bytes, resource, scope } = span.raw!;
      reextraction.replace(due, span, requests.extractStored(bytes, storedOrigin(resource, scope)));
    }
    reextraction.end(due);
    return true;
  });
}

function rest(prices: PricingOptions = {}): void {
  while (piece(100, prices));
}

/** As a reindex of all begins. */
const markAll = (): void =>
  store.writer.reextract((reextraction) => {
    while (reextraction.markSome(Number.MAX_SAFE_INTEGER));
  });

const mismatches = (): unknown[] => recount(store.reading);

const call = (span: number, trace = 1): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(span),
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': 100,
  },
});

describe('a trace that was begun', () => {
  test('is right when a newer version begins it anew and only the part before had changed', () => {
    keepOlder(['usage'], call(1), { traceId: traceIdOf(1), spanId: spanIdOf(2) });
    piece(1);
    store.writing.exec(`UPDATE traces SET reindexed = 'older' || substr(reindexed, instr(reindexed, '/'))`);
    store.restart();
    rest();
    expect(mismatches()).toEqual([]);
    expect(store.all('SELECT input_tokens, extraction, reindexed FROM traces')).toEqual([
      { input_tokens: 100, extraction: EXTRACTION_VERSION, reindexed: null },
    ]);
  });

  test('is right when all is to be extracted anew, whatever has been before', () => {
    keepOlder(['usage'], call(1), { traceId: traceIdOf(1), spanId: spanIdOf(2) });
    piece(1);
    markAll();
    store.restart();
    rest();
    expect(mismatches()).toEqual([]);
    expect(store.all('SELECT input_tokens, reindexed FROM traces')).toEqual([
      { input_tokens: 100, reindexed: null },
    ]);
  });

  test('has the new prices in all of it when all is asked for a second time', () => {
    store.keepSpans('p', call(1), call(2), call(1, 2));
    const price = (input: number): PricingOptions => ({ overrides: { 'gpt-4o': { input, output: input } } });
    markAll();
    piece(1, price(1));
    markAll();
    rest(price(7));
    const cost = 7 * 1e12 * (100 / 1e6);
    expect(store.all('SELECT DISTINCT total_cost FROM spans')).toEqual([{ total_cost: cost }]);
    expect(store.all('SELECT total_cost FROM traces ORDER BY id')).toEqual([
      { total_cost: 2 * cost },
      { total_cost: cost },
    ]);
    expect(mismatches()).toEqual([]);
  });

  test('is no damage', () => {
    keepOlder(['usage'], call(1), call(2));
    piece(1);
    expect(store.one('SELECT input_tokens FROM traces')).toBe(0);
    expect(mismatches()).toEqual([]);
  });
});

test('spans that an older version counted otherwise are counted anew, and are no damage before', () => {
  const outer = call(1);
  const cached = { 'gen_ai.usage.cache_read.input_tokens': 40 };
  store.keepSpans(
    'p',
    { ...outer, attributes: { ...outer.attributes, ...cached, 'session.id': 's' } },
    { ...call(2), parentSpanId: spanIdOf(1) },
  );
  const totals = 'SELECT total_cost, cache_read_tokens, input_tokens FROM traces';
  const now = store.all(totals);
  store.writing.exec(`
    UPDATE spans SET counted = 0 WHERE parent_span_id IS NULL;
    UPDATE spans SET counted = 3 WHERE parent_span_id IS NOT NULL;
    UPDATE traces SET cache_read_tokens = 0, (input_cost, output_cost, total_cost) =
      (SELECT input_cost, output_cost, total_cost FROM spans WHERE parent_span_id IS NOT NULL);
    UPDATE sessions SET total_cost = (SELECT total_cost FROM traces)`);
  makeOlder(store.writing);
  store.restart();
  expect(store.all(totals)).not.toEqual(now);
  expect(mismatches()).toEqual([]);
  rest();
  expect(store.all(totals)).toEqual(now);
  expect(store.all('SELECT counted FROM spans ORDER BY span_id')).toEqual([{ counted: 1 }, { counted: 6 }]);
  expect(mismatches()).toEqual([]);
});

test('all are marked, however many, once for each time that it is asked for', () => {
  const traces = 1203;
  store.keepSpans('p', ...Array.from({ length: traces }, (_, i) => call(1, i + 1)));
  const versions = (): unknown[] => store.all('SELECT version, spans FROM extractions');
  for (let time = 0; time < 2; time++) {
    markAll();
    expect(versions()).toEqual([{ version: 0, spans: traces }]);
    expect(store.all('SELECT 1 FROM traces WHERE reindexed IS NOT NULL')).toEqual([]);
  }
  expect(mismatches()).toEqual([]);
});

test('a trace of a newer version that an older one adds to is due to the newer one', () => {
  store.keepSpans('p', call(1), call(1, 2));
  const newer = EXTRACTION_VERSION + 1;
  store.writing.exec(`UPDATE traces SET extraction = ${newer}; UPDATE extractions SET version = ${newer}`);
  store.restart();
  store.keepSpans('p', call(2));
  expect(store.all('SELECT extraction, span_count FROM traces ORDER BY id')).toEqual([
    { extraction: EXTRACTION_VERSION, span_count: 2 },
    { extraction: newer, span_count: 1 },
  ]);
  store.keepSpans('p', call(3));
  expect(store.all('SELECT version, spans FROM extractions ORDER BY version')).toEqual([
    { version: EXTRACTION_VERSION, spans: 3 },
    { version: newer, spans: 1 },
  ]);
  expect(mismatches()).toEqual([]);
});

test('announcements of one span become one, and nothing of the other is left to be found', () => {
  const announcement = (id: number): SpanSpec => ({
    ...call(id),
    parentSpanId: spanIdOf(9),
    attributes: {
      ...call(id).attributes,
      'logfire.span_type': 'pending_span',
      'logfire.pending_parent_id': spanIdOf(0),
    },
  });
  keepOlder(['placeholders'], announcement(1), announcement(2), call(1, 2));
  piece(1);
  rest();
  // Not until nothing waits: what could not be indexed would wait for ever.
  for (let batch = 0; batch < 5; batch++) store.indexSome();
  expect(store.behind).toBe(0);
  expect(store.all('SELECT span FROM search_queue WHERE span NOT IN (SELECT id FROM spans)')).toEqual([]);
  // Nor are its bytes, each of which had a chunk of its own.
  expect(store.all('SELECT id FROM chunks WHERE id NOT IN (SELECT chunk FROM spans)')).toEqual([]);
  const fresh = new SearchStore();
  fresh.keepSpans('p', announcement(1));
  fresh.keepSpans('p', announcement(2), call(1, 2));
  fresh.catchUp();
  const was = contentsOf(fresh.reading);
  fresh.close();
  expect(contentsOf(store.reading)).toEqual(was);
});
