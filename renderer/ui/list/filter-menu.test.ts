import { expect, test } from 'vitest';
import type { FilterOptions } from '../../../collector/contract/filter-options.ts';
import { suggestedFields } from '../../lib/filter-fields.ts';
import { menuMatches } from './filter-menu.ts';

const none: FilterOptions['options'] = {
  environment: [],
  user_id: [],
  session_id: [],
  trace_name: [],
  tags: [],
  framework: [],
  model: [],
  agent: [],
  tool: [],
  status_code: [],
  service_name: [],
};
const options: FilterOptions = {
  options: {
    ...none,
    framework: [{ value: 'langgraph', count: 2 }],
    model: [
      { value: 'gpt-4o', count: 3 },
      { value: 'claude-sonnet', count: 9 },
    ],
    trace_name: [{ value: 'ask gpt', count: 5 }],
  },
  services: [],
  frameworks: [],
  attributes: [{ key: 'app.gpt', key_type: 'number', entity_type: 'span', sample_values: [1, 2] }],
};

test('with nothing typed the menu has the fields that have values, those of free conditions, and the attributes', () => {
  const kinds = menuMatches(options, 'traces', '').map((match) => match.kind);
  const plain = suggestedFields('traces').map(() => 'plain');
  expect(kinds).toEqual(['field', 'field', 'field', ...plain, 'attribute']);
});

test('a field without values to choose from is found by its name and by its key, before attributes', () => {
  const attributes: FilterOptions['attributes'] = [
    { key: 'app.duration', key_type: 'number', entity_type: 'span', sample_values: [] },
  ];
  const found = menuMatches({ ...options, attributes }, 'traces', 'duration');
  expect(found).toEqual([
    { kind: 'plain', field: 'duration_ms' },
    { kind: 'attribute', key: 'app.duration', sample: '' },
  ]);
  const first = (text: string) => menuMatches(options, 'traces', text)[0];
  expect(first('token')).toEqual({ kind: 'plain', field: 'total_tokens' });
  expect(first('Cost')).toEqual({ kind: 'plain', field: 'total_cost' });
  expect(first('error_count')).toEqual({ kind: 'plain', field: 'error_count' });
});

test('a field that nothing has a value of yet is found when it is typed', () => {
  expect(menuMatches(options, 'traces', 'environment')).toEqual([{ kind: 'plain', field: 'environment' }]);
});

test('a typed text finds values of any field, most frequent first, and attribute keys', () => {
  expect(menuMatches(options, 'traces', ' GPT ')).toEqual([
    { kind: 'value', field: 'trace_name', option: { value: 'ask gpt', count: 5 } },
    { kind: 'value', field: 'model', option: { value: 'gpt-4o', count: 3 } },
    { kind: 'attribute', key: 'app.gpt', sample: '1, 2' },
  ]);
});

test('a framework is found by the name that is shown', () => {
  expect(menuMatches(options, 'spans', 'LangG')).toHaveLength(1);
});

test("a trace's name is no field of spans", () => {
  expect(menuMatches(options, 'spans', 'ask')).toEqual([]);
});
