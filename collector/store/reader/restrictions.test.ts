import { expect, test } from 'vitest';
import { spanRestrictions, traceRestrictions } from './restrictions.ts';

const ORDER = { field: 'start_time', direction: 'desc' } as const;
const PAGE = { page: 1, limit: 10, order: ORDER };

test('only what the lists ask of rows restricts them', () => {
  expect(spanRestrictions({ ...PAGE, include_raw_span: true, user_id: 'u', from: undefined })).toEqual([
    { key: 'user_id', texts: ['u'] },
  ]);
  expect(traceRestrictions({ ...PAGE, include_nongenai: false, environment: ['a', 'b'], to: 5n })).toEqual([
    { key: 'to', texts: null },
    { key: 'environment', texts: ['a', 'b'] },
  ]);
});

test('a name that a list does not ask its rows for restricts nothing, so that no total is taken from it', () => {
  const unknown = { service_name: 'shop', trace_name: 'x', toString: 'x' };
  const ofTraces = { tool: 'x', min_duration_ms: 1 };
  expect(spanRestrictions({ ...PAGE, include_raw_span: false, ...unknown, ...ofTraces })).toEqual([]);
  expect(traceRestrictions({ ...PAGE, include_nongenai: true, ...unknown })).toEqual([]);
});
