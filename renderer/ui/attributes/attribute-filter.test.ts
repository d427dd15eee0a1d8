import { describe, expect, test } from 'vitest';
import { attributeCondition, indexingOf, wantedKeys } from './attribute-filter.ts';

test.for([
  ['text', 'gpt-4o', { key: 'k', op: 'eq', value: 'gpt-4o' }],
  ['an empty text', '', { key: 'k', op: 'eq', value: '' }],
  ['a number', 5, { key: 'k', op: 'eq', value: 5 }],
  ['a boolean', false, { key: 'k', op: 'eq', value: false }],
  ['a list', ['a'], { key: 'k', op: 'is_not_null' }],
  ['nothing', null, { key: 'k', op: 'is_not_null' }],
  ['an integer of many digits', 9007199254740993n, { key: 'k', op: 'eq', value: 9007199254740993n }],
  ['a very long text', 'x'.repeat(5000), { key: 'k', op: 'is_not_null' }],
] as const)('an attribute that is %s is asked for', ([, value, condition]) => {
  expect(attributeCondition({ key: 'k', value, text: '' })).toEqual(condition);
});

describe('a key', () => {
  const options = {
    attributes: [
      { key: 'shop.tenant', key_type: 'string' as const, entity_type: 'span' as const, sample_values: [] },
    ],
  };
  const settings = { trace_attributes: [], span_attributes: ['shop.till'], auto_index_genai: true };
  test.for([
    ['that some span has in the index', 'shop.tenant', 'indexed'],
    ['of a field', 'total_tokens', 'indexed'],
    ['that lists show as a field of their own', 'service.name', 'indexed'],
    ['that a column of spans answers for', 'gen_ai.request.model', 'indexed'],
    ['of the conventions, indexed wherever it comes', 'gen_ai.request.seed', 'indexed'],
    ['that was named since the spans came', 'shop.till', 'named'],
    ['that nobody named', 'http.route', 'unindexed'],
  ] as const)('%s', ([, key, indexing]) => expect(indexingOf(key, options, settings)).toBe(indexing));
  test('of the conventions is not indexed where that is switched off', () =>
    expect(indexingOf('gen_ai.request.seed', options, { ...settings, auto_index_genai: false })).toBe(
      'unindexed',
    ));
});

test('a condition that what is absent fulfils wants no index', () => {
  const conditions = [
    { key: 'a', op: 'eq', value: 1 },
    { key: 'b', op: 'ne', value: 1 },
    { key: 'c', op: 'is_null' },
    { key: 'd', op: 'is_not_null' },
  ] as const;
  expect(wantedKeys(conditions)).toEqual(['a', 'd']);
});
