import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';

let store: OpenStore;
beforeEach(() => (store = new OpenStore()));
afterEach(() => store.close());

const deleteTrace = (trace: number) =>
  store.run({ type: 'delete-trace', projectId: 'p', traceId: traceIdOf(trace) });

/** Traces of one span each, in one chunk. */
function keepTogether(...traces: number[]): void {
  store.keepSpans(
    'p',
    ...traces.map((n) => ({ traceId: traceIdOf(n), spanId: spanIdOf(n), start: n, end: n })),
  );
}

describe.for(['zeroblob(length(data))', 'substr(data, 1, length(data) / 2)', "x''"])(
  'a chunk that is %s',
  (damaged) => {
    beforeEach(() => {
      keepTogether(1, 2, 9);
      store.writing.exec(`UPDATE chunks SET data = ${damaged}`);
    });

    test('stays as it is for those that are left, and goes with the last one', () => {
      const before = store.one('SELECT data FROM chunks');
      expect(deleteTrace(2)).toHaveLength(1);
      expect(store.all('SELECT live_spans, data FROM chunks')).toEqual([{ live_spans: 2, data: before }]);
      for (const trace of [1, 9]) deleteTrace(trace);
      for (const table of ['spans', 'traces', 'doomed_traces', 'chunks'])
        expect(store.all(`SELECT * FROM ${table}`), table).toEqual([]);
    });

    test('does not keep others from being deleted', () => {
      keepTogether(4, 5);
      expect(store.retain({ maxSpans: 2 })).toHaveLength(3);
      expect(store.all('SELECT trace_id FROM traces ORDER BY 1')).toEqual(
        [5, 9].map((n) => ({ trace_id: traceIdOf(n) })),
      );
      expect(store.all('SELECT * FROM doomed_traces')).toEqual([]);
    });
  },
);

test('a chunk that is gone keeps none of its traces from being deleted', () => {
  keepTogether(1, 2, 9);
  store.writing.exec('DELETE FROM chunks');
  for (const [trace, left] of [
    [2, 2],
    [9, 1],
    [1, 0],
  ] as const) {
    expect(deleteTrace(trace)).toHaveLength(1);
    expect(store.one('SELECT COUNT(*) FROM spans')).toBe(left);
  }
  expect(store.all('SELECT * FROM doomed_traces')).toEqual([]);
});
