import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../config.ts';
import { EXPORT_REQUESTS, estimateItems, type Encoding, type Signal } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import {
  openForReading,
  openForWriting,
  type ReadableDatabase,
  type WritableDatabase,
} from '../store/database.ts';
import { Writer } from '../store/writer.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest } from '../testing/otlp.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import type { IngestJob } from './jobs.ts';
import { Pipeline, type Commit } from './pipeline.ts';

let directory: string;
let writing: WritableDatabase;
let reading: ReadableDatabase;
let pipeline: Pipeline;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-pipeline-'));
  writing = openForWriting(directory, 'normal');
  reading = openForReading(directory);
  pipeline = new Pipeline(new Writer(writing), new AttributeIndexer(defaultConfig({}).otel.attributes));
});
afterEach(() => {
  reading.close();
  writing.close();
  rmSync(directory, { recursive: true, force: true });
});

let jobs = 0;
function jobOf(body: Buffer | object, more: Partial<Omit<IngestJob, 'body'>> = {}): IngestJob {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const { signal, encoding } = {
    signal: 'traces' as const,
    encoding: bytes === body ? ('protobuf' as const) : ('json' as const),
    ...more,
  };
  return {
    id: ++jobs,
    projectId: 'default',
    items: estimateItems(signal, bytes, encoding),
    // In memory of its own, as the queue hands it over.
    body: new Uint8Array(bytes),
    ...more,
    signal,
    encoding,
  };
}

/** Commits until no job is left. */
function commitAll(...list: IngestJob[]): Commit[] {
  const commits: Commit[] = [];
  while (list.length > 0) commits.push(pipeline.commit(() => list.shift()));
  return commits;
}
function commit(...list: IngestJob[]): Commit {
  const [first, ...others] = commitAll(...list);
  expect(others).toEqual([]);
  return first!;
}

const span = (n: number, name = 'span', trace = 1) => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  name,
});
const names = (): unknown[] => reading.prepare('SELECT name FROM spans ORDER BY span_id').pluck().all();
const ok = (id: number, spans: number, items = spans) => ({
  id,
  ok: true,
  rejected: 0,
  message: '',
  spans,
  items,
  redacted: 0,
  advice: null,
});

test('protobuf and JSON of the same request store the same rows', () => {
  const spec = {
    resource: { 'service.name': 'shop' },
    spans: [
      {
        ...span(1),
        start: 1_770_921_433_316.465,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.usage.input_tokens': 12,
          big: 9007199254740993n,
        },
        events: [{ name: 'gen_ai.user.message', attributes: { content: 'Hi' } }],
        status: { code: 2, message: 'no' },
      },
    ],
  };
  commit(
    jobOf(traceBytes(spec), { projectId: 'protobuf' }),
    jobOf(traceRequest(spec), { projectId: 'json' }),
  );
  const rows = ['protobuf', 'json'].map((project) => {
    const sql = 'SELECT * FROM spans WHERE project = (SELECT id FROM projects WHERE project_id = ?)';
    const {
      id: _id,
      trace: _trace,
      project: _project,
      chunk_offset: _offset,
      preview_at: _preview,
      ...row
    } = reading.prepare<[string], Record<string, unknown>>(sql).get(project)!;
    return row;
  });
  expect(rows[0]).toEqual(rows[1]);
  expect(reading.prepare('SELECT input_preview FROM traces').pluck().all()).toEqual(['Hi', 'Hi']);
  expect(rows[0]).toMatchObject({
    service_name: 'shop',
    category: 'llm',
    input_tokens: 12,
    status_message: 'no',
  });
});

describe('a job that is no OTLP', () => {
  const whole = traceBytes({ spans: [span(1), span(2)] });

  test.for<[says: string, body: Buffer | object, encoding: Encoding]>([
    ['cut protobuf', whole.subarray(0, whole.length - 1), 'protobuf'],
    ['protobuf called JSON', whole, 'json'],
    ['JSON called protobuf', { resourceSpans: [] }, 'protobuf'],
    ['JSON of another shape', { resourceSpans: {} }, 'json'],
  ])('%s fails alone and leaves nothing', ([, body, encoding]) => {
    const [before, bad, after] = [
      jobOf(traceBytes({ spans: [span(8)] })),
      jobOf(body, { encoding }),
      jobOf(traceBytes({ spans: [span(9)] })),
    ];
    const { results, failure } = commit(before, bad, after);
    expect(results).toContainEqual(ok(before.id, 1));
    expect(results).toContainEqual(ok(after.id, 1));
    expect(results).toContainEqual({
      id: bad.id,
      ok: false,
      code: 'INVALID_OTLP',
      message: expect.any(String),
    });
    expect(results).toHaveLength(3);
    expect(failure).toBeNull();
    expect(reading.prepare('SELECT span_id FROM spans ORDER BY 1').pluck().all()).toEqual([
      spanIdOf(8),
      spanIdOf(9),
    ]);
  });
});

test('what is malformed past the spans before it leaves nothing of itself, time and again', () => {
  for (const round of [1, 2]) {
    const attributes = { last: 1n };
    const spans = [span(round * 10), { ...span(round * 10 + 1), attributes }];
    const [before, bad, after] = [
      jobOf(traceBytes({ spans: [span(round)] })),
      jobOf(traceBytes({ spans })),
      jobOf(traceBytes({ spans: [span(round + 100)] })),
    ];
    bad.body[bad.body.length - 1] = 0xff;
    expect(bad.items).toBe(2);
    const { results, stored, failure } = commit(before, bad, after);
    expect(results).toHaveLength(3);
    expect(results).toContainEqual(ok(before.id, 1));
    expect(results).toContainEqual(ok(after.id, 1));
    expect(results.find(({ id }) => id === bad.id)).toMatchObject({ ok: false, code: 'INVALID_OTLP' });
    expect(stored.map(({ spanId }) => spanId)).toEqual([spanIdOf(round), spanIdOf(round + 100)]);
    expect(failure).toBeNull();
  }
  expect(reading.prepare('SELECT span_id FROM spans ORDER BY 1').pluck().all()).toEqual(
    [1, 2, 101, 102].map((n) => spanIdOf(n)),
  );
  expect(reading.prepare('SELECT span_count FROM projects').pluck().all()).toEqual([4]);
});

test('invalid spans are rejected one by one and counted, the others are stored', () => {
  const job = jobOf(traceBytes({ spans: [span(1), span(0), span(2), span(3, 'span', 0)] }));
  const { results, stored } = commit(job);
  expect(results).toEqual([{ ...ok(job.id, 2), rejected: 2, message: 'span id is all zero' }]);
  expect(stored.map(({ spanId }) => spanId)).toEqual([spanIdOf(1), spanIdOf(2)]);
});

test('what is told of a stored span is what its trace says once all are in', () => {
  const root = { ...span(1), attributes: { 'session.id': 's', 'user.id': 'u' } };
  const child = { ...span(2), parentSpanId: spanIdOf(1) };
  const { stored } = commit(
    jobOf(traceBytes({ spans: [child] })),
    jobOf(traceBytes({ spans: [root, child] })),
  );
  const common = { projectId: 'default', traceId: traceIdOf(1), sessionId: 's', traceComplete: true };
  expect(stored).toEqual([
    { ...common, spanId: spanIdOf(2), userId: null, replaced: false },
    { ...common, spanId: spanIdOf(1), userId: 'u', replaced: false },
    { ...common, spanId: spanIdOf(2), userId: null, replaced: true },
  ]);
});

test('many jobs are one commit, a flood is several', () => {
  const lone = Array.from({ length: 200 }, (_, i) => jobOf(traceBytes({ spans: [span(i + 1)] })));
  expect(commit(...lone).stored).toHaveLength(200);
  const large = Array.from({ length: 5 }, (_, job) =>
    jobOf(
      traceBytes({ spans: Array.from({ length: 1000 }, (__, i) => span(job * 1000 + i + 1, 'span', 2)) }),
    ),
  );
  const commits = commitAll(...large);
  expect(commits.length).toBeGreaterThan(1);
  expect(commits.flatMap(({ results }) => results).filter((result) => result.ok)).toHaveLength(5);
  expect(reading.prepare('SELECT COUNT(*) FROM spans').pluck().get()).toBe(5200);
});

test('a request without spans is taken and stores nothing', () => {
  const job = jobOf({});
  expect(commit(job)).toEqual({ results: [ok(job.id, 0)], stored: [], failure: null });
  expect(reading.prepare('SELECT COUNT(*) FROM projects').pluck().get()).toBe(0);
});

describe('when the database refuses', () => {
  beforeEach(() => {
    writing.exec(`CREATE TRIGGER poison BEFORE INSERT ON spans WHEN NEW.name = 'poison'
                  BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`);
  });

  test('the request that it refuses fails whole, those beside it are stored', () => {
    const good = jobOf(traceBytes({ spans: [span(1, 'a')] }));
    const bad = jobOf(traceBytes({ spans: [span(2, 'lost'), span(3, 'poison')] }));
    const other = jobOf(traceBytes({ spans: [span(4, 'b')] }));
    const { results, stored, failure } = commit(good, bad, other);
    expect(names()).toEqual(['a', 'b']);
    expect(stored).toHaveLength(2);
    expect(failure?.message).toBe('disk on fire');
    const refused = results.find(({ id }) => id === bad.id);
    expect(refused).toMatchObject({ ok: false, code: 'STORAGE_UNAVAILABLE' });
    expect(JSON.stringify(refused)).not.toContain('fire');
  });

  test('the next requests are stored', () => {
    commit(jobOf(traceBytes({ spans: [span(1, 'poison')] })));
    writing.exec('DROP TRIGGER poison');
    const job = jobOf(traceBytes({ spans: [span(1, 'fine')] }));
    expect(commit(job).results).toEqual([ok(job.id, 1)]);
    expect(names()).toEqual(['fine']);
  });
});

describe.for<[signal: Signal, request: object, table: string, count: number]>([
  ['logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] }, 'log_records', 2],
  [
    'metrics',
    {
      resourceMetrics: [
        { scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: 1 }] } }] }] },
      ],
    },
    'metric_points',
    1,
  ],
])('%s', ([signal, request, table, count]) => {
  const wire = jsonToWire(EXPORT_REQUESTS[signal], JSON.stringify(request));
  const stored = (): unknown => reading.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();

  test('are stored, in the commit of the spans beside them', () => {
    const [spans, others] = [jobOf(traceBytes({ spans: [span(1)] })), jobOf(wire, { signal })];
    expect(commit(spans, others).results).toEqual([ok(spans.id, 1), ok(others.id, 0, count)]);
    expect(stored()).toBe(count);
    expect(names()).toEqual(['span']);
  });

  test('that come again, as protobuf or as JSON, are stored once', () => {
    commit(jobOf(wire, { signal }), jobOf(request, { signal }));
    commit(jobOf(wire, { signal }));
    expect(stored()).toBe(count);
  });

  test('that are none are taken; what is malformed is refused', () => {
    const [empty, bad] = [jobOf({}, { signal }), jobOf(Buffer.from([0x0a, 9]), { signal })];
    const { results } = commit(empty, bad);
    expect(results).toContainEqual(ok(empty.id, 0));
    expect(results).toContainEqual({
      id: bad.id,
      ok: false,
      code: 'INVALID_OTLP',
      message: expect.any(String),
    });
  });

  test('that the database refuses leave nothing, and what is beside them is stored', () => {
    writing.exec(
      `CREATE TRIGGER poison BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`,
    );
    const [bad, good] = [jobOf(wire, { signal }), jobOf(traceBytes({ spans: [span(1)] }))];
    const { results } = commit(bad, good);
    expect(results).toContainEqual(ok(good.id, 1));
    expect(results.find(({ id }) => id === bad.id)).toMatchObject({ ok: false, code: 'STORAGE_UNAVAILABLE' });
    writing.exec('DROP TRIGGER poison');
    commit(jobOf(wire, { signal }));
    expect(stored()).toBe(count);
  });
});

test('data points that no series or time can be given are rejected one by one', () => {
  const point = { timeUnixNano: '1', asInt: '1' };
  const metrics = [
    { name: 'm', gauge: { dataPoints: [point, { asInt: '2' }] } },
    { sum: { dataPoints: [point, point] } },
  ];
  const job = jobOf({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }, { signal: 'metrics' });
  const message = 'data point of m without a time';
  expect(commit(job).results).toEqual([{ ...ok(job.id, 0, 1), rejected: 3, message }]);
  expect(reading.prepare('SELECT COUNT(*) FROM metric_points').pluck().get()).toBe(1);
});
