import { expect, test } from 'vitest';
import { meantField, meantFilters } from './meant-field.ts';

test.for([
  ['duration', 'duration_ms'],
  ['Duration_MS', 'duration_ms'],
  ['cost', 'total_cost'],
  ['totalCost', 'total_cost'],
  ['errors', 'error_count'],
  ['user', 'user_id'],
  ['totl_tokens', 'total_tokens'],
  ['tools', 'tool'],
  ['duratoin', 'duration_ms'],
] as const)('%s is close to %s', ([key, field]) => expect(meantField(key, 'traces')).toBe(field));

test.for(['shop.tenant', 'app.cost', 'http.duration', 'x', '', '…', 'latency', 'phase', 'node'])(
  '"%s" is close to none',
  (key) => expect(meantField(key, 'traces')).toBeNull(),
);

test('only what the list has is meant', () => {
  expect(meantField('error_counts', 'traces')).toBe('error_count');
  expect(meantField('error_counts', 'spans')).toBeNull();
});

test('conditions take the field in place of the key, with values as it has them', () => {
  const other = { key: 'model', op: 'eq', value: 'x' } as const;
  expect(meantFilters([other, { key: 'duration', op: 'eq', value: '5' }], 'duration', 'traces')).toEqual({
    field: 'duration_ms',
    filters: [other, { key: 'duration_ms', op: 'eq', value: 5 }],
  });
  expect(meantFilters([{ key: 'duration', op: 'eq', value: 'long' }], 'duration', 'traces')).toBeNull();
  expect(meantFilters([{ key: 'shop.tenant', op: 'eq', value: '5' }], 'shop.tenant', 'traces')).toBeNull();
});
