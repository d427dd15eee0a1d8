import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reader } from '../query/reader.ts';
import { OpenStore } from '../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { exportOtlp } from './export-otlp.ts';

let store: OpenStore;
beforeEach(() => {
  store = new OpenStore();
});
afterEach(() => store.close());

const spanOf = (n: number, name = `step ${n}`): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(n + 1),
  name,
});
const namesIn = (line: string): string[] => line.match(/(?:step|again) \d+/g) ?? [];

function lines(reader = new Reader(store.reading)): Generator<string> {
  return exportOtlp(reader, reader.project('p'), {}, (what) => expect.unreachable(what));
}

test('the ids of a trace are put in order once for many lines, not for each', () => {
  store.keepSpans('p', ...Array.from({ length: 900 }, (_, n) => spanOf(n)));
  const reader = new Reader(store.reading);
  const prepare = vi.spyOn(store.reading, 'prepare');
  const sorts = vi.spyOn(reader.statements, 'column');
  const all = [...lines(reader)];
  expect(all.flatMap(namesIn)).toEqual(Array.from({ length: 900 }, (_, n) => `step ${n}`));
  expect(all).toHaveLength(5);
  // And once more for what may have come meanwhile.
  expect(sorts).toHaveBeenCalledTimes(2);
  const sql = prepare.mock.calls.flat().find((text) => text.includes('id IN'));
  const plan = JSON.stringify(store.reading.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('[]', 1));
  expect(plan).toContain('USING INTEGER PRIMARY KEY (rowid=?)');
});

test('what is replaced while a trace is exported is told as it is then, and what goes is left out', () => {
  store.keepSpans('p', ...Array.from({ length: 900 }, (_, n) => spanOf(n)));
  const exported = lines();
  const first = namesIn(exported.next().value as string);
  expect(first).toHaveLength(200);
  store.keepSpans('p', spanOf(500, 'again 500'));
  // A whole line, and one of another.
  store.writing.exec("DELETE FROM spans WHERE name BETWEEN 'step 200' AND 'step 399' OR name = 'step 600'");
  const rest = [...exported].flatMap(namesIn);
  const left = Array.from({ length: 500 }, (_, n) => `step ${n + 400}`).filter(
    (name) => name !== 'step 500' && name !== 'step 600',
  );
  expect(rest).toEqual([...left, 'again 500']);
});
