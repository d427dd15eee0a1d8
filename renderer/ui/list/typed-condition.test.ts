import { expect, test } from 'vitest';
import { readTyped } from './typed-condition.ts';

test.for([
  ['shop.tenant = tenant-2', { key: 'shop.tenant', op: 'eq', text: 'tenant-2' }],
  ['total_tokens>=500', { key: 'total_tokens', op: 'gte', text: '500' }],
  ['a!=b', { key: 'a', op: 'ne', text: 'b' }],
  ['cost ≤ 2', { key: 'cost', op: 'lte', text: '2' }],
  [' url = http://x/?a=b ', { key: 'url', op: 'eq', text: 'http://x/?a=b' }],
  ['model is any of a, b', { key: 'model', op: 'in', text: 'a, b' }],
  ['model IN a', { key: 'model', op: 'in', text: 'a' }],
  ['model is not gpt 4', { key: 'model', op: 'ne', text: 'gpt 4' }],
  ['input_preview contains some words', { key: 'input_preview', op: 'contains', text: 'some words' }],
  ['user_id is absent', { key: 'user_id', op: 'is_null', text: '' }],
  ['user_id is', { key: 'user_id', op: 'eq', text: '' }],
  ['shop.tenant =', { key: 'shop.tenant', op: 'eq', text: '' }],
] as const)('%s', ([text, draft]) => expect(readTyped(text)).toEqual(draft));

test.for(['', 'shop.tenant', 'two words', 'island', '= 5', 'this isolated'])('no condition: "%s"', (text) =>
  expect(readTyped(text)).toBeNull(),
);
