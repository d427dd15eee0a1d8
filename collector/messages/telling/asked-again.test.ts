import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, linesOf, talk } from '../testing/build-span.ts';

/** A turn whose call says only what it answered. */
const turn = (trace: string, at: number, question: string, answer: string) => [
  agent({ id: '01', trace, at, ms: 50, attributes: talk([['user', question]]) }),
  call({ id: '02', trace, parent: '01', at: at + 5, attributes: talk([], answer) }),
];
const told = (...turns: ReturnType<typeof turn>[]) => linesOf(tellConversation(turns.flat()));
const first = turn('a1', 0, 'Go on.', 'First step.');

test('a question of a later trace is told again, also where only the span around its call says it', () => {
  const other = turn('b1', 100, 'Is it dry?', 'Yes.');
  expect(told(first, other, turn('c1', 200, 'Go on.', 'Second step.'))).toEqual([
    'user: Go on.',
    'assistant: First step.',
    'user: Is it dry?',
    'assistant: Yes.',
    'user: Go on.',
    'assistant: Second step.',
  ]);
});

test('a trace that began before the other had answered passes the question on', () => {
  expect(told(first, turn('b1', 3, 'Go on.', 'Second step.'))).toEqual([
    'user: Go on.',
    'assistant: First step.',
    'assistant: Second step.',
  ]);
});
