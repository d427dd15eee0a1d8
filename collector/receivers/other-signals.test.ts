import { describe, expect, test } from 'vitest';
import { LogPage } from '../contract/logs.ts';
import { MetricPage } from '../contract/metrics.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { EXPORT_REQUESTS } from '../decode/count.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { JSON_TYPE, PROTOBUF, partialOf, partialOfJson, rpcStatusOf } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const log = { timeUnixNano: '1770000000000000000', severityNumber: 9, body: { stringValue: 'hello' } };
const point = { timeUnixNano: '1770000000000000000', asInt: '3' };
const REQUESTS = {
  logs: {
    resourceLogs: [
      { scopeLogs: [{ logRecords: [log, { ...log, severityNumber: 17 }] }, { logRecords: [log, log] }] },
    ],
  },
  metrics: {
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'a',
                gauge: { dataPoints: [point, { ...point, timeUnixNano: '1770000001000000000' }] },
              },
              { name: 'b', sum: { dataPoints: [point], aggregationTemporality: 2, isMonotonic: true } },
            ],
          },
        ],
      },
    ],
  },
} as const;

const STORED = { logs: 4, metrics: 3 } as const;

describe.for(['logs', 'metrics'] as const)('%s', (signal) => {
  const json = JSON.stringify(REQUESTS[signal]);
  const bytes = jsonToWire(EXPORT_REQUESTS[signal], json);
  const post = (base: string, headers: Record<string, string>, body: Buffer | string): Promise<Answer> =>
    send(`${base}/v1/${signal}`, { headers, body });
  const countOf = async (project: string): Promise<number> => {
    const url = `${projectUrl(collector.url, project)}/${signal}`;
    if (signal === 'logs') return (await read(LogPage, url)).meta.total_items;
    return (await read(MetricPage, url)).data.reduce((sum, { point_count }) => sum + point_count, 0);
  };

  test.for<[path: string, base: () => string]>([
    ['/v1', () => collector.url],
    ['/otel/v1', () => `${collector.url}/otel`],
    ['/v1 of the standard port', () => collector.otlpUrl],
  ])('are stored from %s, in the project of the header', async ([name, base]) => {
    const project = name.replaceAll(/\W/g, '-').replace(/^-/, signal);
    for (const [type, body] of [
      [PROTOBUF, bytes],
      [JSON_TYPE, json],
    ] as const) {
      const answer = await post(base(), { ...type, 'x-project-id': project }, body);
      expect([answer.status, String(answer.body)]).toEqual([200, type === PROTOBUF ? '' : '{}']);
      expect(await countOf(project)).toBe(STORED[signal]);
    }
  });

  test('are stored from a path that names a project', async () => {
    await post(`${collector.url}/otel/shop`, PROTOBUF, bytes);
    expect(await countOf('shop')).toBe(STORED[signal]);
  });

  test('are stored from gRPC', async () => {
    for (const gzip of [false, true]) {
      const projectId = `grpc-${gzip}`;
      const answer = await callGrpc(collector.grpcAddress, bytes, { signal, gzip, projectId });
      expect([answer.code, answer.body.length]).toEqual(['OK', 0]);
      expect(await countOf(projectId)).toBe(STORED[signal]);
    }
  });

  test('an empty request gets an empty answer and makes no project', async () => {
    const protobuf = await post(`${collector.url}/otel/empty-${signal}`, PROTOBUF, Buffer.alloc(0));
    expect([protobuf.status, protobuf.body.length]).toEqual([200, 0]);
    const answer = await post(collector.otlpUrl, JSON_TYPE, '{}');
    expect([answer.status, answer.body.toString()]).toEqual([200, '{}']);
    const grpc = await callGrpc(collector.grpcAddress, Buffer.alloc(0), { signal });
    expect([grpc.code, grpc.body.length]).toEqual(['OK', 0]);
    const projects = await send(`${collector.url}/api/v1/projects`);
    expect(projects.body.toString()).not.toContain(`empty-${signal}`);
  });

  test('a request that can not be decoded is refused as one of traces is', async () => {
    const protobuf = await post(collector.url, PROTOBUF, Buffer.from([0x0a, 0xff]));
    expect(protobuf.status).toBe(400);
    expect(rpcStatusOf(protobuf.body).code).toBe(3);
    const answer = await post(collector.url, JSON_TYPE, '[]');
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_OTLP' });
    const grpc = await callGrpc(collector.grpcAddress, Buffer.from([0x0a, 0xff]), { signal });
    expect(grpc.code).toBe('INVALID_ARGUMENT');
  });
});

test('data points that the protocol calls invalid are counted in every encoding, the others are stored', async () => {
  const metrics = [{ name: 'm', gauge: { dataPoints: [point, { asInt: '1' }] } }];
  const json = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
  const bytes = jsonToWire(EXPORT_REQUESTS.metrics, json);
  const rejected = { rejected: 1, message: 'data point of m without a time' };
  const url = `${collector.url}/v1/metrics`;
  expect(partialOf((await send(url, { headers: PROTOBUF, body: bytes })).body)).toEqual(rejected);
  expect(partialOfJson(await send(url, { headers: JSON_TYPE, body: json }), 'metrics')).toEqual(rejected);
  const grpc = await callGrpc(collector.grpcAddress, bytes, { signal: 'metrics' });
  expect(partialOf(grpc.body)).toEqual(rejected);
});
