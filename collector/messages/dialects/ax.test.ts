import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, chain, event, linesOf, tool } from '../testing/build-span.ts';

const use = (id: string, at: number) => ({
  id,
  at,
  parent: '00',
  name: 'Tool: get_weather',
  attributes: { 'tool.name': 'get_weather', 'tool.mode': 'native', 'function.id': `c${at}` },
  span: { framework: 'ax', tool_name: 'get_weather' },
});

test('tools of Ax tell that they were called and why one failed, where calls tell no messages', () => {
  const spans = [
    chain({ id: '00', ms: 90, error: 'No such city.', span: { framework: 'ax' } }),
    call({ id: '01', parent: '00', ms: 8, span: { framework: 'ax' } }),
    tool({ ...use('02', 10), events: [event('gen_ai.tool.message', { name: 'get_weather' })] }),
    tool({ ...use('03', 30), error: 'No such city.' }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'assistant: get_weather(null)#c10',
    'assistant: get_weather(null)#c30',
    'assistant: TestError! No such city.',
  ]);
});
