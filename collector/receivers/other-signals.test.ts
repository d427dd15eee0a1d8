import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { EXPORT_REQUESTS } from '../decode/count.ts';
import { errorOf } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { JSON_TYPE, PROTOBUF, partialOf, partialOfJson, rpcStatusOf } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
beforeAll(async () => void (collector = await startCollector()));
afterAll(() => collector.stop());

const log = { timeUnixNano: '1770000000000000000', severityNumber: 9, body: { stringValue: 'hello' } };
const point = { timeUnixNano: '1770000000000000000', asInt: '3' };
const REQUESTS = {
  logs: {
    resourceLogs: [{ scopeLogs: [{ logRecords: [log, log] }, { logRecords: [log] }] }],
  },
  metrics: {
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              { name: 'a', gauge: { dataPoints: [point, point] } },
              { name: 'b', sum: { dataPoints: [point], aggregationTemporality: 2, isMonotonic: true } },
            ],
          },
        ],
      },
    ],
  },
} as const;

/** Nothing is acknowledged and dropped: what can't be kept yet is rejected, with the reason. */
const rejected = { rejected: 3, message: expect.stringMatching(/traces only/) as string };

describe.for(['logs', 'metrics'] as const)('%s', (signal) => {
  const json = JSON.stringify(REQUESTS[signal]);
  const bytes = jsonToWire(EXPORT_REQUESTS[signal], json);
  const post = (base: string, headers: Record<string, string>, body: Buffer | string): Promise<Answer> =>
    send(`${base}/v1/${signal}`, { headers, body });
  const bases = (): string[] => [
    collector.url,
    `${collector.url}/otel`,
    `${collector.url}/otel/shop`,
    collector.otlpUrl,
  ];

  test('what a protobuf request carries is rejected on every path', async () => {
    for (const base of bases()) {
      const answer = await post(base, PROTOBUF, bytes);
      expect(answer.status).toBe(200);
      expect(partialOf(answer.body)).toEqual(rejected);
    }
  });

  test('what a JSON request carries is rejected on every path', async () => {
    for (const base of bases()) {
      const answer = await post(base, JSON_TYPE, json);
      expect(answer.status).toBe(200);
      expect(partialOfJson(answer, signal)).toEqual(rejected);
    }
  });

  test('what a gRPC request carries is rejected', async () => {
    for (const gzip of [false, true]) {
      const answer = await callGrpc(collector.grpcAddress, bytes, { signal, gzip });
      expect(answer.code).toBe('OK');
      expect(partialOf(answer.body)).toEqual(rejected);
    }
  });

  test('an empty request gets an empty answer', async () => {
    const protobuf = await post(collector.url, PROTOBUF, Buffer.alloc(0));
    expect([protobuf.status, protobuf.body.length]).toEqual([200, 0]);
    const answer = await post(collector.otlpUrl, JSON_TYPE, '{}');
    expect([answer.status, answer.body.toString()]).toEqual([200, '{}']);
    const grpc = await callGrpc(collector.grpcAddress, Buffer.alloc(0), { signal });
    expect([grpc.code, grpc.body.length]).toEqual(['OK', 0]);
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

  test('makes no project', async () => {
    await post(`${collector.url}/otel/only-${signal}`, PROTOBUF, bytes);
    const projects = await send(`${collector.url}/api/v1/projects`);
    expect(projects.body.toString()).not.toContain(`only-${signal}`);
  });
});
