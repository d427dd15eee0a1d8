import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobOf } from '../../testing/ingest-job.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { randomText } from '../../testing/random.ts';
import type { IngestResult } from '../jobs.ts';
import { Pipeline } from './pipeline.ts';
import { RequestWriter } from './request-writer.ts';

/* A database without room, as SQLite itself says it: the same error as a full disk, on every machine. */

let store: OpenStore;
let pipeline: Pipeline;
beforeEach(() => {
  store = new OpenStore();
  const attributes = { trace_attributes: [], span_attributes: [], auto_index_genai: true };
  pipeline = new Pipeline(store.writer, new RequestWriter({ attributes }));
});
afterEach(() => store.close());

const limitPages = (count: number): void => void store.writing.pragma(`max_page_count = ${count}`);
const pagesNow = (): number => store.writing.pragma('page_count', { simple: true }) as number;

function commit(...numbers: number[]): readonly IngestResult[] {
  const jobs = numbers.map((id) => {
    const attributes = { text: randomText(50_000, id), 'gen_ai.usage.input_tokens': 1 };
    const body = traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(id), attributes }] });
    return jobOf(body, { id });
  });
  return pipeline.commit(() => jobs.shift()).results;
}

const stored = (): unknown[] =>
  store.all('SELECT span_id FROM spans ORDER BY span_id').map((row) => Object.values(row as object)[0]);

test('what does not fit is refused as retryable, what fits is stored, and all adds up', () => {
  expect(commit(1)).toMatchObject([{ id: 1, ok: true }]);
  limitPages(pagesNow() + 10);
  const results = commit(2, 3, 4, 5);
  const refused = results.flatMap((result) => (result.ok ? [] : [result]));
  expect(refused.length).toBeGreaterThan(0);
  for (const { code, message } of refused) {
    expect(code).toBe('STORAGE_UNAVAILABLE');
    expect(message).toBe('the request could not be stored: disk full, send it again later');
  }
  const taken = results.filter(({ ok }) => ok).map(({ id }) => id);
  expect(stored()).toEqual([1, ...taken].sort((a, b) => a - b).map(spanIdOf));
  expect(store.one('SELECT span_count FROM traces')).toBe(stored().length);

  limitPages(1_000_000);
  expect(commit(2, 3, 4, 5).every(({ ok }) => ok)).toBe(true);
  expect(stored()).toEqual([1, 2, 3, 4, 5].map(spanIdOf));
  expect(store.one('SELECT total_tokens FROM traces')).toBe(5);
  expect(store.one('SELECT span_count FROM projects')).toBe(5);
});

test('whether there is room again is found out by writing, which leaves nothing', () => {
  commit(1);
  limitPages(pagesNow());
  expect(() => store.writer.probe()).toThrow(/full/);
  limitPages(1_000_000);
  store.writer.probe();
  expect(store.one('SELECT COUNT(*) FROM chunks')).toBe(1);
});
