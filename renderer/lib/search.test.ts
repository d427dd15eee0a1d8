import { describe, expect, test } from 'vitest';
import { activeTraceFilters, nextOrder, readTraceListSearch, readTraceSearch } from './search.ts';

test('an address gives the filters that it names, and nothing else', () => {
  const search = readTraceListSearch({
    session_id: 's',
    has_error: 'true',
    include_nongenai: 'no',
    junk: 'x',
    tag: '',
  });
  expect(search).toEqual({ session_id: 's', has_error: true });
  expect(activeTraceFilters(search)).toEqual([{ key: 'session_id', value: 's' }]);
});

test('an unknown tab is no tab', () => {
  expect(readTraceSearch({ span: 'abc', tab: 'nonsense', plain: 'true' })).toEqual({
    span: 'abc',
    plain: true,
  });
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
  test('of the default column turns it round first', () => {
    expect(nextOrder(undefined, 'start_time', 'start_time')).toBe('start_time:asc');
    expect(nextOrder('start_time:asc', 'start_time', 'start_time')).toBeUndefined();
    expect(nextOrder('total_cost:desc', 'start_time', 'start_time')).toBeUndefined();
  });
});
