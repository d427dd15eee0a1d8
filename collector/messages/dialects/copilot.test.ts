import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { agent, call, linesOf, talk } from '../testing/build-span.ts';

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
