import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../auth/tokens.ts';
import { projectUrl } from '../testing/api-client.ts';
import { remove, removeSessions } from '../testing/deleting.ts';
import { openStream } from '../testing/event-stream.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, traceRequest, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, postJson, store } from '../testing/otlp-client.ts';
import { RICH, RICH_ATTRIBUTES, RICH_METRICS, storeRichData } from '../testing/rich-data.ts';
import { ServedDocument } from '../testing/served-document.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let folder: string;
let collector: RunningCollector;
let served: ServedDocument;
const taken = net.createServer();

/** Everything that an answer can tell is set: a receiver that does not listen, bounds, prices, a file of settings. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-documented-'));
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  collector = await startCollector({
    options: {
      origin: { sources: new Map(), file: path.join(folder, 'config.json') },
      commandLine: ['tracedeck'],
    },
    configure: (config) => {
      config.otel.http.port = (taken.address() as AddressInfo).port;
      config.server.cors_origins = ['https://traces.example'];
      config.redaction.rules = [
        { name: 'all', enabled: true, keys: ['password'], pattern: 'never there', replacement: '-' },
      ];
      config.otel.attributes.span_attributes = [...RICH_ATTRIBUTES];
      config.otel.attributes.trace_attributes = ['service.version'];
      config.otel.retention = { days: 100_000, max_spans: 1e9, max_bytes: 1e12, check_interval_secs: 300 };
      config.desktop.notifications = { ...config.desktop.notifications, cost_dollars: 1, duration_secs: 60 };
      config.pricing.overrides = { mine: { input: 1, output: 2, cache_read: 0.5, cache_write: 3 } };
    },
  });
  createToken(collector.dataDir, { name: 'mine', ttlMs: 1000 });
  createToken(collector.dataDir, { name: null, ttlMs: null });
  await storeRichData(collector.url);
  served = await ServedDocument.of(collector.url);
});
afterAll(async () => {
  await collector.stop();
  taken.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What else is asked of an operation beside its plain path. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  getTrace: ['?include_raw_span=true', '?fields=tree'],
  listTraceSpans: ['?include_raw_span=true'],
  listSpans: ['?include_raw_span=true'],
  getSpan: ['?include_raw_span=true'],
  getStats: ['?group_by=model', '?group_by=tool&interval=day'],
  listUnscopedTraces: ['?limit=1'],
  listUnscopedSpans: ['?limit=1'],
  listUnscopedSessions: ['?limit=1'],
  listUnscopedSessionTraces: ['?limit=1'],
};

/** Paths with the ids of the rich data; a metric's is one a kind. */
function* addressesOf(template: string): Generator<string> {
  for (const name of template.endsWith('/metrics/{name}') ? RICH_METRICS : [RICH.name])
    yield template.replaceAll(/\{(\w+)\}/g, (_braces, key: keyof typeof RICH) =>
      encodeURIComponent({ ...RICH, name }[key]),
    );
}

const span = (n: number): RequestSpec => ({
  spans: [
    {
      traceId: traceIdOf(0x5000 + n),
      spanId: spanIdOf(0x5000 + n),
      attributes: { 'session.id': 'streamed', 'user.id': 'ada' },
    },
  ],
});

describe('answers have the documented fields, all of them and no other', () => {
  test('GET', async () => {
    const readable = served
      .operations()
      .filter(
        ({ method, operation }) =>
          method === 'GET' && operation.responses['200']?.content?.['application/json'],
      );
    expect(readable.length).toBeGreaterThan(25);
    for (const { path: template, operation } of readable) {
      // The document itself is held by a validator.
      if (operation.operationId === 'getOpenApi') continue;
      for (const address of addressesOf(template))
        for (const query of ['', ...(QUERIES[operation.operationId] ?? [])]) {
          const answer = await send(collector.url + address + query);
          expect(answer.status, `${address}${query}: ${String(answer.body)}`).toBe(200);
          served.check(operation, answer);
        }
    }
  });

  test('PATCH {settings}, and POST of each signal in JSON', async () => {
    const { paths } = served.document;
    const settings = { body: '{"stream":{"keepalive_secs":20}}', method: 'PATCH', headers: JSON_TYPE };
    served.check(
      paths['/api/v1/settings']!['patch']!,
      await send(`${collector.url}/api/v1/settings`, settings),
    );
    const wrong = '{"traceId":"00","spanId":"00"}';
    const rejected: Readonly<Record<string, string>> = {
      traces: `{"resourceSpans":[{"scopeSpans":[{"spans":[${wrong}]}]}]}`,
      metrics:
        '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"gauge":{"dataPoints":[{"asInt":"1"}]}}]}]}]}',
      logs: '{}',
    };
    for (const [signal, body] of Object.entries(rejected)) {
      const operation = paths[`/v1/${signal}`]!['post']!;
      served.check(operation, await send(`${collector.url}/v1/${signal}`, { body, headers: JSON_TYPE }));
    }
    expect((await postJson(collector.url, { spans: [] })).status).toBe(200);
  });

  test('POST of tokens', async () => {
    const operation = served.document.paths['/api/v1/tokens']!['post']!;
    for (const body of ['{"name":"mine"}', '{"ttl_secs":null}']) {
      const options = { method: 'POST', headers: JSON_TYPE, body };
      const answer = await send(`${collector.url}/api/v1/tokens`, options);
      expect(answer.status).toBe(201);
      served.check(operation, answer);
    }
  });

  test('POST of a pause, of its end, and of a file', async () => {
    const post = async (template: string, body?: string): Promise<void> => {
      const url = collector.url + template.replace('{project_id}', 'imported');
      served.check(served.document.paths[template]!['post']!, await send(url, { method: 'POST', body }));
      expect(template).toMatch(/^\/api/);
    };
    await post('/api/v1/ingest/pause');
    await post('/api/v1/ingest/resume');
    const line = JSON.stringify(traceRequest(span(9)));
    await post('/api/v1/project/{project_id}/otel/import', `${line}\nnothing\n`);
  });

  test('{P}/sse', async () => {
    const template = '/api/v1/project/{project_id}/otel/sse';
    const { operation } = served.operations().find((one) => one.path === template)!;
    const schema = served.schemaOf(operation, 200, 'text/event-stream');
    const stream = await openStream(collector.url + template.replace('{project_id}', 'streams'));
    await store(collector.url, 'streams', span(1), span(2));
    await remove(`${projectUrl(collector.url, 'streams')}/traces/${traceIdOf(0x5001)}`);
    await removeSessions(collector.url, { session_ids: ['streamed'] }, 'streams');
    await store(collector.url, 'streams', span(3));
    await remove(`${collector.url}/api/v1/projects/streams`);
    const events = await stream.until((all) => all.some(({ event }) => event === 'resync'));
    stream.close();
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['span', 'deleted', 'resync']));
    for (const { event, id, data } of events)
      served.checkValue(operation.operationId, schema, { event, id, data: JSON.parse(data) });
  });

  test('/api/v1/traces/sse', async () => {
    const { operation } = served.operations().find((one) => one.path === '/api/v1/traces/sse')!;
    const schema = served.schemaOf(operation, 200, 'text/event-stream');
    const stream = await openStream(`${collector.url}/api/v1/traces/sse`);
    await store(collector.url, 'default', span(1), span(1));
    await stream.until((all) => all.some(({ data }) => data.includes('TraceCompleted')));
    await remove(`${collector.url}/api/v1/projects/default`);
    const events = await stream.until((all) => all.some(({ event }) => event === 'resync'));
    stream.close();
    expect(events.length).toBeGreaterThan(3);
    for (const { event, data } of events)
      served.checkValue(operation.operationId, schema, {
        ...(event === undefined ? {} : { event }),
        data: JSON.parse(data),
      });
  });

  test('there was a value for every field and every alternative', () => {
    // A fault and a change of health want a storage that fails (disk-full.test.ts). Of logs nothing is rejected.
    expect(served.unseen().toSorted()).toEqual([
      'exportLogs 200.partialSuccess',
      'getHealth 200.storage.fault',
      'getHealth 200.storage.message',
      'streamTraces|0.data.event|3',
    ]);
  });
});
