import { expect, test } from 'vitest';
import { message, span } from '../../testing/builders.ts';
import { buildSpanTree } from '../../lib/span-tree.ts';
import { messageTexts, nextMatch, searchTree } from './tree-search.ts';

const tree = buildSpanTree([
  span('root', null, 0, 10, { span_name: 'Plan Trip' }),
  span('call', 'root', 1, 3, { span_category: 'llm', observation_type: 'generation', model: 'gpt-4o' }),
  span('tool', 'root', 4, 5, { tool_name: 'search_flights' }),
]);
const texts = messageTexts([
  message('1', 'user', 'call', [{ type: 'text', content: 'Quiet places in Kyoto' }]),
  message('2', 'assistant', 'call', [
    { type: 'tool_call', id: null, name: 'search_flights', arguments: { from: 'SFO' } },
  ]),
]);
const find = (search: string) => searchTree(tree, search, texts).map((node) => node.id);

test('finds names, models, tools and what was said, whatever the case', () => {
  expect(find('plan trip')).toEqual(['root']);
  expect(find('GPT')).toEqual(['call']);
  expect(find('model call')).toEqual(['call']);
  expect(find('kyoto')).toEqual(['call']);
  expect(find('sfo')).toEqual(['call']);
  expect(find('search_flights')).toEqual(['call', 'tool']);
});

test('wants every word, and nothing for no words', () => {
  expect(find('kyoto gpt')).toEqual(['call']);
  expect(find('kyoto plan')).toEqual([]);
  expect(find('  ')).toEqual([]);
});

test('walks the matches in both directions and round the end', () => {
  const matches = searchTree(tree, 'search_flights', texts);
  const from = (id: string | null, step: 1 | -1) => nextMatch(tree, matches, id, step)?.id;
  expect(from(null, 1)).toBe('call');
  expect(from('root', 1)).toBe('call');
  expect(from('call', 1)).toBe('tool');
  expect(from('tool', 1)).toBe('call');
  expect(from('call', -1)).toBe('tool');
  expect(from(null, -1)).toBe('tool');
  expect(nextMatch(tree, [], 'root', 1)).toBeNull();
});
