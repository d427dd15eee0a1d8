import { expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { agent, call, linesOf } from '../testing/build-span.ts';

const says = (role: string, content: string, name?: string) => ({
  role,
  parts: [{ type: 'text', content }],
  ...(name === undefined ? {} : { name }),
});
const DRAFT = 'Bees make honey.';
const REVIEW = 'Say that it is sweet.';
const BETTER = 'Bees make honey, which is sweet.';
const WRITER = says('system', 'You write.');
const CRITIC = says('system', 'You criticize.');
const ASKED = says('user', 'Write about honey.', 'user');

function turn(index: number, name: string, input: readonly unknown[], answer: string): ConversationSpan[] {
  const id = String(index);
  const attributes = {
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([says('assistant', answer)]),
  };
  return [
    agent({ id: `a${id}`, parent: '00', at: index * 20, ms: 15, span: { agent_name: name } }),
    call({ id: `c${id}`, parent: `a${id}`, at: index * 20 + 1, attributes }),
  ];
}

/** A group chat whose members have what others said as a user's words; the first under the name `writer`. */
const chat = (writer: string): readonly ConversationSpan[] => [
  agent({ id: '00', ms: 200 }),
  ...turn(0, 'writer', [WRITER, ASKED], DRAFT),
  ...turn(1, 'critic', [CRITIC, ASKED, says('user', DRAFT, writer)], REVIEW),
  ...turn(2, 'writer', [WRITER, ASKED, says('assistant', DRAFT), says('user', REVIEW, 'critic')], BETTER),
  ...turn(
    3,
    'critic',
    [CRITIC, ASKED, says('user', DRAFT, writer), says('assistant', REVIEW), says('user', BETTER, 'writer')],
    'APPROVE',
  ),
];

test('what other agents said is not told again as the words of a user of their name', () => {
  const conversation = tellConversation(chat('writer'));
  expect(linesOf(conversation)).toEqual([
    'system: You write.',
    'user: Write about honey.',
    `assistant: ${DRAFT}`,
    'system: You criticize.',
    `assistant: ${REVIEW}`,
    `assistant: ${BETTER}`,
    'assistant: APPROVE',
  ]);
  expect(conversation.messages[2]?.carried_by).toEqual(['c0', 'c1', 'c2', 'c3']);
});

test('the same words under the name of somebody else are told as theirs', () => {
  expect(linesOf(tellConversation(chat('reader')))).toContain(`user: ${DRAFT}`);
});

test('another trace is another chat', () => {
  const other = call({
    id: 'd0',
    trace: 'b1',
    at: 300,
    attributes: { 'gen_ai.input.messages': JSON.stringify([says('user', BETTER, 'writer')]) },
  });
  expect(linesOf(tellConversation([...chat('writer'), other])).at(-1)).toBe(`user: ${BETTER}`);
});
