import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, linesOf } from '../testing/build-span.ts';

test('turns whose list was written down when the last of them was on it are told once, each by its own call', () => {
  const calls = weatherCalls(['c1', 'Oslo']);
  const [first, second] = ['Wet.', 'Yes.'].map((words) => textMessage('assistant', words));
  const asked = [textMessage('user', 'Rain?'), textMessage('user', 'Sure?')] as const;
  const late = [asked[0], calls, toolAnswer('c1', 'wet'), first!, asked[1], second!];
  const conversation = tellConversation(
    [calls, first!, second!].map((answer, index) =>
      call({ id: `0${index + 1}`, at: index * 20, attributes: messagesOf(late, [answer]) }),
    ),
  );
  expect(linesOf(conversation)).toEqual([
    'user: Rain?',
    'assistant: get_weather({"city":"Oslo"})#c1',
    'tool: "wet"#c1',
    'assistant: Wet.',
    'user: Sure?',
    'assistant: Yes.',
  ]);
  const answers = conversation.messages.filter(({ role }) => role === 'assistant');
  expect(answers.map(({ span_id, usage }) => [span_id, usage?.total_tokens])).toEqual([
    ['01', 7],
    ['02', 7],
    ['03', 7],
  ]);
});
