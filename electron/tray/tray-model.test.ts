import { expect, test } from 'vitest';
import type { Health } from '../../collector/contract/health.ts';
import { endpointOf, trayModel, type TrayModel } from './tray-model.ts';

const listening = (address: string): Health['receivers']['http'] => ({
  enabled: true,
  status: 'listening',
  address,
  message: null,
});
const well: Health = {
  status: 'ok',
  version: '1.0.0',
  otel: { enabled: true, status: 'receiving', metrics: { total_traces: 0, total_spans: 0 } },
  receivers: {
    http: listening('http://127.0.0.1:5388'),
    standard_http: listening('http://127.0.0.1:4318'),
    grpc: listening('127.0.0.1:4317'),
  },
  storage: {
    path: '/data',
    size_bytes: 0,
    spans: 0,
    free_bytes: 1e9,
    fault: null,
    message: null,
    is_writable: true,
  },
  queue: { spans: 0, bytes: 0 },
  ingest: { spans_per_second: 0 },
  receiving: { paused: false, refused: 0 },
  search: { behind_spans: 0 },
  reindex: { version: 1, due_spans: 0 },
};
const model = (health: Health | null, more = {}): TrayModel =>
  trayModel({ health, isAttached: false, startAtLogin: false, ...more });
const labels = ({ items }: TrayModel): string[] =>
  items.map((item) => (item.type === 'separator' ? '-' : item.label));

test('it says what is received where, and offers all there is', () => {
  const tray = model({ ...well, ingest: { spans_per_second: 1234.5 } });
  expect(tray).toMatchObject({ tone: 'ok', tooltip: 'Tracedeck\nReceiving, 1235 spans/s' });
  expect(labels(tray)).toEqual([
    'Receiving',
    'HTTP 5388',
    'OTLP/HTTP 4318',
    'OTLP/gRPC 4317',
    '-',
    'Open Tracedeck',
    'Pause Receiving',
    'Copy OTLP Endpoint',
    '-',
    'Start at Login',
    'Quit Tracedeck',
  ]);
});

test('what goes up and down is in no menu', () => {
  const some = model({ ...well, ingest: { spans_per_second: 2 } });
  expect([model(well).tooltip, some.tooltip]).toEqual([
    'Tracedeck\nReceiving, waiting for spans',
    'Tracedeck\nReceiving, 2.0 spans/s',
  ]);
  expect(some.items).toEqual(model(well).items);
  const paused = (refused: number) => model({ ...well, receiving: { paused: true, refused } }).items;
  expect(paused(5)).toEqual(paused(0));
});

test('a pause is ticked and counted', () => {
  const tray = model({ ...well, receiving: { paused: true, refused: 2 } });
  expect(tray).toMatchObject({
    tone: 'paused',
    tooltip: 'Tracedeck\nReceiving is paused, 2 exports refused',
  });
  expect(tray.items).toContainEqual({
    type: 'action',
    label: 'Pause Receiving',
    action: 'toggle-pause',
    checked: true,
  });
});

test('a receiver that does not listen, a database that fails and a collector that is gone are problems', () => {
  const failed = { enabled: true, status: 'failed', address: null, message: 'taken' } as const;
  const off = { enabled: false, status: 'off', address: null, message: null } as const;
  const deaf = model({
    ...well,
    status: 'degraded',
    receivers: { ...well.receivers, grpc: failed, standard_http: off },
  });
  expect(deaf.tone).toBe('problem');
  expect(labels(deaf)).toEqual(expect.arrayContaining(['OTLP/gRPC is not listening', 'OTLP/HTTP off']));
  const full = { ...well, status: 'degraded', otel: { ...well.otel, status: 'failing' } } as const;
  expect(model(full).tooltip).toContain('takes nothing');
  const gone = model(null);
  expect(gone.tone).toBe('problem');
  expect(labels(gone)).toEqual([
    'The collector does not answer',
    '-',
    'Open Tracedeck',
    '-',
    'Start at Login',
    'Quit Tracedeck',
  ]);
});

test('it says whose collector it shows and whether it starts at login', () => {
  const tray = model(well, { isAttached: true, startAtLogin: true });
  expect(labels(tray)).toContain('Collector of another program');
  expect(
    tray.items.find((item) => 'action' in item && item.action === 'toggle-start-at-login'),
  ).toMatchObject({
    checked: true,
  });
});

test('the endpoint is the standard port where it listens, else the main one', () => {
  expect(endpointOf(well)).toBe('http://127.0.0.1:4318');
  const off = { ...well.receivers.grpc, status: 'off', address: null } as const;
  expect(endpointOf({ ...well, receivers: { ...well.receivers, standard_http: off } })).toBe(
    'http://127.0.0.1:5388',
  );
  const everywhere = { ...well.receivers.standard_http, address: 'http://0.0.0.0:4318' };
  expect(endpointOf({ ...well, receivers: { ...well.receivers, standard_http: everywhere } })).toBe(
    'http://127.0.0.1:4318',
  );
  expect(endpointOf(null)).toBeNull();
});
