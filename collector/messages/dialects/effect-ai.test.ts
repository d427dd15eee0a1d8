import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';

const weather = (city: string) => ({
  parent: '01',
  name: 'Toolkit.handle',
  attributes: { tool: 'get_weather', parameters: `{\n  "city": "${city}"\n}` },
  span: { framework: 'effect-ai', tool_name: 'get_weather' },
});

test('tools of Effect AI tell what was called and why one failed, where calls tell no messages', () => {
  const spans = [
    chain({ id: '00', ms: 90 }),
    call({ id: '01', parent: '00', ms: 80, error: 'No such city.', span: { framework: 'effect-ai' } }),
    tool({ ...weather('Paris'), id: '02', at: 10 }),
    tool({ ...weather('Nowhere'), id: '03', at: 30, error: 'No such city.' }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'assistant: get_weather({"city":"Paris"})#null',
    'assistant: get_weather({"city":"Nowhere"})#null',
    'assistant: TestError! No such city.',
  ]);
});
