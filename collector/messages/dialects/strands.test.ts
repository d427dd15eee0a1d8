import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { agent, event, linesOf } from '../testing/build-span.ts';

const asked = [event('gen_ai.user.message', { content: '[{"text":"Rain?"}]' })];

test.each([
  ['as text', 'Be brief.'],
  ['as JSON', '"Be brief."'],
  ['as blocks', '[{"text":"Be brief."}]'],
])('the prompt of a Strands agent is read %s', (_, system_prompt) => {
  const spoken = agent({ id: '01', attributes: { system_prompt }, events: asked });
  expect(linesOf(conversationOfSpan(spoken))).toEqual(['system: Be brief.', 'user: Rain?']);
});

test('the events of the conventions go before it', () => {
  const events = [event('gen_ai.system.message', { content: '[{"text":"From an event."}]' }), ...asked];
  const spoken = agent({ id: '01', attributes: { system_prompt: 'Be brief.' }, events });
  expect(linesOf(conversationOfSpan(spoken))).toEqual(['system: From an event.', 'user: Rain?']);
});

test('the input of a graph is what its span has', () => {
  const graph = agent({ id: '01', attributes: { 'gen_ai.agent.input': 'Rain?' } });
  expect(linesOf(conversationOfSpan(graph))).toEqual(['user: Rain?']);
});
