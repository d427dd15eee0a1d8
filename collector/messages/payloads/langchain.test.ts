import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call } from '../testing/build-span.ts';

test('why a streamed answer of Anthropic ended stands beside what its chunks were joined to', () => {
  const kwargs = { content: 'Rain.', additional_kwargs: { id: 'msg_81', stop_reason: 'end_turn' } };
  const message = {
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', 'AIMessageChunk'],
    kwargs,
  };
  const attributes = { 'output.value': JSON.stringify({ generations: [[{ text: 'Rain.', message }]] }) };
  const { messages } = conversationOfSpan(call({ id: '01', attributes }));
  expect(messages).toMatchObject([{ role: 'assistant', finish_reason: 'end_turn' }]);
});
