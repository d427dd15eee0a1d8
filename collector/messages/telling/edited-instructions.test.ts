import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { call, linesOf } from '../testing/build-span.ts';

/** A call that is asked the same as all others, after those before it were over. */
const asked = (instructions: string, index: number, trace: string) =>
  call({
    id: `0${index}`,
    trace,
    at: index * 20,
    attributes: messagesOf(
      [textMessage('system', instructions), textMessage('user', 'Any mail?')],
      [textMessage('assistant', 'No.')],
    ),
  });

const told = (calls: readonly (readonly [instructions: string, trace: string])[]): readonly string[] =>
  linesOf(tellConversation(calls.map(([words, trace], index) => asked(words, index, trace))));

const atTime = (time: string): string => `You look after the mail. It is ${time} now.`;

test('the same words in a later trace were said again, also where instructions have the time in them', () => {
  const times = ['10:00', '10:05', '10:10'];
  expect(told(times.map((time, index) => [atTime(time), `a${index}`]))).toEqual(
    times.flatMap((time) => [`system: ${atTime(time)}`, 'user: Any mail?', 'assistant: No.']),
  );
});

test.each([
  ['another program, which was asked as well', ['You look after the mail.', 'a'], ['Find a title.', 'b']],
  ['a check of the same trace', [atTime('10:00'), 'a'], [atTime('10:05'), 'a']],
] as const)('no words are told again of %s', (_, first, second) => {
  expect(told([first, second]).filter((line) => line.startsWith('user'))).toEqual(['user: Any mail?']);
});
