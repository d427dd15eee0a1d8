import { expect, test } from 'vitest';
import { explainEmpty } from './trace-list-model.ts';

test('without any trace there is nothing to explain', () =>
  expect(explainEmpty({}, { ai: 0, all: 0 })).toBeNull());

test('when only other traces are there, all can be shown', () => {
  expect(explainEmpty({}, { ai: 0, all: 42 })).toEqual({
    title: 'No AI traces',
    hidden: '42 other traces.',
    action: 'Show all',
    search: { include_nongenai: true, order_by: undefined },
  });
});

test('when filters hide everything, they can be cleared and the order stays', () => {
  const reason = explainEmpty({ model: 'x', order_by: 'total_cost:desc' }, { ai: 7, all: 9 });
  expect(reason?.title).toBe('No trace matches the filters');
  expect(reason?.hidden).toBe('7 traces without them.');
  expect(reason?.search).toEqual({ include_nongenai: undefined, order_by: 'total_cost:desc' });
});

test('filters over a project without AI traces lead to all traces', () => {
  expect(explainEmpty({ has_error: true }, { ai: 0, all: 3 })?.action).toBe('Show all');
});
