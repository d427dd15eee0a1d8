import { expect, test } from 'vitest';
import { attributeCondition, isFilterable } from './attribute-filter.ts';

test.for([
  ['text', 'gpt-4o', { key: 'k', op: 'eq', value: 'gpt-4o' }],
  ['an empty text', '', { key: 'k', op: 'eq', value: '' }],
  ['a number', 5, { key: 'k', op: 'eq', value: 5 }],
  ['a boolean', false, { key: 'k', op: 'eq', value: false }],
  ['a list', ['a'], { key: 'k', op: 'is_not_null' }],
  ['nothing', null, { key: 'k', op: 'is_not_null' }],
  ['an integer of many digits', 12345678901234567890n, { key: 'k', op: 'is_not_null' }],
  ['a very long text', 'x'.repeat(5000), { key: 'k', op: 'is_not_null' }],
] as const)('an attribute that is %s is asked for', ([, value, condition]) => {
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
