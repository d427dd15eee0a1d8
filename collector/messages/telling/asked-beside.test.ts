import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { call, linesOf, talk } from '../testing/build-span.ts';

type Said = readonly [role: string, text: string];

/** Calls one after the other, each with its trace, its instructions, its history and its answer. */
type Asked = readonly [trace: string, instructions: string, history: readonly Said[], answer: string];

const spansOf = (calls: readonly Asked[]): readonly ConversationSpan[] =>
  calls.map(([trace, instructions, history, answer], index) =>
    call({
      id: String(index).padStart(2, '0'),
      trace,
      at: index * 20,
      attributes: talk([['system', instructions], ...history], answer),
    }),
  );

const wordsTold = (calls: readonly Asked[]): readonly string[] =>
  linesOf(tellConversation(spansOf(calls))).filter((line) => !line.startsWith('system'));

const user = (words: string): Said => ['user', words];
const assistant = (words: string): Said => ['assistant', words];

describe.each([
  ['other words each time', ['Rain?', 'Snow?', 'Wind?']],
  ['the same words each time', ['yes', 'yes', 'yes']],
])('a person who says %s says them once a turn, whoever is asked', (_, asked) => {
  const turns = asked.map((words, turn) => ({ trace: `a${turn}`, words, answer: `Answer ${turn}` }));
  const route = ({ trace, words }: (typeof turns)[number]): Asked => [
    trace,
    'Is it safe?',
    [user(words)],
    'safe',
  ];
  const answer = ({ trace, words, answer: own }: (typeof turns)[number], turn: number): Asked => {
    const before = turns.slice(0, turn).flatMap((one) => [user(one.words), assistant(one.answer)]);
    return [trace, 'Help.', [...before, user(words)], own];
  };

  test('a router before the model that answers', () => {
    const calls = turns.flatMap((one, turn) => [route(one), answer(one, turn)]);
    expect(wordsTold(calls)).toEqual(
      turns.flatMap(({ words, answer: own }) => [`user: ${words}`, 'assistant: safe', `assistant: ${own}`]),
    );
  });

  test('a guardrail behind it', () => {
    const calls = turns.flatMap((one, turn) => [answer(one, turn), route(one)]);
    expect(wordsTold(calls)).toEqual(
      turns.flatMap(({ words, answer: own }) => [`user: ${words}`, `assistant: ${own}`, 'assistant: safe']),
    );
  });
});

test('a picture beside the words is said once as well', () => {
  const shown = (words: string) => ({
    role: 'user',
    parts: [
      { type: 'text', content: words },
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'aWNvbg==' },
    ],
  });
  const [start, answer] = [talk([user('Hi')], 'Hello.'), talk([], 'Yes.')];
  const asking = (history: readonly unknown[], instructions: string) => ({
    ...answer,
    'gen_ai.system_instructions': instructions,
    'gen_ai.input.messages': JSON.stringify(history),
  });
  const said = ({ role, text }: { role: string; text: string }) => ({
    role,
    parts: [{ type: 'text', content: text }],
  });
  const before = [said({ role: 'user', text: 'Hi' }), said({ role: 'assistant', text: 'Hello.' })];
  const spans = [
    call({ id: '00', trace: 'a0', attributes: { ...start, 'gen_ai.system_instructions': 'Help.' } }),
    call({ id: '01', trace: 'a1', at: 20, attributes: asking([shown('A dog?')], 'Route.') }),
    call({ id: '02', trace: 'a1', at: 40, attributes: asking([...before, shown('A dog?')], 'Help.') }),
  ];
  const lines = linesOf(tellConversation(spans)).filter((line) => line.startsWith('user'));
  expect(lines).toEqual(['user: Hi', 'user: A dog? + image image/png aWNvbg==']);
});

describe('the same words are said again', () => {
  test('where they are asked in the same way', () => {
    const calls: readonly Asked[] = [
      ['a0', 'Help.', [user('yes')], 'A'],
      ['a0', 'Help.', [user('start'), assistant('started'), user('yes')], 'B'],
    ];
    expect(wordsTold(calls).filter((line) => line === 'user: yes')).toHaveLength(2);
  });

  test('where what stands before them was said after the first ones', () => {
    const calls: readonly Asked[] = [
      ['a0', 'Help.', [user('yes')], 'A'],
      ['a0', 'Do it.', [user('More'), user('yes')], 'Done.'],
    ];
    expect(wordsTold(calls)).toEqual([
      'user: yes',
      'assistant: A',
      'user: More',
      'user: yes',
      'assistant: Done.',
    ]);
  });

  test('where each stands in a history of its own', () => {
    const calls: readonly Asked[] = [
      ['a0', 'Plan.', [user('Plan it.')], 'Half a plan'],
      ['a0', 'Write.', [user('Write it.')], 'Half a text'],
      ['a0', 'Plan.', [user('Plan it.'), assistant('Half a plan'), user('Go on.')], 'a plan'],
      ['a0', 'Write.', [user('Write it.'), assistant('Half a text'), user('Go on.')], 'a text'],
    ];
    expect(wordsTold(calls).slice(4)).toEqual([
      'user: Go on.',
      'assistant: a plan',
      'user: Go on.',
      'assistant: a text',
    ]);
  });

  test('in another trace', () => {
    const calls: readonly Asked[] = [
      ['a0', 'Route.', [user('yes')], 'A'],
      ['a1', 'Help.', [user('start'), assistant('started'), user('yes')], 'B'],
    ];
    expect(wordsTold(calls).filter((line) => line === 'user: yes')).toHaveLength(2);
  });
});
