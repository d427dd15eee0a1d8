import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, linesOf } from '../testing/build-span.ts';

type Block = Readonly<Record<string, unknown>>;

const user = (content: string): Block => ({ role: 'user', parts: [{ type: 'text', content }] });
const assistant = (...parts: readonly Block[]): Block => ({ role: 'assistant', parts });
const turn = (id: string, at: number, history: readonly Block[], answer: Block) =>
  call({
    id,
    at,
    attributes: {
      'gen_ai.input.messages': JSON.stringify(history),
      'gen_ai.output.messages': JSON.stringify([answer]),
    },
  });

test('a history that leaves sources and hidden thoughts out is the same history', () => {
  const full = assistant(
    { type: 'redacted_thinking', data: 'x' },
    {
      type: 'text',
      text: 'Wet.',
      annotations: [{ type: 'url_citation', url: 'https://e.test/', title: 'Rome' }],
    },
  );
  const plain = assistant({ type: 'text', content: 'Wet.' });
  const spans = [
    turn('01', 0, [user('Rain?')], full),
    turn('02', 50, [user('Rain?'), plain, user('And?')], assistant({ type: 'text', content: 'Cold.' })),
  ];
  const told = linesOf(tellConversation(spans));
  expect(told.map((line) => line.replace(/=.*? \+|=\[.*$/g, ' +'))).toEqual([
    'user: Rain?',
    'assistant: redacted_reasoning + Wet. + citations +',
    'user: And?',
    'assistant: Cold.',
  ]);
});

test('a refusal that a history holds as plain words is told once, as a refusal', () => {
  const spans = [
    turn('01', 0, [user('Rain?')], assistant({ type: 'refusal', refusal: 'I will not say.' })),
    turn(
      '02',
      50,
      [user('Rain?'), assistant({ type: 'text', content: 'I will not say.' }), user('And?')],
      assistant({ type: 'text', content: 'Cold.' }),
    ),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Rain?',
    'assistant: refusal="I will not say."',
    'user: And?',
    'assistant: Cold.',
  ]);
});

test('sources that only another copy of an answer has are added to it', () => {
  const answer = assistant({ type: 'text', content: 'Wet.' });
  const copy = assistant({
    type: 'text',
    text: 'Wet.',
    citations: [{ url: 'https://e.test/', title: 'Rome' }],
  });
  const spans = [
    turn('01', 0, [user('Rain?')], answer),
    turn('02', 50, [user('Rain?'), copy, user('And?')], assistant({ type: 'text', content: 'Cold.' })),
  ];
  expect(linesOf(tellConversation(spans))[1]).toMatch(/^assistant: Wet\. \+ citations=/);
});

test('two answers of hidden thoughts alone are two', () => {
  const hidden = (data: string) => assistant({ type: 'redacted_thinking', data });
  const spans = [turn('01', 0, [user('a')], hidden('x')), turn('02', 50, [user('b')], hidden('y'))];
  expect(linesOf(tellConversation(spans))).toHaveLength(4);
});
