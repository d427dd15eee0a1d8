import { beforeAll, describe, expect, test } from 'vitest';
import { LogPage, type LogRecord } from '../contract/logs.ts';
import { ProjectList } from '../contract/projects.ts';
import { SpanDetail } from '../contract/spans.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { LOG_TIME, logBytes, logRequest, type LogSpec } from '../testing/otlp-logs.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = projectUrl(collector.url, 'logs');
});

const keep = (project: string, ...logs: LogSpec[]): Promise<void> =>
  storeSignal(collector.url, project, 'logs', logBytes({ logs }));
const bodiesOf = ({ data }: LogPage): unknown[] => data.map(({ body }) => body);
const list = async (project: string, query = ''): Promise<unknown[]> =>
  bodiesOf(await read(LogPage, `${projectUrl(collector.url, project)}/logs${query}`));

const seconds = (n: number): bigint => LOG_TIME + BigInt(n) * 1_000_000_000n;

describe('{P}/logs', () => {
  test('shows all that a record carries', async () => {
    const request = {
      resource: { 'service.name': 'shop', 'service.version': '1.2' },
      scope: { name: 'orders', version: '3' },
      logs: [
        {
          time: LOG_TIME + 123_456_789n,
          observed: LOG_TIME + 223_456_789n,
          severity: 13,
          severityText: 'warning',
          eventName: 'order.placed',
          body: { amount: 9007199254740993n, items: ['a', { size: 1.5 }] },
          attributes: { user: 'u1', large: 1770921433316465123n, yes: true },
          traceId: traceIdOf(1),
          spanId: spanIdOf(2),
        },
      ],
    };
    await storeSignal(collector.url, 'whole', 'logs', logBytes(request));
    const whole = `${projectUrl(collector.url, 'whole')}/logs`;
    const { data, meta } = await read(LogPage, whole);
    expect(meta).toEqual({ page: 1, limit: 100, total_items: 1, total_pages: 1 });
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        time: '2026-02-02T02:40:00.123456Z',
        observed_time: '2026-02-02T02:40:00.223456Z',
        severity_number: 13,
        severity_text: 'warning',
        event_name: 'order.placed',
        body: expect.objectContaining({ items: ['a', { size: 1.5 }] }),
        attributes: expect.objectContaining({ user: 'u1', yes: true }),
        resource: { attributes: { 'service.name': 'shop', 'service.version': '1.2' } },
        scope: { name: 'orders', version: '3', attributes: {} },
        service_name: 'shop',
        trace_id: traceIdOf(1),
        span_id: spanIdOf(2),
      },
    ]);
    const text = String((await send(whole)).body);
    expect(text).toContain('"amount":9007199254740993');
    expect(text).toContain('"large":1770921433316465123');

    // The same in JSON is the same record, under the same id.
    await storeSignal(collector.url, 'whole-json', 'logs', logRequest(request));
    const json = await read(LogPage, `${projectUrl(collector.url, 'whole-json')}/logs`);
    expect(json.data).toEqual(data);
  });

  test('what a record does not say is null', async () => {
    await keep('bare', {});
    const [bare] = (await read(LogPage, `${projectUrl(collector.url, 'bare')}/logs`)).data;
    expect(bare).toMatchObject({
      observed_time: null,
      severity_number: null,
      severity_text: null,
      event_name: null,
      body: null,
      attributes: {},
      trace_id: null,
      span_id: null,
    });
  });

  test('the time is when it was observed where the record does not say when it happened', async () => {
    await keep('times', { time: 0n, observed: seconds(5), body: 'observed' }, { body: 'before' });
    expect(await list('times')).toEqual(['observed', 'before']);
    const [first] = (await read(LogPage, `${projectUrl(collector.url, 'times')}/logs`)).data;
    expect(first).toMatchObject({ time: '2026-02-02T02:40:05.000000Z', observed_time: first!.time });
  });

  test('a record without any time is as of its arrival, and stored once though it comes again', async () => {
    for (let i = 0; i < 2; i++) await keep('undated', { time: 0n, body: 'when?' });
    const { data } = await read(LogPage, `${projectUrl(collector.url, 'undated')}/logs`);
    expect(data).toHaveLength(1);
    expect(Date.parse(data[0]!.time)).toBeGreaterThan(Date.parse('2026-02-03'));
  });

  test('an event may be named by its attribute, as before the field was there', async () => {
    await keep('named', { attributes: { 'event.name': 'old.way' } });
    const { data } = await read(LogPage, `${projectUrl(collector.url, 'named')}/logs`);
    expect(data).toMatchObject([{ event_name: 'old.way' }]);
  });

  test('ids that are none belong to no trace', async () => {
    await keep(
      'ids',
      { body: 'zero', traceId: traceIdOf(0), spanId: spanIdOf(1) },
      { body: 'short', traceId: 'abcd' },
    );
    const { data } = await read(LogPage, `${projectUrl(collector.url, 'ids')}/logs`);
    for (const log of data) expect(log).toMatchObject({ trace_id: null, span_id: null });
  });

  describe('filters', () => {
    beforeAll(async () => {
      const at = { traceId: traceIdOf(0xabc), spanId: spanIdOf(1) };
      await keep(
        'logs',
        { body: 'started', time: seconds(1), severity: 5, attributes: { 'tool.name': 'Bash', exit: 3 } },
        { body: 'Frühstück 100%', time: seconds(2), severity: 9, ...at },
        { body: 'refused', time: seconds(3), severity: 17, traceId: at.traceId, spanId: spanIdOf(2) },
      );
      const logs = [
        { body: { note: 'From Another' }, time: seconds(4), eventName: 'Order.Placed', severity: 13 },
      ];
      await storeSignal(
        collector.url,
        'logs',
        'logs',
        logBytes({ resource: { 'service.name': 'other' }, logs }),
      );
    });
    const ANOTHER = { note: 'From Another' };

    test.for<[query: string, bodies: unknown[]]>([
      ['', [ANOTHER, 'refused', 'Frühstück 100%', 'started']],
      [`?trace_id=${traceIdOf(0xabc)}`, ['refused', 'Frühstück 100%']],
      [`?trace_id=${traceIdOf(0xabc).toUpperCase()}&span_id=${spanIdOf(2).toUpperCase()}`, ['refused']],
      [`?span_id=${spanIdOf(1)}`, ['Frühstück 100%']],
      ['?trace_id=nonsense', []],
      ['?service=other', [ANOTHER]],
      ['?service=none', []],
      ['?min_severity=10', [ANOTHER, 'refused']],
      ['?min_severity=warn', [ANOTHER, 'refused']],
      ['?min_severity=ERROR', ['refused']],
      ['?min_severity=24', []],
      ['?search=refuse', ['refused']],
      [`?search=${encodeURIComponent('FRÜH')}`, ['Frühstück 100%']],
      ['?search=%25', ['Frühstück 100%']],
      ['?search=_', []],
      ['?search=order.placed', [ANOTHER]],
      ['?search=from%20another', [ANOTHER]],
      ['?search=tool.name%3Dbash', ['started']],
      ['?search=exit%3D3', ['started']],
      ['?search=%00', []],
      ['?from_timestamp=2026-02-02T02:40:03Z', [ANOTHER, 'refused']],
      ['?to_timestamp=2026-02-02T02:40:02Z', ['Frühstück 100%', 'started']],
      ['?from_timestamp=2026-02-02T02:40:02Z&to_timestamp=2026-02-02T02:40:02Z', ['Frühstück 100%']],
      ['?limit=2&page=2', ['Frühstück 100%', 'started']],
    ])('%s', async ([query, bodies]) => {
      expect(await list('logs', query)).toEqual(bodies);
    });

    test('the total counts what the filters leave', async () => {
      const { meta } = await read(LogPage, `${url}/logs?min_severity=9&limit=2`);
      expect(meta).toEqual({ page: 1, limit: 2, total_items: 3, total_pages: 2 });
    });

    test.for([
      'min_severity=loud',
      'min_severity=0',
      'min_severity=25',
      'from_timestamp=now',
      'limit=0',
      'limit=1001',
      'page=0',
    ])('%s is 400', async (query) => {
      expect(await readError(`${url}/logs?${query}`)).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
    });
  });

  test('pages show every record once, those of one moment too', async () => {
    const logs = Array.from({ length: 25 }, (_, i) => ({ body: i, time: seconds(i % 3) }));
    await keep('pages', ...logs);
    const seen: LogRecord[] = [];
    for (let page = 1; page <= 4; page++)
      seen.push(
        ...(await read(LogPage, `${projectUrl(collector.url, 'pages')}/logs?limit=7&page=${page}`)).data,
      );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(25);
    expect(seen.map(({ time }) => time)).toEqual(
      seen
        .map(({ time }) => time)
        .sort()
        .reverse(),
    );
    // Of one moment the last one stands first, as with all others.
    expect(seen.slice(0, 3).map(({ body }) => body)).toEqual([23, 20, 17]);
  });

  test('of a project without data are none', async () => {
    const none = await read(LogPage, `${projectUrl(collector.url, 'nobody')}/logs`);
    expect(none).toEqual({ data: [], meta: { page: 1, limit: 100, total_items: 0, total_pages: 0 } });
  });

  test('do not show those of another project', async () => {
    await keep('mine', { body: 'mine' });
    await keep('yours', { body: 'yours' });
    expect(await list('mine')).toEqual(['mine']);
  });
});

describe('a request that comes again', () => {
  const logs = [{ body: 'once' }, { body: 'twice' }, { body: 'twice' }];

  test('adds nothing; what stands in it twice is two records', async () => {
    for (let i = 0; i < 3; i++) await keep('again', ...logs);
    await keep('again', { body: 'twice' });
    await storeSignal(collector.url, 'again', 'logs', logRequest({ logs }));
    expect(await list('again')).toEqual(['twice', 'twice', 'once']);
    const { data } = await read(ProjectList, `${collector.url}/api/v1/projects`);
    const sizes = data.filter(({ project_id }) => project_id === 'again');
    expect(sizes).toMatchObject([{ span_count: 0, trace_count: 0, first_seen: null }]);
    expect(sizes[0]!.size_bytes).toBeGreaterThan(0);
  });

  test('from another service is another record', async () => {
    await keep('services', { body: 'same' });
    const resource = { 'service.name': 'other' };
    await storeSignal(collector.url, 'services', 'logs', logBytes({ resource, logs: [{ body: 'same' }] }));
    expect(await list('services')).toEqual(['same', 'same']);
  });
});

test("a span's detail has its log records in the order in which they were written", async () => {
  const at = { traceId: traceIdOf(5), spanId: spanIdOf(1) };
  await keep(
    'detail',
    { ...at, body: 'second', time: seconds(2) },
    { ...at, body: 'third', time: seconds(2) },
  );
  await keep(
    'detail',
    { ...at, body: 'first', time: seconds(1) },
    { traceId: at.traceId, body: 'of the trace' },
  );
  await keep('detail', { ...at, spanId: spanIdOf(2), body: 'of another span' });
  await store(collector.url, 'detail', { spans: [at] });
  const path = `${projectUrl(collector.url, 'detail')}/traces/${at.traceId}/spans/${at.spanId}`;
  const { logs } = await read(SpanDetail, path);
  expect(logs.map(({ body }) => body)).toEqual(['first', 'second', 'third']);
  expect(logs[0]).toMatchObject({ trace_id: at.traceId, span_id: at.spanId, service_name: 'test' });
});
