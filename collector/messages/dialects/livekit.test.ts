import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, talk, tool } from '../testing/build-span.ts';

const chat = (...items: readonly object[]) => JSON.stringify({ items });
const asked = { type: 'message', role: 'user', content: ['Rain?'] };
const used = { type: 'function_call', call_id: 'c1', name: 'rain', arguments: '{"at": "Rome"}' };

test('a turn, its nodes and their requests are one conversation', () => {
  const spans = [
    agent({ id: '00', ms: 100, attributes: { 'lk.user_input': 'Rain?' } }),
    chain({
      id: '01',
      parent: '00',
      at: 1,
      ms: 10,
      attributes: {
        'lk.chat_ctx': chat(asked),
        'lk.response.text': '',
        'lk.response.function_calls': JSON.stringify([{ ...used, type: undefined }]),
      },
    }),
    tool({
      id: '02',
      parent: '00',
      at: 20,
      attributes: {
        'lk.function_tool.name': 'rain',
        'lk.function_tool.arguments': '{"at": "Rome"}',
        'lk.function_tool.output': 'wet',
      },
    }),
    chain({
      id: '03',
      parent: '00',
      at: 40,
      ms: 20,
      attributes: {
        'lk.pii.chat_ctx': chat(asked, used, { type: 'function_call_output', call_id: 'c1', output: 'wet' }),
        'lk.pii.response.text': 'Yes.',
      },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Rain?',
    'assistant: rain({"at":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: Yes.',
  ]);
});

test('what a request says itself is not told again by the node around it', () => {
  const spans = [
    chain({
      id: '01',
      ms: 50,
      attributes: { 'lk.chat_ctx': chat(asked), 'lk.response.text': 'Yes.' },
    }),
    call({ id: '02', parent: '01', at: 2, attributes: talk([['user', 'Rain?']], 'Yes.') }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Rain?', 'assistant: Yes.']);
});

test('what was heard is what the person said', () => {
  const attributes = { 'lk.user_transcript': 'Rain?' };
  expect(linesOf(conversationOfSpan(chain({ id: '01', attributes })))).toEqual(['user: Rain?']);
});

test('a chat that is none says nothing', () => {
  const attributes = { 'lk.chat_ctx': '{"items": 3}', 'lk.response.function_calls': '{}' };
  expect(linesOf(conversationOfSpan(chain({ id: '01', attributes })))).toEqual([]);
});
