import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXPORT_REQUESTS } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { Reader } from '../query/reader.ts';
import { OpenStore } from '../testing/open-store.ts';
import { metricBytes } from '../testing/otlp-metrics.ts';
import { exportOtlp } from './export-otlp.ts';

let store: OpenStore;
beforeEach(() => {
  store = new OpenStore();
});
afterEach(() => store.close());

test('each data point of a series is exported once, in the order of time, whatever digits its time has', () => {
  const times = Array.from({ length: 450 }, (_, i) => i + 1);
  const dataPoints = times.toReversed().map((time) => ({ timeUnixNano: String(time), asInt: '1' }));
  store.commit('p', ['metrics', metricBytes([{ name: 'queue', gauge: { dataPoints } }])]);
  const reader = new Reader(store.reading);
  const prepare = vi.spyOn(store.reading, 'prepare');
  const lines = [...exportOtlp(reader, reader.project('p'), {}, (what) => expect.unreachable(what))];
  expect(lines).toHaveLength(3);
  expect([...lines.join('').matchAll(/"timeUnixNano":"(\d+)"/g)].map(([, time]) => Number(time))).toEqual(
    times,
  );
  const sql = prepare.mock.calls
    .flat()
    .find((text) => text.includes('FROM metric_points') && text.includes('time_ns > '));
  const plan = JSON.stringify(store.reading.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(1, 1, 1));
  expect(plan).toContain('USING PRIMARY KEY (series=? AND time_ns>?)');
  expect(plan).not.toContain('B-TREE FOR ORDER BY');
});

test('a value that is no number is exported as that, and stays apart from none', () => {
  const dataPoints = [
    { timeUnixNano: '1', asDouble: 'NaN' },
    { timeUnixNano: '2', flags: 1 },
    { timeUnixNano: '3', asDouble: 'Infinity' },
  ];
  const metrics = [
    { name: 'gauge', gauge: { dataPoints } },
    { name: 'sum', sum: { dataPoints } },
  ];
  store.commit('p', ['metrics', metricBytes(metrics)]);
  const reader = new Reader(store.reading);
  const linesOf = (project: string): string[] => [
    ...exportOtlp(reader, reader.project(project), {}, (what) => expect.unreachable(what)),
  ];
  const lines = linesOf('p');
  for (const line of lines) expect(line).toMatch(/"NaN".*"flags":1.*"Infinity"/);
  for (const line of lines) store.commit('again', ['metrics', jsonToWire(EXPORT_REQUESTS.metrics, line)]);
  expect(lines).toHaveLength(2);
  expect(linesOf('again')).toEqual(lines);
});
