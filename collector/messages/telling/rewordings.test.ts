import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
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
