import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, talk } from '../testing/build-span.ts';

describe("GitHub Copilot's attributes", () => {
  test('add what the model thought to what it said', () => {
    const attributes = { ...talk([['user', 'Rain?']], 'No.'), 'copilot_chat.reasoning_content': 'Hm.' };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: Rain?',
      'assistant: (Hm.) + No.',
    ]);
  });

  test('say that there were thoughts that only the provider can read', () => {
    const attributes = {
      ...talk([['user', 'Rain?']], 'No.'),
      'copilot_chat.reasoning_content': '[encrypted]',
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: Rain?',
      'assistant: redacted_reasoning="[encrypted]" + No.',
    ]);
  });

  test('hold what the person typed, and thoughts without words', () => {
    const typed = agent({ id: '01', attributes: { 'copilot_chat.user_request': 'Rain?' } });
    expect(linesOf(conversationOfSpan(typed))).toEqual(['user: Rain?']);
    const thought = call({ id: '01', attributes: { 'copilot_chat.reasoning_content': 'Hm.' } });
    expect(linesOf(conversationOfSpan(thought))).toEqual(['assistant: (Hm.)']);
  });
});

test('what a hook was given and answered is told by its own span, and is no part of the talk', () => {
  const attributes = { 'copilot_chat.hook_input': '{"tool":"rain"}', 'copilot_chat.hook_output': 'Not now.' };
  const hook = chain({ id: '02', parent: '00', at: 2, attributes });
  expect(JSON.stringify(conversationOfSpan(hook).messages)).toMatch(/rain.*Not now\./);
  const asked = call({ id: '01', parent: '00', at: 1, attributes: talk([['user', 'Rain?']], 'No.') });
  expect(linesOf(tellConversation([agent({ id: '00', ms: 90 }), asked, hook]))).toEqual([
    'user: Rain?',
    'assistant: No.',
  ]);
});

const failed = ({ span, record, ...rest }: ConversationSpan, statusMessage: string): ConversationSpan => ({
  ...rest,
  span: { ...span, has_error: true },
  record: { ...record, statusCode: 2, statusMessage },
});

test("why a call of Copilot CLI failed is told by its session's words, where it has some", () => {
  const asked = call({ id: '01', parent: '00', at: 1, attributes: talk([['user', 'Rain?']]) });
  const spans = [agent({ id: '00', ms: 90 }), failed(asked, 'Model call failed')] as const;
  expect(linesOf(tellConversation(spans))).toEqual(['user: Rain?', 'assistant: null! Model call failed']);
  expect(linesOf(tellConversation([failed(spans[0], 'Session error: 400 No.'), spans[1]]))).toEqual([
    'user: Rain?',
    'assistant: null! Session error: 400 No.',
  ]);
});
