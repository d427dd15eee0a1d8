import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { call, linesOf, talk, tool } from '../testing/build-span.ts';

type Said = readonly [role: string, text: string];

const user = (words: string): Said => ['user', words];
const assistant = (words: string): Said => ['assistant', words];

describe('a ReAct loop that writes what a tool said behind the answer that called it', () => {
  const steps = [1, 2, 3].map((step) => `Thought: step ${step}\nAction: search\nAction Input: {"q":${step}}`);
  const observed = steps.map((words, index) => assistant(`${words}\nObservation: found ${index + 1}`));
  const search = (index: number, found: string) =>
    tool({
      id: `1${index}`,
      at: index * 40 + 20,
      attributes: {
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments': JSON.stringify({ q: index + 1 }),
        'gen_ai.tool.call.result': found,
      },
    });
  const ask = (index: number, answer: string) =>
    call({
      id: `0${index}`,
      at: index * 40,
      attributes: talk([user('Search.'), ...observed.slice(0, index)], answer),
    });

  test('says each step once', () => {
    const spans = steps.flatMap((words, index) => [ask(index, words), search(index, `found ${index + 1}`)]);
    expect(linesOf(tellConversation([...spans, ask(3, 'Done.')]))).toEqual([
      'user: Search.',
      ...steps.flatMap((words, index) => [
        `assistant: ${words}`,
        `assistant: search({"q":${index + 1}})#null`,
        `tool: "found ${index + 1}"#null`,
      ]),
      'assistant: Done.',
    ]);
  });

  test.each([
    ['no span of a tool says', []],
    ['the span of the tool does not say', [search(0, 'nothing')]],
  ])('loses nothing that %s', (_, tools) => {
    const lines = linesOf(tellConversation([ask(0, steps[0]!), ...tools, ask(1, 'Done.')]));
    expect(lines).toContain(`assistant: ${steps[0]}\nObservation: found 1`);
  });
});

describe('answers that come into histories', () => {
  const LONG = 'Apples are the round fruit of a tree, grown all over the world.';
  const turns = (answered: string, kept: string): readonly string[] =>
    linesOf(
      tellConversation([
        call({ id: '01', trace: 'a1', attributes: talk([user('What?')], answered) }),
        call({
          id: '02',
          trace: 'a2',
          at: 20,
          attributes: talk([user('What?'), assistant(kept), user('Sure?')], 'Yes.'),
        }),
        call({
          id: '03',
          trace: 'a3',
          at: 40,
          attributes: talk(
            [user('What?'), assistant(kept), user('Sure?'), assistant('Yes.'), user('Fine.')],
            'Bye.',
          ),
        }),
      ]),
    );

  test.each([
    ['thoughts before them', `<think>\nThey ask.\n</think>\n\n${LONG}`, LONG],
    ['thoughts before short ones', '<think>\nThey ask.\n</think>\n\n42', '42'],
    ['thoughts that the prompt began', 'They ask.\n</think>\n\n42', '42'],
    ['thoughts behind them', 'It is 42. <thinking>Or is it?</thinking>', 'It is 42.'],
    ['a fence of code around them', '```json\n{"a": 1}\n```', '{"a": 1}'],
    ['words around a sentence', `Well… ${LONG} Right?`, LONG],
  ])('without %s are told once', (_, answered, kept) => {
    expect(turns(answered, kept)).toEqual([
      'user: What?',
      `assistant: ${answered}`,
      'user: Sure?',
      'assistant: Yes.',
      'user: Fine.',
      'assistant: Bye.',
    ]);
  });

  test.each([
    ['short words that another answer holds', 'No, not the 42.', '42'],
    ['more than was answered', LONG, `${LONG} [1] A book of trees`],
  ])('as %s are told as well', (_, answered, kept) => {
    expect(turns(answered, kept).slice(0, 3)).toEqual([
      'user: What?',
      `assistant: ${answered}`,
      `assistant: ${kept}`,
    ]);
  });
});

test('a call without an id is told once where its history leaves out what the model left open', () => {
  const asked = textMessage('user', 'Rain?');
  const called = (args: unknown) => ({
    role: 'assistant',
    parts: [{ type: 'tool_call', name: 'get_weather', arguments: args }],
  });
  const answer = { role: 'tool', parts: [{ type: 'tool_call_response', response: 'dry' }] };
  const spans = [
    call({ id: '01', attributes: messagesOf([asked], [called({ city: 'Oslo', unit: null })]) }),
    call({
      id: '02',
      at: 20,
      attributes: messagesOf([asked, called({ city: 'Oslo' }), answer], [textMessage('assistant', 'Dry.')]),
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Rain?',
    'assistant: get_weather({"city":"Oslo","unit":null})#null',
    'tool: "dry"#null',
    'assistant: Dry.',
  ]);
});
