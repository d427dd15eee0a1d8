import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, log, tool } from '../testing/build-span.ts';

const REQUEST = 'gcp.vertex.agent.llm_request';
const RESPONSE = 'gcp.vertex.agent.llm_response';

const asked = (...contents: readonly unknown[]): string =>
  JSON.stringify({ model: 'gemini', contents, config: { system_instruction: 'Be brief.' } });
const user = { role: 'user', parts: [{ text: 'Rain?' }] };
const called = {
  role: 'model',
  parts: [{ function_call: { id: 'a1', name: 'rain', args: { city: 'Rome' } } }],
};
const answered = {
  role: 'user',
  parts: [{ function_response: { id: 'a1', name: 'rain', response: { result: 'wet' } } }],
};

describe("attributes of Google's ADK", () => {
  test('of the end of a stream say nothing, unless it ended before its time', () => {
    const end = (finishReason: string) =>
      call({
        id: '01',
        attributes: {
          [REQUEST]: asked(user),
          [RESPONSE]: JSON.stringify({
            usageMetadata: { totalTokenCount: 12 },
            finishReason,
            partial: false,
          }),
        },
      });
    const lines = ['system: Be brief.', 'user: Rain?'];
    expect(linesOf(conversationOfSpan(end('STOP')))).toEqual(lines);
    expect(linesOf(conversationOfSpan(end('SAFETY')))).toHaveLength(3);
  });

  test('of a run with a tool are one conversation', () => {
    const spans = [
      agent({ id: '00', ms: 100, span: { agent_name: 'desk' } }),
      call({
        id: '01',
        parent: '00',
        at: 1,
        attributes: { [REQUEST]: asked(user), [RESPONSE]: JSON.stringify({ content: called }) },
      }),
      tool({
        id: '02',
        parent: '01',
        at: 5,
        attributes: {
          'gen_ai.tool.name': 'rain',
          'gen_ai.tool.call.id': 'a1',
          'gcp.vertex.agent.tool_call_args': '{"city":"Rome"}',
          'gcp.vertex.agent.tool_response': '{"result":"wet"}',
        },
      }),
      call({
        id: '03',
        parent: '00',
        at: 20,
        attributes: {
          [REQUEST]: asked(user, called, answered),
          [RESPONSE]: '{"content":{"role":"model","parts":[{"text":"It is wet."}]},"finish_reason":"STOP"}',
        },
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Rain?',
      'assistant: rain({"city":"Rome"})#a1',
      'tool: {"result":"wet"}#a1',
      'assistant: It is wet.',
    ]);
    expect(conversation.messages.at(-1)?.finish_reason).toBe('STOP');
  });

  test('hold what a live session was sent, and an answer that is none', () => {
    const sent = chain({ id: '01', attributes: { 'gcp.vertex.agent.data': JSON.stringify([user]) } });
    expect(linesOf(conversationOfSpan(sent))).toEqual(['user: Rain?']);
    const cut = call({
      id: '01',
      attributes: { [RESPONSE]: '{"errorCode":"SAFETY","errorMessage":"Blocked."}' },
    });
    expect(linesOf(conversationOfSpan(cut))).toEqual([
      'assistant: null={"errorCode":"SAFETY","errorMessage":"Blocked."}',
    ]);
  });

  test('of a tool without an answer, or with an error for one', () => {
    const use = (response: string) =>
      linesOf(
        conversationOfSpan(
          tool({
            id: '01',
            attributes: {
              'gen_ai.tool.name': 'rain',
              'gcp.vertex.agent.tool_call_args': '{}',
              'gcp.vertex.agent.tool_response': response,
            },
          }),
        ),
      );
    expect(use('{"result":"<not specified>"}')).toEqual(['assistant: rain({})#null']);
    expect(use('{"error":"No such city."}')).toEqual([
      'assistant: rain({})#null',
      'tool: failed {"error":"No such city."}#null',
    ]);
  });

  test('are told where the span inside elided its words', () => {
    const outer = call({
      id: '00',
      ms: 20,
      attributes: {
        [REQUEST]: asked(user),
        [RESPONSE]: '{"content":{"role":"model","parts":[{"text":"No."}]}}',
      },
    });
    const elided = new Map([['content', '<elided>']]);
    const inner = call({
      id: '01',
      parent: '00',
      at: 1,
      logs: [log('gen_ai.user.message', elided), log('gen_ai.choice', elided)],
    });
    expect(linesOf(tellConversation([outer, inner]))).toEqual([
      'system: Be brief.',
      'user: Rain?',
      'assistant: No.',
    ]);
  });
});
