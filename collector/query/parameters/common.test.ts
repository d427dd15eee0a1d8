import { describe, expect, test } from 'vitest';
import { TRACE_SORTS } from '../../contract/traces.ts';
import { orderOf } from './common.ts';

describe('order_by', () => {
  test.for<[text: string | undefined, field: string, direction: 'asc' | 'desc']>([
    ['start_time:asc', 'start_time', 'asc'],
    ['total_cost', 'total_cost', 'desc'],
    [undefined, 'start_time', 'desc'],
  ])('%s', ([text, field, direction]) => {
    const query = text === undefined ? {} : { order_by: text };
    expect(orderOf(query, TRACE_SORTS, 'start_time')).toEqual({ field, direction });
  });

  test.for([
    '',
    ':asc',
    'nothing',
    'start_ns',
    'start_time:up',
    'start_time:asc:',
    'start_time:',
    'constructor',
    'start_time; DROP TABLE spans',
  ])('"%s" is none', (text) => {
    expect(() => orderOf({ order_by: text }, TRACE_SORTS, 'start_time')).toThrow('order_by must be one of');
  });
});
