import { expect, test } from 'vitest';
import { EXPORT_REQUESTS, type Signal } from './count.ts';
import { unknownKeyIn } from './unknown-key.ts';

const find = (signal: Signal, body: unknown): string | null => {
  const found = unknownKeyIn(EXPORT_REQUESTS[signal], JSON.stringify(body));
  return found && `${found.message.name} ${found.key}`;
};

test('a key that the protocol does not have is found, the highest of its branch first', () => {
  expect(find('traces', { spans: [] })).toBe('ExportTraceServiceRequest spans');
  expect(find('traces', { resourceSpans: [{}, { resource: { x: 1 }, spans: [] }] })).toBe(
    'resourceSpans spans',
  );
  expect(find('logs', { resourceLogs: [{ scopeLogs: [{ logs: [] }] }] })).toBe('scopeLogs logs');
  const metrics = [{ name: 'm', gauge: { points: [] } }];
  expect(find('metrics', { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })).toBe('Gauge points');
});

test('nothing is found where all keys are known, whatever is null or empty', () => {
  for (const body of [
    {},
    { resourceSpans: null },
    { resource_spans: [] },
    { resourceSpans: [{ resource: null }] },
  ])
    expect(find('traces', body)).toBeNull();
  const attributes = [{ key: 'a', value: { kvlistValue: { values: [{ key: 'b', value: {} }] } } }];
  expect(find('traces', { resourceSpans: [{ resource: { attributes }, scopeSpans: [] }] })).toBeNull();
});
