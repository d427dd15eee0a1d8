import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

describe("Gemini CLI's older attributes", () => {
  test('hold the contents of a request and its answer', () => {
    const attributes = {
      'input-json': '{"model":"gemini","contents":[{"role":"user","parts":[{"text":"Rain?"}]}]}',
      'output-json':
        '{"candidates":[{"content":{"role":"model","parts":[{"text":"No."}]},"finishReason":"STOP"}]}',
    };
    const told = conversationOfSpan(call({ id: '01', attributes }));
    expect(linesOf(told)).toEqual(['user: Rain?', 'assistant: No.']);
    expect(told.messages[1]?.finish_reason).toBe('STOP');
  });

  test('hold what a tool took and gave', () => {
    const attributes = { 'input-json': '{"path":"a"}', 'output-json': '{"text":"words"}' };
    expect(linesOf(conversationOfSpan(tool({ id: '01', attributes, span: { tool_name: 'read' } })))).toEqual([
      'assistant: read({"path":"a"})#null',
      'tool: "words"#null',
    ]);
  });
});
