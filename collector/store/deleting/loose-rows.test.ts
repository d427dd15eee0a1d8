import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { keyValues, spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { LOG_TIME, type LogSpec } from '../../testing/otlp-logs.ts';
import { metricBytes } from '../../testing/otlp-metrics.ts';
import { ChunkCleaner } from './chunk-cleaner.ts';
import { LogDeletion } from './log-deletion.ts';
import { LooseLogs } from './loose-logs.ts';
import { PAGE_BYTES } from '../file/page-size.ts';
import { SharedBytesTable } from '../writing/shared-bytes.ts';

let store: OpenStore;
beforeEach(() => {
  store = new OpenStore();
});
afterEach(() => store.close());

describe('deleting log records', () => {
  const left = (): unknown[] =>
    store.reading.prepare('SELECT search_text FROM log_records ORDER BY search_text').pluck().all();
  const at = (trace: number, body: string, second: number): LogSpec => ({
    body,
    traceId: traceIdOf(trace),
    spanId: spanIdOf(1),
    time: LOG_TIME + BigInt(second),
  });

  beforeEach(() => {
    store.keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
    store.keepLogs('p', at(1, 'stored', 1), at(1, 'stored too', 2), at(2, 'not stored', 3));
    store.keepLogs('p', { body: 'of none', time: LOG_TIME + 4n });
    store.keepLogs('q', at(1, 'elsewhere', 1));
  });

  test('a trace takes its records of one project with it', () => {
    store.run({ type: 'delete-trace', projectId: 'p', traceId: traceIdOf(1) });
    expect(left()).toEqual(['\nelsewhere', '\nnot stored', '\nof none']);
    expect(store.all('SELECT log_count FROM projects ORDER BY id')).toEqual([
      { log_count: 2 },
      { log_count: 1 },
    ]);
  });

  test('records that come while the trace is being swept stay, also such as had come before', () => {
    store.keepLogs('p', { ...at(1, 'undated', 0), time: 0n });
    const deleting = store.writer.delete((deletion) =>
      deletion.doom(Number(store.one('SELECT id FROM traces'))),
    );
    expect(deleting?.traceId).toBe(traceIdOf(1));
    store.keepLogs('p', at(1, 'stored', 1), at(1, 'late', 9), { ...at(1, 'undated', 0), time: 0n });
    while (store.writer.delete((deletion) => deletion.sweep()));
    expect(left()).toEqual(['\nelsewhere', '\nlate', '\nnot stored', '\nof none', '\nstored', '\nundated']);
    expect(store.one("SELECT log_count FROM projects WHERE project_id = 'p'")).toBe(5);
    expect([store.tablesWith('stored too'), store.tablesWith('late')]).toEqual([
      [],
      ['chunks', 'log_records'],
    ]);
  });

  test('a record that comes for its deleted trace anew leaves no bytes where it lay before', () => {
    store.keepLogs('p', at(1, 'again', 5), at(2, 'beside it', 6));
    store.writer.delete((deletion) => deletion.doom(Number(store.one('SELECT id FROM traces'))));
    store.keepLogs('p', at(1, 'again', 5));
    while (store.writer.delete((deletion) => deletion.sweep()));
    const bytesBeside = (body: string): string => {
      const chunk = `(SELECT chunk FROM log_records WHERE search_text = '\n${body}')`;
      return zstdDecompressSync(
        store.one(`SELECT data FROM chunks WHERE id = ${chunk}`) as Buffer,
      ).toString();
    };
    expect(bytesBeside('again')).toContain('again');
    expect(bytesBeside('beside it')).toContain('beside it');
    expect(bytesBeside('beside it')).not.toContain('again');
  });

  test('also after a restart in between, and when the newest of all went first', () => {
    store.keepLogs('p', at(1, 'newest', 0));
    store.writer.delete((deletion) => {
      deletion.doom(Number(store.one('SELECT id FROM traces')));
      // The span, then the chunk of the record with the earliest time.
      for (let piece = 0; piece < 2; piece++) deletion.sweep();
    });
    expect(left()).toEqual(['\nelsewhere', '\nnot stored', '\nof none', '\nstored', '\nstored too']);
    store.restart();
    store.keepLogs('p', at(1, 'late', 9));
    while (store.writer.delete((deletion) => deletion.sweep()));
    expect(left()).toEqual(['\nelsewhere', '\nlate', '\nnot stored', '\nof none']);
  });

  test('by age those go that no stored trace holds; the others go with their trace', () => {
    const day = 86_400_000;
    const now = Number(LOG_TIME / 1_000_000n) + 2 * day;
    store.keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1), start: now - day, end: now - day });
    store.keepLogs('q', { body: 'young', time: LOG_TIME + 3n * BigInt(day) * 1_000_000n });
    store.retain({ days: 1.5 }, now);
    expect(left()).toEqual(['\nstored', '\nstored too', '\nyoung']);
    expect(store.all('SELECT log_count FROM projects ORDER BY id')).toEqual([
      { log_count: 2 },
      { log_count: 1 },
    ]);
    store.retain({ days: 0.5 }, now);
    expect(left()).toEqual(['\nyoung']);
    expect(store.all('SELECT project_id FROM projects')).toEqual([{ project_id: 'q' }]);
  });

  test('by age more than a step looks at, past records that stay, however they lie in chunks', () => {
    const count = 700;
    // Every commit has a chunk of its own, in which old and young, loose and held records lie side by side.
    for (let chunk = 0; chunk < 20; chunk++)
      store.keepLogs(
        'many',
        ...Array.from({ length: count / 20 }, (_, i) => ({
          ...(i % 3 === 0 ? { traceId: traceIdOf(7), spanId: spanIdOf(1) } : {}),
          body: `record ${chunk} ${i}`,
          time: LOG_TIME + BigInt(i * 20 + chunk),
        })),
      );
    store.keepSpans('many', { traceId: traceIdOf(7), spanId: spanIdOf(1), start: 2e12, end: 2e12 });
    // Where the first that stays would go if it were older.
    const cut = 320;
    store.retain({ days: 1 }, Number(LOG_TIME / 1_000_000n) + 86_400_000);
    expect(store.one("SELECT log_count FROM projects WHERE project_id = 'many'")).toBe(count);
    const task = new LooseLogs(
      store.writing,
      new LogDeletion(store.writing, {
        resources: new SharedBytesTable(store.writing, 'resources'),
        scopes: new SharedBytesTable(store.writing, 'scopes'),
        cleaner: new ChunkCleaner(store.writing),
      }),
      () => {},
    );
    let steps = 0;
    while (task.removeSome(LOG_TIME + BigInt(cut - 1))) steps++;
    expect(steps).toBeGreaterThan(1);
    const held = (i: number): boolean => Math.floor(i / 20) % 3 === 0;
    const kept = Array.from({ length: count }, (_, i) => i).filter((i) => i >= cut || held(i));
    expect(store.one(`SELECT COUNT(*) FROM log_records WHERE search_text LIKE '%record%'`)).toBe(kept.length);
    expect(store.one("SELECT log_count FROM projects WHERE project_id = 'many'")).toBe(kept.length);
    while (task.removeSome(LOG_TIME + BigInt(count)));
    expect(store.one("SELECT log_count FROM projects WHERE project_id = 'many'")).toBe(240);
  });

  test('by age all of one moment, more than a step looks at', () => {
    const one = (n: number): LogSpec => ({ body: `record ${n}`, time: LOG_TIME });
    store.keepLogs('r', ...Array.from({ length: 600 }, (_, n) => one(n)));
    store.retain({ days: 1 }, Number(LOG_TIME / 1_000_000n) + 2 * 86_400_000);
    expect(store.one("SELECT COUNT(*) FROM log_records WHERE search_text LIKE '%record%'")).toBe(0);
  });

  test('a project takes all of it with it, with their bytes', () => {
    store.run({ type: 'delete-project', projectId: 'p' });
    expect(left()).toEqual(['\nelsewhere']);
    expect(store.all('SELECT project_id, log_count FROM projects')).toEqual([
      { project_id: 'q', log_count: 1 },
    ]);
    expect(store.one('SELECT COUNT(*) FROM chunks')).toBe(1);
  });
});

describe('deleting data points', () => {
  const keepPoints = (project: string, name: string, ...times: number[]): void => {
    const dataPoints = times.map((time) => ({ timeUnixNano: String(time), asInt: '1' }));
    store.commit(project, ['metrics', metricBytes([{ name, gauge: { dataPoints } }])]);
  };
  const series = (): unknown[] =>
    store.all('SELECT name, point_count, last_ns FROM metric_series ORDER BY name');

  test('by age the oldest go, and series that have none left', () => {
    keepPoints('p', 'a', 1, 2, 3);
    keepPoints('p', 'b', 1, 2);
    keepPoints('q', 'c', 1);
    const day = 86_400_000;
    // Older than 3 ns.
    store.writing.exec('UPDATE metric_points SET time_ns = time_ns * 1000000');
    store.writing.exec('UPDATE metric_series SET last_ns = last_ns * 1000000');
    store.retain({ days: 1 }, day + 2);
    expect(series()).toEqual([
      { name: 'a', point_count: 2, last_ns: 3_000_000 },
      { name: 'b', point_count: 1, last_ns: 2_000_000 },
    ]);
    expect(store.all('SELECT project_id, point_count FROM projects')).toEqual([
      { project_id: 'p', point_count: 3 },
    ]);
    store.retain({ days: 1 }, day + 3);
    expect(series()).toMatchObject([{ name: 'a', point_count: 1 }]);
    // A series that is there again is known anew.
    keepPoints('p', 'b', 1);
    expect(series()).toMatchObject([{ name: 'a' }, { name: 'b', point_count: 1 }]);
  });

  test('a project takes its own with it, more than go in a step', () => {
    for (let n = 0; n < 6; n++) keepPoints('p', `p${n}`, ...Array.from({ length: 100 }, (_, i) => i + 1));
    keepPoints('q', 'c', 1);
    store.run({ type: 'delete-project', projectId: 'p' });
    expect(series()).toMatchObject([{ name: 'c' }]);
    expect(store.one('SELECT COUNT(*) FROM metric_points')).toBe(1);
    expect(store.all('SELECT project_id FROM projects')).toEqual([{ project_id: 'q' }]);
    // Of which the series is the very last.
    store.run({ type: 'delete-project', projectId: 'q' });
    expect(series()).toEqual([]);
  });
});

describe('too many bytes', () => {
  const second = (n: number): bigint => LOG_TIME + BigInt(n) * 1_000_000_000n;
  const used = (): number => {
    const [pages, free] = ['page_count', 'freelist_count'].map((name) =>
      store.writing.pragma(name, { simple: true }),
    );
    return PAGE_BYTES * (Number(pages) - Number(free));
  };

  test('the oldest go first, whatever they are', () => {
    const text = (): string => randomBytes(3000).toString('base64');
    const seconds = Array.from({ length: 200 }, (_, n) => n);
    for (let n = 0; n < seconds.length; n += 20) {
      const some = seconds.slice(n, n + 20);
      const dataPoints = some.map((at) => ({
        timeUnixNano: String(second(at)),
        asInt: '1',
        attributes: keyValues({ text: text() }),
      }));
      const spans = some.map((at) => ({
        traceId: traceIdOf(at + 1),
        spanId: spanIdOf(1),
        start: Number(second(at) / 1_000_000n),
        end: Number(second(at) / 1_000_000n),
        attributes: { text: text() },
      }));
      store.keepLogs('q', ...some.map((at) => ({ body: text(), time: second(at) })));
      store.commit(
        'p',
        ['traces', traceBytes({ spans })],
        ['metrics', metricBytes([{ name: 'm', gauge: { dataPoints } }])],
      );
    }
    const bound = Math.round(used() * 0.6);
    store.retain({ maxBytes: bound });
    expect(used()).toBeLessThanOrEqual(bound);
    const times = { log_records: 'time_ns', metric_points: 'time_ns', traces: 'end_ns' };
    const oldest = Object.entries(times).map(([table, time]) =>
      Number(store.one(`SELECT MIN(${time}) / 1000000000 FROM ${table}`)),
    );
    // Traces go some at a time.
    expect(Math.max(...oldest) - Math.min(...oldest)).toBeLessThanOrEqual(64);
    expect(Math.min(...oldest)).toBeGreaterThan(Number(second(0) / 1_000_000_000n));
  });

  const keepLooseLogs = (): void => {
    for (let n = 0; n < 3000; n += 500)
      store.keepLogs(
        'p',
        ...Array.from({ length: 500 }, (_, i) => ({
          body: randomBytes(500).toString('hex'),
          time: second(n + i),
        })),
      );
  };

  test('data points go although there is nothing else', () => {
    for (let n = 0; n < 3000; n += 500) {
      const dataPoints = Array.from({ length: 500 }, (_, i) => ({
        timeUnixNano: String(second(n + i)),
        asInt: '1',
        attributes: keyValues({ text: randomBytes(200).toString('hex') }),
      }));
      store.commit('p', ['metrics', metricBytes([{ name: 'm', gauge: { dataPoints } }])]);
    }
    const bound = Math.round(used() / 2);
    store.retain({ maxBytes: bound });
    expect(used()).toBeLessThanOrEqual(bound);
    expect(Number(store.one('SELECT COUNT(*) FROM metric_points'))).toBeGreaterThan(500);
  });

  test('what belongs to no trace goes although none of it is too old', () => {
    keepLooseLogs();
    const bound = Math.round(used() / 2);
    store.retain({ days: 1, maxBytes: bound }, Number(LOG_TIME / 1_000_000n));
    expect(used()).toBeLessThanOrEqual(bound);
    expect(Number(store.one('SELECT COUNT(*) FROM log_records'))).toBeGreaterThan(500);
  });

  test('what belongs to no trace goes although there is none', () => {
    keepLooseLogs();
    const bound = Math.round(used() / 2);
    store.retain({ maxBytes: bound });
    expect(used()).toBeLessThanOrEqual(bound);
    const left = Number(store.one('SELECT COUNT(*) FROM log_records'));
    expect(left).toBeGreaterThan(500);
    expect(store.one('SELECT MIN(time_ns) / 1000000000 FROM log_records')).toBe(
      Number(second(3000 - left) / 1_000_000_000n),
    );
    // Nothing is later than the latest time there is.
    store.keepLogs('p', { body: 'late', time: 2n ** 64n - 1n });
    store.retain({ maxBytes: 1 });
    expect(store.all('SELECT * FROM projects')).toEqual([]);
  });
});
