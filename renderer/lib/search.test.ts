import { describe, expect, test } from 'vitest';
import {
  listRequest,
  LOG_FILTERS,
  type LogListSearch,
  nextOrder,
  readCompareSearch,
  readDashboardSearch,
  readLiveSearch,
  readLogListSearch,
  readOrder,
  readSessionListSearch,
  readSpanListSearch,
  readTraceListSearch,
  readTraceSearch,
  withoutNarrowing,
} from './search.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test('an address gives what it names, plain parameters as the filters they are, and nothing else', () => {
  const search = readTraceListSearch({
    session_id: 's',
    tag: 'x',
    filters: '[{"key":"total_tokens","op":"gt","value":5}]',
    has_error: 'true',
    include_nongenai: 'no',
    junk: 'x',
    model: '',
  });
  expect(search).toEqual({
    filters: JSON.stringify([
      { key: 'session_id', op: 'eq', value: 's' },
      { key: 'tags', op: 'eq', value: 'x' },
      { key: 'total_tokens', op: 'gt', value: 5 },
    ]),
    has_error: true,
  });
});

test('a plain parameter is one filter, however often an address that still has it is read', () => {
  for (const read of [
    readTraceListSearch,
    readSessionListSearch,
    readSpanListSearch,
    readLiveSearch,
    readDashboardSearch,
  ]) {
    const raw = { model: 'gpt-4o', tag: 'a' };
    const once = read(raw);
    expect(JSON.parse(once.filters ?? '')).toHaveLength(2);
    expect(read({ ...raw, ...once })).toStrictEqual(once);
  }
});

test('a request asks what the address says, the open row aside', () => {
  const request = listRequest(
    { range: '1h', search: 'kyoto', order_by: 'total_cost:desc', open: 'abc', has_error: true },
    NOW,
  );
  expect(request).toEqual({
    from_timestamp: '2026-11-21T11:00:00.000Z',
    filters: '[{"key":"has_error","op":"eq","value":true}]',
    search: 'kyoto',
    order_by: 'total_cost:desc',
  });
});

test('what narrows a list comes off by kind; order and choice of traces stay', () => {
  const search = { range: '1h', filters: '[]', order_by: 'x:asc', include_nongenai: true } as const;
  const ofEach = Object.fromEntries(LOG_FILTERS.map((name) => [name, 'x']));
  const logs: LogListSearch = { ...ofEach, search: 'kyoto', open: 'one' };
  const left = Object.entries(withoutNarrowing(logs, { filters: true }));
  expect(left.filter(([, value]) => value !== undefined)).toEqual([]);
  expect(withoutNarrowing(search, { filters: true })).toMatchObject({ range: '1h', order_by: 'x:asc' });
  expect(withoutNarrowing(search, { filters: true }).filters).toBeUndefined();
  expect(withoutNarrowing(search, { range: true })).toMatchObject({ filters: '[]', include_nongenai: true });
  expect(withoutNarrowing(search, { range: true }).range).toBeUndefined();
});

test('log records have filters of their own', () => {
  expect(readLogListSearch({ min_severity: 'WARN', model: 'x', service: 's' })).toEqual({
    min_severity: 'WARN',
    service: 's',
  });
});

test('an unknown tab is no tab', () => {
  expect(readTraceSearch({ span: 'abc', tab: 'nonsense', plain: 'true' })).toEqual({
    span: 'abc',
    plain: true,
  });
  // As the tab itself is called.
  expect(readTraceSearch({ tab: 'overview' })).toEqual({ tab: 'span' });
  expect(readTraceSearch({ tab: 'raw', view: 'graph' })).toEqual({ tab: 'raw', view: 'graph' });
  expect(readTraceSearch({ view: 'pie', path: 'true', zoom: '1-2' })).toEqual({ path: true, zoom: '1-2' });
});

describe('pressing a head', () => {
  test('goes down, up, and back to the default', () => {
    const steps = ['total_cost:desc', 'total_cost:asc', undefined];
    let order: string | undefined;
    for (const step of steps) {
      order = nextOrder(order, 'total_cost', 'start_time');
      expect(order).toBe(step);
    }
  });
  test('is descending where an address says no direction', () => {
    expect(readOrder('total_cost')).toEqual({ field: 'total_cost', isDescending: true });
    expect(readOrder('total_cost:asc')).toEqual({ field: 'total_cost', isDescending: false });
  });
  test('of the default column turns it round first', () => {
    expect(nextOrder(undefined, 'start_time', 'start_time')).toBe('start_time:asc');
    expect(nextOrder('start_time:asc', 'start_time', 'start_time')).toBeUndefined();
    expect(nextOrder('total_cost:desc', 'start_time', 'start_time')).toBeUndefined();
  });
});

test('the dashboard takes the parameters of the list of traces except its search, and what to break figures down by', () => {
  const search = { range: '1h', model: 'gpt-4o', by: 'tool', order_by: 'p50:asc', search: 'kyoto' };
  expect(readDashboardSearch(search)).toEqual({
    range: '1h',
    filters: JSON.stringify([{ key: 'model', op: 'eq', value: 'gpt-4o' }]),
    by: 'tool',
    order_by: 'p50:asc',
  });
  expect(readDashboardSearch({ by: 'colour' })).toEqual({});
});

test('a comparison is two traces and what to show of them', () => {
  const search = { a: 'one', b: 'two', show: 'spans', all: 'true' };
  expect(readCompareSearch({ ...search, tab: 'raw' })).toEqual({
    a: 'one',
    b: 'two',
    show: 'spans',
    all: true,
  });
  expect(readCompareSearch({ a: '', show: 'nothing' })).toEqual({});
});
