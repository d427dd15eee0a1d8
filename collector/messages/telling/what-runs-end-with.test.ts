import { expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, chain, linesOf } from '../testing/build-span.ts';

/** A run that its model ends with a call of a tool; what that answered is on the run's list alone. */
function runOf(trace: string, callId: string, at: number): readonly ConversationSpan[] {
  const asked = textMessage('user', `Ask for ${callId}`);
  const called = weatherCalls([callId, 'Paris']);
  const all = JSON.stringify([asked, called, toolAnswer(callId, 'Done.')]);
  return [
    agent({ id: '00', trace, at, ms: 50, attributes: { 'gen_ai.input.messages': all } }),
    call({ id: '01', trace, parent: '00', at: at + 10, attributes: messagesOf([asked], [called]) }),
  ];
}

const linesOfRun = (callId: string): readonly string[] => [
  `user: Ask for ${callId}`,
  `assistant: get_weather({"city":"Paris"})#${callId}`,
  `tool: "Done."#${callId}`,
];

test('the answer to the call that ended a run stands after that call', () => {
  expect(linesOf(tellConversation(runOf('a1', 'c1', 0)))).toEqual(linesOfRun('c1'));
});

test('runs that end with the same answer have one each', () => {
  const spans = [...runOf('a1', 'c1', 0), ...runOf('a2', 'c2', 100)];
  expect(linesOf(tellConversation(spans))).toEqual([...linesOfRun('c1'), ...linesOfRun('c2')]);
});

test('two spans around a run that hold its last answer tell it once', () => {
  const [run, ...inside] = runOf('a1', 'c1', 0);
  const around = chain({
    id: '09',
    ms: 90,
    attributes: { 'gen_ai.input.messages': JSON.stringify([toolAnswer('c1', 'Done. ')]) },
  });
  expect(linesOf(tellConversation([around, run!, ...inside]))).toHaveLength(3);
});

test('what follows known words on the list of a span around calls stands after them', () => {
  const [ask, example, more] = [
    textMessage('user', 'Ask'),
    textMessage('assistant', 'Example'),
    textMessage('user', 'More'),
  ];
  const spans = [
    agent({
      id: '00',
      ms: 50,
      attributes: { 'gen_ai.input.messages': JSON.stringify([ask, example, more]) },
    }),
    call({ id: '01', parent: '00', at: 10, attributes: messagesOf([ask], [textMessage('assistant', 'A')]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Ask',
    'assistant: Example',
    'user: More',
    'assistant: A',
  ]);
});

test('but not after the same words that were said again when the span was over', () => {
  const [yes, more] = [textMessage('user', 'yes'), textMessage('user', 'More')];
  const spans = [
    agent({ id: '00', ms: 50, attributes: { 'gen_ai.input.messages': JSON.stringify([yes, more]) } }),
    call({ id: '01', parent: '00', at: 10, attributes: messagesOf([more], [textMessage('assistant', 'A')]) }),
    call({ id: '02', at: 100, attributes: messagesOf([yes], [textMessage('assistant', 'B')]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: More',
    'assistant: A',
    'user: yes',
    'assistant: B',
  ]);
});
