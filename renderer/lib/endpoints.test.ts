import { expect, test } from 'vitest';
import type { Health, Receiver } from '../../collector/contract/health.ts';
import { exporterEndpoints, exporterVariables, portOf } from './endpoints.ts';

const on = (address: string): Receiver => ({ enabled: true, status: 'listening', address, message: null });
const off: Receiver = { enabled: true, status: 'failed', address: null, message: 'port 4318 is taken' };

const health = (standard: Receiver, grpc: Receiver): Health => ({
  status: 'ok',
  version: '0',
  otel: { enabled: true, status: 'receiving', metrics: { total_traces: 0, total_spans: 0 } },
  receivers: { http: on('http://127.0.0.1:5388'), standard_http: standard, grpc },
  storage: {
    path: '',
    size_bytes: 0,
    spans: 0,
    free_bytes: null,
    fault: null,
    message: null,
    is_writable: true,
  },
  queue: { spans: 0, bytes: 0 },
  ingest: { spans_per_second: 0 },
  receiving: { paused: false, refused: 0 },
  search: { behind_spans: 0 },
  reindex: { version: 1, due_spans: 0 },
});

test('the default project has the standard port, with whatever number it really has', () => {
  expect(
    exporterEndpoints(health(on('http://127.0.0.1:40001'), on('127.0.0.1:40002')), 'default', null),
  ).toEqual({
    http: 'http://127.0.0.1:40001',
    grpc: 'http://127.0.0.1:40002',
  });
});

test('any other project, and the default one without that port, go through the main server', () => {
  const both = health(on('http://127.0.0.1:4318'), on('127.0.0.1:4317'));
  expect(exporterEndpoints(both, 'shop', null).http).toBe('http://127.0.0.1:5388/otel/shop');
  expect(exporterEndpoints(health(off, off), 'default', null)).toEqual({
    http: 'http://127.0.0.1:5388/otel/default',
    grpc: null,
  });
});

test('over gRPC a project is named in a header', () => {
  expect(exporterVariables('http://h:1', 'grpc', 'shop')).toContain(
    'OTEL_EXPORTER_OTLP_HEADERS=x-project-id=shop',
  );
  expect(exporterVariables('http://h:1', 'grpc', 'default')).toHaveLength(2);
});

test('ports are read from both kinds of address', () => {
  expect([portOf('http://127.0.0.1:4318'), portOf('127.0.0.1:4317'), portOf('http://[::1]:80/')]).toEqual([
    '4318',
    '4317',
    '80',
  ]);
});

test('who listens everywhere is called at its machine, from elsewhere by the name that the page has of it', () => {
  const everywhere = health(on('http://0.0.0.0:4318'), on('[::]:4317'));
  expect(exporterEndpoints(everywhere, 'default', null)).toEqual({
    http: 'http://127.0.0.1:4318',
    grpc: 'http://[::1]:4317',
  });
  expect(exporterEndpoints(everywhere, 'default', 'box.lan')).toEqual({
    http: 'http://box.lan:4318',
    grpc: 'http://box.lan:4317',
  });
});
