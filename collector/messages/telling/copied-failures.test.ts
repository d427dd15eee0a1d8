import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, linesOf, tool } from '../testing/build-span.ts';

const user = textMessage('user', 'Hi');
const calls = weatherCalls(['c1', 'Rome'], ['c2', 'Oz']);

/** Two tools side by side: one failed, the other, which ended after it, has the same for a status. */
function spansOf(answer: string) {
  const use = (id: string, result: string | undefined) => ({
    'gen_ai.tool.name': 'get_weather',
    'gen_ai.tool.call.id': id,
    'gen_ai.tool.call.arguments': JSON.stringify({ city: id === 'c1' ? 'Rome' : 'Oz' }),
    ...(result === undefined ? {} : { 'gen_ai.tool.call.result': result }),
  });
  const answers = [toolAnswer('c1', answer), toolAnswer('c2', 'No such city')];
  const dry = tool({
    id: '02',
    parent: '00',
    at: 20,
    ms: 9,
    attributes: use('c1', answer),
    span: { has_error: true },
  });
  return [
    agent({ id: '00', ms: 90 }),
    call({ id: '01', parent: '00', at: 1, attributes: messagesOf([user], [calls]) }),
    {
      span: { ...dry.span, has_error: true },
      record: { ...dry.record, statusCode: 2, statusMessage: 'No such city' },
    },
    tool({ id: '03', parent: '00', at: 20, ms: 5, error: 'No such city', attributes: use('c2', undefined) }),
    call({
      id: '04',
      parent: '00',
      at: 50,
      attributes: messagesOf([user, calls, ...answers], [textMessage('assistant', 'Dry.')]),
    }),
  ];
}

test('a tool that answered did not fail for having the failure of the one beside it for a status', () => {
  expect(linesOf(tellConversation(spansOf('dry'))).slice(2)).toEqual([
    'tool: "dry"#c1',
    'tool: failed "No such city"#c2',
    'assistant: Dry.',
  ]);
});

test('a tool that answered with the same failure has failed as well', () => {
  expect(linesOf(tellConversation(spansOf('Error: No such city'))).slice(2)).toEqual([
    'tool: failed "No such city"#c1',
    'tool: failed "No such city"#c2',
    'assistant: Dry.',
  ]);
});

test('a call that two instrumentations recorded side by side fails once, by the one that says why', () => {
  const model = { gen_ai_request_model: 'claude-sonnet-4-5' };
  const bare = { parent: '00', attributes: { 'error.type': 'invalid_request_error' } };
  const silent = { ...bare, name: 'anthropic.messages.create', span: { ...model, has_error: true } };
  const spans = [
    agent({ id: '00', ms: 100 }),
    call({
      id: '01',
      parent: '00',
      name: 'Anthropic Messages',
      ms: 20,
      error: '400 Rejected.',
      attributes: messagesOf([user], []),
      span: model,
    }),
    call({ ...silent, id: '02', at: 1 }),
    call({ ...silent, id: '03', at: 40 }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Hi',
    'assistant: TestError! 400 Rejected.',
    'assistant: invalid_request_error! invalid_request_error',
  ]);
});
