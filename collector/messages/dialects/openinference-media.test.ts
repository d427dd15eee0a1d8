import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, linesOf } from '../testing/build-span.ts';

test('a picture that the flattened form left out comes from the raw request', () => {
  const words = 'What is on it?';
  const content = [
    { type: 'text', text: words },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ];
  const attributes = {
    'openinference.span.kind': 'LLM',
    'input.value': JSON.stringify([{ role: 'user', content }]),
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.contents.0.message_content.type': 'text',
    'llm.input_messages.0.message.contents.0.message_content.text': words,
  };
  expect(linesOf(tellConversation([call({ id: '01', attributes })]))).toEqual([
    `user: ${words} + image image/png AAAA`,
  ]);
});
