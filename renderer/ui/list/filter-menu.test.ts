import { expect, test } from 'vitest';
import type { FilterOptions } from '../../../collector/contract/filter-options.ts';
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

test('with nothing typed the menu has the fields that have values, and the attributes', () => {
  expect(menuMatches(options, 'traces', '').map((match) => match.kind)).toEqual([
    'field',
    'field',
    'field',
    'attribute',
  ]);
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
