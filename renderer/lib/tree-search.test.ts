import { expect, test } from 'vitest';
import { message, span } from '../testing/builders.ts';
import { entrySpans } from './entry-spans.ts';
import { findWords } from './find-text.ts';
import { buildSpanTree } from './span-tree.ts';
import { buildThread } from './thread.ts';
import { entryTexts, matchIndex, nextMatch, saidBySpan, searchTree } from './tree-search.ts';

const tree = buildSpanTree([
  span('root', null, 0, 10, { span_name: 'Plan Trip' }),
  span('call', 'root', 1, 3, { span_category: 'llm', observation_type: 'generation', model: 'gpt-4o' }),
  span('tool', 'root', 4, 5, { span_category: 'tool', tool_name: 'search_flights' }),
]);
const entries = buildThread([
  message('1', 'user', 'call', [{ type: 'text', content: 'Quiet places in Kyoto' }]),
  message(
    '2',
    'assistant',
    'call',
    [
      { type: 'reasoning', content: 'They want a flight.' },
      { type: 'tool_call', id: 'c', name: 'search_flights', arguments: { from: 'SFO' } },
    ],
    { carried_by: ['call', 'tool'] },
  ),
  message(
    '3',
    'tool',
    'tool',
    [{ type: 'tool_call_response', id: 'c', name: null, response: { carrier: 'ANA' }, is_error: false }],
    { carried_by: ['tool'] },
  ),
  message('4', 'assistant', 'call', [{ type: 'text', content: 'Fly with ANA to Kyoto.' }]),
]);
const spans = entrySpans(entries, (id) => tree.byId.get(id)?.span ?? undefined);
const search = (text: string) => searchTree(tree, findWords(text), saidBySpan(entryTexts(entries), spans));
const find = (text: string) => search(text).map(({ spanId, entryId }) => entryId ?? spanId);

test('finds names, models and tools, and each entry that says it, whatever the case', () => {
  expect(find('plan trip')).toEqual(['root']);
  expect(find('GPT')).toEqual(['call']);
  expect(find('model call')).toEqual(['call']);
  expect(find('kyoto')).toEqual(['1', '4']);
  expect(find('want')).toEqual(['2']);
  expect(find('sfo')).toEqual(['2:call:0']);
  expect(find('ana')).toEqual(['4', '2:call:0']);
});

test('finds letters whatever their accents, as the search of a list does', () => {
  const named = buildSpanTree([span('root', null, 0, 10, { span_name: 'Café finden' })]);
  const parts = [{ type: 'text' as const, content: 'Cafe\u0301s in São Paulo' }];
  const said = saidBySpan(
    entryTexts(buildThread([message('1', 'user', 'root', parts)])),
    new Map([['1', 'root']]),
  );
  const findIn = (text: string) => searchTree(named, findWords(text), said).map(({ entryId }) => entryId);
  expect(findIn('sao')).toEqual(['1']);
  expect(findIn('CAFÉS')).toEqual(['1']);
  expect(findIn('café finden paulo')).toEqual(['1']);
  expect(findIn('finden')).toEqual([null]);
});

test('finds an id by its beginning, and no number or short word within one', () => {
  const id = 'fade42beef001399';
  const found = (text: string) =>
    searchTree(buildSpanTree([span(id, null, 0, 10, { span_name: 'step' })]), findWords(text), new Map())
      .length;
  expect([id, id.toUpperCase(), id.slice(0, 8)].map(found)).toEqual([1, 1, 1]);
  expect(['42', '399', 'fade', 'beef', id.slice(8)].map(found)).toEqual([0, 0, 0, 0, 0]);
});

test('finds what a span failed with, which its row tells', () => {
  const failed = buildSpanTree([span('root', null, 0, 10, { error_preview: 'connect ECONNREFUSED' })]);
  expect(searchTree(failed, findWords('econnrefused'), new Map())).toEqual([
    { spanId: 'root', entryId: null },
  ]);
});

test('a span whose entry says it is no place of its own', () => {
  expect(search('search_flights')).toEqual([{ spanId: 'tool', entryId: '2:call:0' }]);
});

test('wants every word, in an entry or the span behind it; nothing for no words', () => {
  expect(find('quiet kyoto')).toEqual(['1']);
  expect(find('kyoto gpt')).toEqual(['1', '4']);
  expect(find('"to kyoto"')).toEqual(['4']);
  expect(find('  ')).toEqual([]);
});

test('reads no span while nothing is searched for', () => {
  let reads = 0;
  const row = span('root', null, 0, 10);
  const watched = new Proxy(row, {
    get: (of, key) => {
      reads += 1;
      return Reflect.get(of, key);
    },
  });
  const grown = buildSpanTree([watched]);
  reads = 0;
  expect(searchTree(grown, [], new Map())).toEqual([]);
  expect(reads).toBe(0);
  searchTree(grown, ['root'], new Map());
  expect(reads).toBeGreaterThan(0);
});

test('words that stand apart are found where any of them stands', () => {
  expect(find('quiet sfo')).toEqual(['1', '2:call:0']);
  expect(find('quiet nowhere')).toEqual(['1']);
});

test('walks the matches in both directions and round the end', () => {
  const matches = search('ana');
  const from = (spanId: string | null, entryId: string | null, step: 1 | -1) =>
    nextMatch(tree, matches, [spanId, entryId], step)?.entryId;
  expect(from(null, null, 1)).toBe('4');
  expect(from('root', null, 1)).toBe('4');
  expect(from('call', null, 1)).toBe('4');
  expect(from('call', '4', 1)).toBe('2:call:0');
  expect(from('tool', '2:call:0', 1)).toBe('4');
  expect(from('tool', '2:call:0', -1)).toBe('4');
  expect(from('tool', null, -1)).toBe('4');
  expect(from('call', '4', -1)).toBe('2:call:0');
  expect(from(null, null, -1)).toBe('2:call:0');
  expect(nextMatch(tree, [], ['root', null], 1)).toBeNull();
  expect(matchIndex(matches, 'tool', '2:call:0')).toBe(1);
  expect(matchIndex(matches, 'tool', null)).toBe(-1);
});
