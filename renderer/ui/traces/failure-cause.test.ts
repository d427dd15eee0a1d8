import { expect, test } from 'vitest';
import { span } from '../../testing/builders.ts';
import { failureCause } from './failure-cause.ts';

const failed = { has_error: true } as const;
const tool = { span_category: 'tool' } as const;
const agent = { span_category: 'agent' } as const;

test('a trace that is well has no cause of a failure', () => {
  expect(failureCause([])).toBeNull();
  expect(failureCause([span('root', null, 0, 1)])).toBeNull();
});

test('what went up to the root says more than what was got over, also where that was later', () => {
  const spans = [
    span('root', null, 0, 9, { ...agent, ...failed }),
    span('got over', 'well', 6, 7, { ...tool, ...failed }),
    span('well', 'root', 6, 8, agent),
    span('sub', 'root', 1, 5, { ...agent, ...failed }),
    span('cause', 'sub', 2, 3, { ...tool, ...failed }),
  ];
  expect(failureCause(spans)?.span_id).toBe('cause');
  expect(failureCause(spans.slice(1, 3))?.span_id).toBe('got over');
});

test('of several the last is told, and of a tool and its request the tool', () => {
  const spans = [
    span('root', null, 0, 9, { ...agent, ...failed }),
    span('last', 'root', 4, 6, { ...tool, ...failed }),
    span('request', 'last', 4, 5, { span_category: 'http', ...failed }),
    span('first', 'root', 1, 2, { ...tool, ...failed }),
  ];
  expect(failureCause(spans)?.span_id).toBe('last');
});

test('a plain service has requests alone, and some have no beginning', () => {
  const http = { span_category: 'http', ...failed } as const;
  expect(failureCause([span('b', 'a', 1, 2, http), span('a', null, 0, 3, http)])?.span_id).toBe('b');
  expect(failureCause([span('a', 'b', 0, 2, http), span('b', 'a', 0, 1, http)])?.span_id).toBe('a');
});
