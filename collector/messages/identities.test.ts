import { expect, test } from 'vitest';
import { identitiesOf } from './identities.ts';
import { ReadCache } from './read-cache.ts';
import { agent, tool } from './testing/build-span.ts';

const NOTHING = { agent_id: null, agent_description: null, tool_call_id: null, tool_description: null };

test('an agent has an id and says what it is for', () => {
  const attributes = { 'gen_ai.agent.id': 'asst_1', 'gen_ai.agent.description': 'Plans journeys.' };
  expect(identitiesOf(agent({ id: '01', attributes }))).toEqual({
    ...NOTHING,
    agent_id: 'asst_1',
    agent_description: 'Plans journeys.',
  });
});

test('a tool has the id of its call and says what it does', () => {
  const attributes = { 'ai.toolCall.id': 'call_1', 'tool.description': 'Looks at the sky.' };
  expect(identitiesOf(tool({ id: '02', attributes }))).toEqual({
    ...NOTHING,
    tool_call_id: 'call_1',
    tool_description: 'Looks at the sky.',
  });
});

test("a call's id is also known where only a message tells it", () => {
  const part = { type: 'tool_call', id: 'call_2', name: 'sky', arguments: {} };
  const attributes = { 'gen_ai.input.messages': JSON.stringify([{ role: 'assistant', parts: [part] }]) };
  expect(identitiesOf(tool({ id: '03', attributes })).tool_call_id).toBe('call_2');
});

test('a tool that says more than may be read is known by its attributes alone', () => {
  const asked = {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'call_3', name: 'sky', arguments: {} }],
  };
  const said = JSON.stringify([asked, { role: 'user', content: 'And then?' }]);
  const attributes = { 'gen_ai.input.messages': said, 'gen_ai.tool.description': 'Looks at the sky.' };
  const known = { ...NOTHING, tool_description: 'Looks at the sky.' };
  expect(identitiesOf(tool({ id: '05', attributes }), new ReadCache(2)).tool_call_id).toBe('call_3');
  expect(identitiesOf(tool({ id: '05', attributes }), new ReadCache(1))).toEqual(known);
});

test('what is empty or no text is not known', () => {
  const attributes = { 'gen_ai.agent.id': '', 'gen_ai.agent.description': 3 };
  expect(identitiesOf(agent({ id: '04', attributes }))).toEqual(NOTHING);
});
