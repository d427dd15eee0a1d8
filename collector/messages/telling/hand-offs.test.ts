import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer } from '../testing/build-messages.ts';
import { agent, call, linesOf, tool } from '../testing/build-span.ts';

const asked = textMessage('user', 'What is 2 + 2?');
const handOff = {
  role: 'assistant',
  parts: [{ type: 'tool_call', id: 'h1', name: 'transfer_to_tutor', arguments: {} }],
};
const result = toolAnswer('h1', { assistant: 'tutor' });

const instructed = (by: string) => ({ 'gen_ai.system_instructions': `You are the ${by}.` });

/** An agent hands a question on to another, whose call has `history`. */
const spansOf = (history: readonly unknown[], handedOn?: Readonly<Record<string, string>>) => [
  agent({ id: '00', ms: 20, span: { agent_name: 'desk' } }),
  call({
    id: '01',
    parent: '00',
    attributes: { ...instructed('desk'), ...messagesOf([asked], [handOff]) },
  }),
  ...(handedOn === undefined ? [] : [tool({ id: '02', parent: '00', at: 10, ms: 10, attributes: handedOn })]),
  agent({ id: '03', at: 21, ms: 20, span: { agent_name: 'tutor' } }),
  call({
    id: '04',
    parent: '03',
    at: 22,
    attributes: { ...instructed('tutor'), ...messagesOf(history, [textMessage('assistant', '4')]) },
  }),
];

describe('the result of a hand-off comes before the next agent is instructed', () => {
  const span = { 'gen_ai.tool.name': 'transfer_to_tutor', 'gen_ai.tool.call.id': 'h1' };

  test.each([
    ['where only the history of that one tells it', [asked, handOff, result], undefined],
    ['where a span of its own does not', [asked, handOff, result], span],
    [
      'where a span tells it, too',
      [asked, handOff, result],
      { ...span, 'gen_ai.tool.call.result': '{"assistant":"tutor"}' },
    ],
    ['where that history leaves out what came before it', [result], undefined],
    [
      'where that history leaves it out',
      [asked],
      { ...span, 'gen_ai.tool.call.result': '{"assistant":"tutor"}' },
    ],
  ])('%s, and is of the first', (_, history, handedOn) => {
    const conversation = tellConversation(spansOf(history, handedOn));
    expect(conversation.messages[3]).toMatchObject({
      agent_name: 'desk',
      parts: [{ type: 'tool_call_response', name: 'transfer_to_tutor' }],
    });
    expect(linesOf(conversation)).toEqual([
      'system: You are the desk.',
      'user: What is 2 + 2?',
      'assistant: transfer_to_tutor({})#h1',
      'tool: {"assistant":"tutor"}#h1',
      'system: You are the tutor.',
      'assistant: 4',
    ]);
  });
});

test('instructions come before what a person says after them', () => {
  const thanks = textMessage('user', 'Thanks. And 3 + 3?');
  expect(linesOf(tellConversation(spansOf([asked, handOff, result, thanks])))).toEqual([
    'system: You are the desk.',
    'user: What is 2 + 2?',
    'assistant: transfer_to_tutor({})#h1',
    'tool: {"assistant":"tutor"}#h1',
    'system: You are the tutor.',
    'user: Thanks. And 3 + 3?',
    'assistant: 4',
  ]);
});

test('instructions come first where nothing of a history was told', () => {
  const spans = spansOf([asked, handOff, result]).filter(({ record }) => record.spanId > '02');
  expect(linesOf(tellConversation(spans))).toEqual([
    'system: You are the tutor.',
    'user: What is 2 + 2?',
    'assistant: transfer_to_tutor({})#h1',
    'tool: {"assistant":"tutor"}#h1',
    'assistant: 4',
  ]);
});
