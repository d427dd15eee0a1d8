import { expect, test } from 'vitest';
import type { SpanDetail } from '../../../collector/contract/spans.ts';
import { span } from '../../testing/builders.ts';
import { spanFactGroups } from './span-facts.ts';

function usageOf(rest: Partial<SpanDetail>): readonly (readonly [label: string, value: string])[] {
  const detail: SpanDetail = {
    ...span('a', null, 0, 1),
    agent_id: null,
    agent_description: null,
    tool_call_id: null,
    tool_description: null,
    attributes: {},
    resource: { attributes: {} },
    scope: { name: '', version: '', attributes: {} },
    events: [],
    links: [],
    logs: [],
    ...rest,
  };
  const group = spanFactGroups(detail).find(({ title }) => title === 'Tokens and cost');
  return group?.facts.map(({ label, value }) => [label, value]) ?? [];
}

test('a cost shows without tokens, one that is not known only where there are some', () => {
  const tokens = { input_tokens: 7, total_tokens: 7 };
  expect(usageOf({ total_cost: 0.04, cost_known: true })).toEqual([['Cost', '$0.0400']]);
  expect(usageOf({ ...tokens, total_cost: 0.04, cost_known: true }).at(-1)).toEqual(['Cost', '$0.0400']);
  expect(usageOf(tokens).at(-1)).toEqual(['Cost', 'unknown: there is no price for this model']);
  expect(usageOf({})).toEqual([]);
});
