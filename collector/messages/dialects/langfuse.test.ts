import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, chain, linesOf, span, tool } from '../testing/build-span.ts';

const observed = (input: unknown, output: unknown) => ({
  'langfuse.observation.input': typeof input === 'string' ? input : JSON.stringify(input),
  'langfuse.observation.output': typeof output === 'string' ? output : JSON.stringify(output),
});

describe("observations of Langfuse's SDKs", () => {
  test('of the Responses API hold its items, and its instructions in the metadata', () => {
    const attributes = {
      ...observed('Rain?', [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'function_call', call_id: 'c1', name: 'rain', arguments: '{"city":"Rome"}' },
      ]),
      'langfuse.observation.metadata.instructions': 'Be brief.',
      'langfuse.observation.metadata.tools': '[{"type":"function","name":"rain","parameters":{}}]',
    };
    const conversation = conversationOfSpan(call({ id: '01', attributes }));
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Rain?',
      'assistant: (Hm.) + rain({"city":"Rome"})#c1',
    ]);
    expect(conversation.tools.map(({ name }) => name)).toEqual(['rain']);
  });

  test('of functions show what went in and came out', () => {
    const attributes = observed({ args: ['Rome', 3], kwargs: {} }, { mm: 3, days: [1] });
    expect(linesOf(conversationOfSpan(chain({ id: '01', attributes })))).toEqual([
      'user: null={"args":["Rome",3],"kwargs":{}}',
      'assistant: null={"mm":3,"days":[1]}',
    ]);
  });

  test("of LangChain's tools hold the message that answers: what it says, of which call", () => {
    const message = {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'ToolMessage'],
      kwargs: { status: 'error', content: '{"mm":3}', tool_call_id: 'c1', name: 'rain', artifact: null },
    };
    const attributes = observed({ city: 'Rome' }, message);
    expect(linesOf(conversationOfSpan(tool({ id: '01', attributes, span: { tool_name: 'rain' } })))).toEqual([
      'assistant: rain({"city":"Rome"})#c1',
      'tool: failed {"mm":3}#c1',
    ]);
  });

  test('of functions that threw tell it once, as their failure', () => {
    const attributes = {
      ...observed('{"city":"Rom"}', { error: 'TypeError: No "Rom".' }),
      'langfuse.observation.status_message': 'No "Rom".',
    };
    const failed = { attributes, span: { has_error: true } };
    const lines = ['user: Rom', 'assistant: TypeError! No "Rom".'];
    expect(linesOf(conversationOfSpan(chain({ id: '01', ...failed })))).toEqual(lines);
    expect(
      linesOf(
        tellConversation([
          chain({ id: '00', ms: 100, ...failed }),
          chain({ id: '01', parent: '00', at: 1, ...failed }),
        ]),
      ),
    ).toEqual(lines);
    expect(
      linesOf(
        tellConversation([tool({ id: '01', attributes, span: { ...failed.span, tool_name: 'rain' } })]),
      ),
    ).toEqual(['assistant: rain({"city":"Rom"})#null', 'assistant: TypeError! No "Rom".']);
  });

  test('of functions whose result names an error that is not what they threw show it', () => {
    const attributes = {
      ...observed('Rain?', { error: 'no rain' }),
      'langfuse.observation.status_message': 'Bad input.',
    };
    expect(linesOf(conversationOfSpan(chain({ id: '01', attributes, span: { has_error: true } })))).toEqual([
      'user: Rain?',
      'assistant: no rain',
      'assistant: null! Bad input.',
    ]);
  });

  test('of a trace stand on its root where the root is no observation of words', () => {
    const root = span({
      id: '00',
      attributes: { 'langfuse.trace.input': 'Rain?', 'langfuse.trace.output': 'No.' },
    });
    expect(linesOf(conversationOfSpan(root))).toEqual(['user: Rain?', 'assistant: No.']);
  });

  test('of a run with a tool are one conversation', () => {
    const user = { role: 'user', content: 'Rain?' };
    const called = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'rain', arguments: '{"city":"Rome"}' } }],
    };
    const spans = [
      chain({ id: '00', ms: 100, attributes: observed('Rain?', 'Wet.') }),
      call({ id: '01', parent: '00', at: 1, attributes: observed({ messages: [user] }, called) }),
      tool({
        id: '02',
        parent: '00',
        at: 20,
        attributes: observed({ city: 'Rome' }, 'wet'),
        span: { tool_name: 'rain' },
      }),
      call({
        id: '03',
        parent: '00',
        at: 40,
        attributes: observed(
          { messages: [user, called, { role: 'tool', tool_call_id: 'c1', content: 'wet' }] },
          { role: 'assistant', content: 'Wet.' },
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Rain?',
      'assistant: rain({"city":"Rome"})#c1',
      'tool: "wet"#c1',
      'assistant: Wet.',
    ]);
  });
});
