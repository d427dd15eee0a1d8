import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { agent, call, linesOf, log, talk, tool } from '../testing/build-span.ts';

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

describe("Gemini CLI's log records", () => {
  const prompt = log('', 'User prompt. Length: 5.', {
    'event.name': 'gemini_cli.user_prompt',
    prompt: 'Rain?',
  });

  test('hold what was typed and what was answered', () => {
    expect(linesOf(conversationOfSpan(agent({ id: '01', logs: [prompt] })))).toEqual(['user: Rain?']);
    for (const text of ['No.', '[{"role":"assistant","parts":[{"type":"text","content":"No."}]}]']) {
      const answer = log('gemini_cli.api_response', 'API response.', { response_text: text });
      expect(linesOf(conversationOfSpan(call({ id: '01', logs: [answer] })))).toEqual(['assistant: No.']);
    }
  });

  test('hold what a tool was told, and why it failed', () => {
    const logs = [
      log('gemini_cli.tool_call', null, { function_args: '{"path":"a"}', success: false, error: 'gone' }),
    ];
    expect(linesOf(conversationOfSpan(tool({ id: '01', logs, span: { tool_name: 'read' } })))).toEqual([
      'assistant: read({"path":"a"})#null',
      'tool: failed "gone"#null',
    ]);
  });

  test('say nothing beside what the span says itself', () => {
    const span = call({ id: '01', attributes: talk([['user', 'Snow?']], 'No.'), logs: [prompt] });
    expect(linesOf(conversationOfSpan(span))).toEqual(['user: Snow?', 'assistant: No.']);
  });
});
