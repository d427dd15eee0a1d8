import { beforeEach, describe, expect, test } from 'vitest';
import type { Encoding } from '../../decode/count.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest } from '../../testing/otlp.ts';
import { jobOf } from '../../testing/ingest-job.ts';
import { pipelineStore, spanNamed, wentIn } from '../../testing/pipeline-store.ts';

const store = pipelineStore();

test('protobuf and JSON of the same request store the same rows', () => {
  const spec = {
    resource: { 'service.name': 'shop' },
    spans: [
      {
        ...spanNamed(1),
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
  store.commit(
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
    } = store.reading.prepare<[string], Record<string, unknown>>(sql).get(project)!;
    return row;
  });
  expect(rows[0]).toEqual(rows[1]);
  expect(store.reading.prepare('SELECT input_preview FROM traces').pluck().all()).toEqual(['Hi', 'Hi']);
  expect(rows[0]).toMatchObject({
    service_name: 'shop',
    category: 'llm',
    input_tokens: 12,
    status_message: 'no',
  });
});

describe('a job that is no OTLP', () => {
  const whole = traceBytes({ spans: [spanNamed(1), spanNamed(2)] });

  test.for<[says: string, body: Buffer | object, encoding: Encoding]>([
    ['cut protobuf', whole.subarray(0, whole.length - 1), 'protobuf'],
    ['protobuf called JSON', whole, 'json'],
    ['JSON called protobuf', { resourceSpans: [] }, 'protobuf'],
    ['JSON of another shape', { resourceSpans: {} }, 'json'],
  ])('%s fails alone and leaves nothing', ([, body, encoding]) => {
    const [before, bad, after] = [
      jobOf(traceBytes({ spans: [spanNamed(8)] })),
      jobOf(body, { encoding }),
      jobOf(traceBytes({ spans: [spanNamed(9)] })),
    ];
    const { results, failure } = store.commit(before, bad, after);
    expect(results).toContainEqual(wentIn(before.id, 1));
    expect(results).toContainEqual(wentIn(after.id, 1));
    expect(results).toContainEqual({
      id: bad.id,
      ok: false,
      code: 'INVALID_OTLP',
      message: expect.any(String),
    });
    expect(results).toHaveLength(3);
    expect(failure).toBeNull();
    expect(store.reading.prepare('SELECT span_id FROM spans ORDER BY 1').pluck().all()).toEqual([
      spanIdOf(8),
      spanIdOf(9),
    ]);
  });
});

test('what is malformed past the spans before it leaves nothing of itself, time and again', () => {
  for (const round of [1, 2]) {
    const attributes = { last: 1n };
    const spans = [spanNamed(round * 10), { ...spanNamed(round * 10 + 1), attributes }];
    const [before, bad, after] = [
      jobOf(traceBytes({ spans: [spanNamed(round)] })),
      jobOf(traceBytes({ spans })),
      jobOf(traceBytes({ spans: [spanNamed(round + 100)] })),
    ];
    bad.body[bad.body.length - 1] = 0xff;
    expect(bad.items).toBe(2);
    const { results, stored, failure } = store.commit(before, bad, after);
    expect(results).toHaveLength(3);
    expect(results).toContainEqual(wentIn(before.id, 1));
    expect(results).toContainEqual(wentIn(after.id, 1));
    expect(results.find(({ id }) => id === bad.id)).toMatchObject({ ok: false, code: 'INVALID_OTLP' });
    expect(stored.map(({ spanId }) => spanId)).toEqual([spanIdOf(round), spanIdOf(round + 100)]);
    expect(failure).toBeNull();
  }
  expect(store.reading.prepare('SELECT span_id FROM spans ORDER BY 1').pluck().all()).toEqual(
    [1, 2, 101, 102].map((n) => spanIdOf(n)),
  );
  expect(store.reading.prepare('SELECT span_count FROM projects').pluck().all()).toEqual([4]);
});

test('invalid spans are rejected one by one and counted, the others are stored', () => {
  const job = jobOf(
    traceBytes({ spans: [spanNamed(1), spanNamed(0), spanNamed(2), spanNamed(3, 'span', 0)] }),
  );
  const { results, stored } = store.commit(job);
  expect(results).toEqual([
    { ...wentIn(job.id, 2), rejected: 2, message: 'span id is all zero (1); trace id is all zero (1)' },
  ]);
  expect(stored.map(({ spanId }) => spanId)).toEqual([spanIdOf(1), spanIdOf(2)]);
});

test('what is told of a stored span is what its trace says once all are in', () => {
  const root = { ...spanNamed(1), attributes: { 'session.id': 's', 'user.id': 'u' } };
  const child = { ...spanNamed(2), parentSpanId: spanIdOf(1) };
  const { stored } = store.commit(
    jobOf(traceBytes({ spans: [child] })),
    jobOf(traceBytes({ spans: [root, child] })),
  );
  const common = {
    projectId: 'default',
    traceId: traceIdOf(1),
    sessionId: 's',
    otherSessions: [],
    userId: 'u',
    traceComplete: true,
  };
  expect(stored).toEqual([
    { ...common, spanId: spanIdOf(2), replaced: false },
    { ...common, spanId: spanIdOf(1), replaced: false },
    { ...common, spanId: spanIdOf(2), replaced: true },
  ]);
});

test('many jobs are one commit, a flood is several', () => {
  const lone = Array.from({ length: 200 }, (_, i) => jobOf(traceBytes({ spans: [spanNamed(i + 1)] })));
  expect(store.commit(...lone).stored).toHaveLength(200);
  const large = Array.from({ length: 5 }, (_, job) =>
    jobOf(
      traceBytes({
        spans: Array.from({ length: 1000 }, (__, i) => spanNamed(job * 1000 + i + 1, 'span', 2)),
      }),
    ),
  );
  const commits = store.commitAll(...large);
  expect(commits.length).toBeGreaterThan(1);
  expect(commits.flatMap(({ results }) => results).filter((result) => result.ok)).toHaveLength(5);
  expect(store.reading.prepare('SELECT COUNT(*) FROM spans').pluck().get()).toBe(5200);
});

test('a request without spans is taken and stores nothing', () => {
  const job = jobOf({});
  expect(store.commit(job)).toEqual({ results: [wentIn(job.id, 0)], stored: [], failure: null, spent: [] });
  expect(store.reading.prepare('SELECT COUNT(*) FROM projects').pluck().get()).toBe(0);
});

describe('when the database refuses', () => {
  beforeEach(() => {
    store.writing.exec(`CREATE TRIGGER poison BEFORE INSERT ON spans WHEN NEW.name = 'poison'
                  BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`);
  });

  test('the request that it refuses fails whole, those beside it are stored', () => {
    const good = jobOf(traceBytes({ spans: [spanNamed(1, 'a')] }));
    const bad = jobOf(traceBytes({ spans: [spanNamed(2, 'lost'), spanNamed(3, 'poison')] }));
    const other = jobOf(traceBytes({ spans: [spanNamed(4, 'b')] }));
    const { results, stored, failure } = store.commit(good, bad, other);
    expect(store.names()).toEqual(['a', 'b']);
    expect(stored).toHaveLength(2);
    expect(failure?.message).toBe('disk on fire');
    const refused = results.find(({ id }) => id === bad.id);
    expect(refused).toMatchObject({ ok: false, code: 'STORAGE_UNAVAILABLE' });
    expect(JSON.stringify(refused)).not.toContain('fire');
  });

  test('the next requests are stored', () => {
    store.commit(jobOf(traceBytes({ spans: [spanNamed(1, 'poison')] })));
    store.writing.exec('DROP TRIGGER poison');
    const job = jobOf(traceBytes({ spans: [spanNamed(1, 'fine')] }));
    expect(store.commit(job).results).toEqual([wentIn(job.id, 1)]);
    expect(store.names()).toEqual(['fine']);
  });
});
