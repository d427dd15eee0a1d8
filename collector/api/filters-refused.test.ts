import { describe, expect, test } from 'vitest';
import { projectUrl, readError } from '../testing/api-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const urlOf = (list: string, filters: string): string =>
  `${projectUrl(collector.url, 'p')}/${list}?filters=${encodeURIComponent(filters)}`;
const TIMES: Readonly<Record<string, string>> = {
  traces: 'start_time',
  sessions: 'end_time',
  spans: 'timestamp_start',
};

describe.for(['traces', 'spans', 'sessions'])(
  '{P}/%s refuses with INVALID_FILTER, naming the entry',
  (list) => {
    const good = { key: 'environment', op: 'eq', value: 'x' };
    test.for<[filters: unknown, named: string]>([
      ['no JSON', 'filters must be a JSON array'],
      ['', 'filters must be a JSON array'],
      [{ key: 'a', op: 'eq', value: 1 }, 'filters must be a JSON array'],
      ['"text"', 'filters must be a JSON array'],
      [null, 'filters must be a JSON array'],
      [[good, 5], 'filters[1] '],
      [[null], 'filters[0] '],
      [[[]], 'filters[0] '],
      [[{ op: 'eq', value: 1 }], 'filters[0] must have a key'],
      [[{ key: '', op: 'eq', value: 1 }], 'filters[0] must have a key'],
      [[{ key: 5, op: 'eq', value: 1 }], 'filters[0] must have a key'],
      [[good, { ...good, negate: true }], 'filters[1] has "negate", and may have key, op and value'],
      [[good, { key: 'a', op: 'like', value: 'x' }], 'filters[1].op'],
      [[{ key: 'a', value: 'x' }], 'filters[0].op'],
      [[{ key: 'a', op: 'eq' }], 'filters[0].value'],
      [[{ key: 'a', op: 'eq', value: null }], 'filters[0].value'],
      [[{ key: 'a', op: 'eq', value: ['x'] }], 'filters[0].value'],
      [[{ key: 'a', op: 'eq', value: {} }], 'filters[0].value'],
      [[{ key: 'a', op: 'in', value: 'x' }], 'filters[0].value'],
      [[{ key: 'a', op: 'in', value: [['x']] }], 'filters[0].value'],
      [[{ key: 'a', op: 'contains', value: 5 }], 'filters[0].value'],
      [[{ key: 'a', op: 'starts_with', value: true }], 'filters[0].value'],
      [[{ key: 'a', op: 'gt', value: true }], 'filters[0].value'],
      [[{ key: 'environment', op: 'eq', value: 5 }], 'filters[0].value'],
      [[{ key: 'status_code', op: 'eq', value: 'EROR' }], 'filters[0].value must be one of UNSET, OK, ERROR'],
      [[{ key: 'status_code', op: 'ne', value: 'error' }], 'filters[0].value'],
      [[{ key: 'status_code', op: 'eq', value: 3 }], 'filters[0].value'],
      [[{ key: 'span_category', op: 'in', value: ['llm', 'tools'] }], 'filters[0].value'],
      [[{ key: 'observation_type', op: 'eq', value: '' }], 'filters[0].value'],
      [[{ key: 'span_kind', op: 'eq', value: 3 }], 'one of UNSPECIFIED, INTERNAL, SERVER'],
      [[{ key: 'state', op: 'eq', value: 'ended' }], 'filters[0].value must be one of running, done'],
      [[{ key: 'total_tokens', op: 'gt', value: '5' }], 'filters[0].value'],
      [[{ key: 'total_tokens', op: 'contains', value: '5' }], 'filters[0].op'],
      [[{ key: 'has_error', op: 'eq', value: 'true' }], 'filters[0].value'],
      [[{ key: 'has_error', op: 'gt', value: true }], 'filters[0].op'],
      [[{ key: TIMES[list], op: 'gt', value: 'yesterday' }], 'filters[0].value'],
      [Array.from({ length: 51 }, () => good), 'filters may have 50 entries'],
      [[{ key: 'a', op: 'in', value: Array.from({ length: 501 }, () => 1) }], 'filters[0].value'],
    ])('%j', async ([filters, named]) => {
      const text = typeof filters === 'string' ? filters : JSON.stringify(filters);
      const error = await readError(urlOf(list, text));
      expect(error).toMatchObject({ status: 400, code: 'INVALID_FILTER' });
      expect(error.message).toContain(named);
    });
  },
);

test('a category under its unscoped name is checked where traces are found by it', async () => {
  const odd = '[{"key":"detected_category","op":"eq","value":"agnet"}]';
  expect((await readError(urlOf('traces', odd))).code).toBe('INVALID_FILTER');
});
