import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { call } from '../testing/build-span.ts';

test('an answer in a history has the id and the name of its call', () => {
  const asked = textMessage('user', 'Weather?');
  const called = {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: { city: 'Paris' } }],
  };
  const answers = [{ type: 'tool_call_response', response: 18 }];
  const history = [asked, called, { role: 'tool', parts: answers }];
  const { messages } = tellConversation([
    call({ id: '01', attributes: messagesOf([asked], [called]) }),
    call({ id: '02', at: 20, attributes: messagesOf(history, [textMessage('assistant', 'Warm.')]) }),
  ]);
  expect(messages[2]?.parts).toEqual([
    { type: 'tool_call_response', id: 'c1', name: 'get_weather', response: 18, is_error: false },
  ]);
});
