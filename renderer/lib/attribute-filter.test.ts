import { expect, test } from 'vitest';
import { attributeCondition, isFilterable } from './attribute-filter.ts';

test.for([
  ['gpt-4o', { key: 'k', op: 'eq', value: 'gpt-4o' }],
  ['', { key: 'k', op: 'eq', value: '' }],
  [5, { key: 'k', op: 'eq', value: 5 }],
  [false, { key: 'k', op: 'eq', value: false }],
  [['a'], { key: 'k', op: 'is_not_null' }],
  [null, { key: 'k', op: 'is_not_null' }],
  [12345678901234567890n, { key: 'k', op: 'is_not_null' }],
  ['x'.repeat(5000), { key: 'k', op: 'is_not_null' }],
] as const)('an attribute %s is asked for', ([value, condition]) => {
  expect(attributeCondition({ key: 'k', value, text: '' })).toEqual(condition);
});

test('only keys that lists know can be filtered by', () => {
  const known = {
    attributes: [
      { key: 'gen_ai.seed', key_type: 'number' as const, entity_type: 'span' as const, sample_values: [] },
    ],
  };
  expect(isFilterable('gen_ai.seed', known)).toBe(true);
  expect(isFilterable('service.name', known)).toBe(true);
  expect(isFilterable('http.route', known)).toBe(false);
});
