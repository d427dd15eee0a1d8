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

test('an example that a program gives before the beginning of the answer is told before the question', () => {
  const list = [
    textMessage('user', 'Great film.'),
    textMessage('assistant', 'positive'),
    textMessage('user', 'Loved it.'),
    textMessage('assistant', 'Label:'),
  ];
  const answer = textMessage('assistant', 'positive');
  const { messages } = tellConversation([call({ id: '01', attributes: messagesOf(list, [answer]) })]);
  expect(linesOf({ messages })).toEqual([
    'user: Great film.',
    'assistant: positive',
    'user: Loved it.',
    'assistant: Label:',
    'assistant: positive',
  ]);
  expect(messages.map(({ usage }) => usage?.total_tokens ?? null)).toEqual([null, null, null, null, 7]);
});
