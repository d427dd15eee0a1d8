import { expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { ProjectList } from '../contract/projects.ts';
import { SpanPage } from '../contract/spans.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { traceIdOf, spanIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';
import { VERSION } from '../lib/version.ts';

const collector = sharedCollector();

const health = (): Promise<Health> => read(Health, `${collector.url}/api/v1/health`);
const projects = (): Promise<ProjectList> => read(ProjectList, `${collector.url}/api/v1/projects`);

test('/api/v1/health: a new collector is ok, listens everywhere and holds nothing', async () => {
  expect(await health()).toMatchObject({
    status: 'ok',
    version: VERSION,
    otel: { enabled: true, metrics: { total_traces: 0, total_spans: 0 } },
    receivers: {
      http: { enabled: true, status: 'listening', address: collector.url, message: null },
      standard_http: { enabled: true, status: 'listening', address: collector.otlpUrl, message: null },
      grpc: { enabled: true, status: 'listening', address: collector.grpcAddress, message: null },
    },
    storage: { path: collector.dataDir, spans: 0 },
    queue: { spans: 0, bytes: 0 },
  });
  expect(await projects()).toEqual({ data: [] });
});

test('health counts what is stored in all projects', async () => {
  await store(collector.url, 'b-shop', ...SAMPLE_REQUESTS, PLAIN_TRACE);
  await store(collector.url, 'A-lab', { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });
  const { meta } = await read(SpanPage, `${projectUrl(collector.url, 'b-shop')}/spans`);
  const { otel, storage } = await health();
  expect(otel.metrics).toEqual({
    total_traces: SAMPLE_REQUESTS.length + 2,
    total_spans: meta.total_items + 1,
  });
  expect(storage.spans).toBe(meta.total_items + 1);
  expect(storage.size_bytes).toBeGreaterThan(0);
});

test('/api/v1/projects are listed by name with what each holds', async () => {
  const { data } = await projects();
  expect(data).toMatchObject([
    { project_id: 'A-lab', trace_count: 1, span_count: 1, session_count: 0 },
    {
      project_id: 'b-shop',
      trace_count: SAMPLE_REQUESTS.length + 1,
      session_count: 5,
      first_seen: '2026-02-13T10:00:00.000000Z',
      last_seen: '2026-02-13T10:00:19.002000Z',
    },
  ]);
  expect(data.every(({ size_bytes }) => size_bytes > 0)).toBe(true);
});

test('a receiver that is switched off is off, which is no fault', async () => {
  const quiet = await startCollector({
    configure: ({ otel }) => (otel.grpc.enabled = otel.http.enabled = false),
  });
  try {
    const off = { enabled: false, status: 'off', address: null, message: null };
    expect(await read(Health, `${quiet.url}/api/v1/health`)).toMatchObject({
      status: 'ok',
      receivers: { http: { status: 'listening' }, standard_http: off, grpc: off },
    });
  } finally {
    await quiet.stop();
  }
});
