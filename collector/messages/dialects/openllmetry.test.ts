import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, chain, linesOf, talk, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

describe('flattened prompts of OpenLLMetry', () => {
  test('lose nothing: unknown blocks, names, refusals, old function calls, definitions', () => {
    const attributes = {
      'gen_ai.system': 'OpenAI',
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': 'tok-1',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': '[{"type":"text","text":"tok-2"},{"type":"hologram","data":"tok-3"}]',
      'gen_ai.prompt.2.role': 'assistant',
      'gen_ai.prompt.2.content': 'tok-4',
      'gen_ai.prompt.2.tool_calls.0.id': 'tok-5',
      'gen_ai.prompt.2.tool_calls.0.name': 'tok-6',
      'gen_ai.prompt.2.tool_calls.0.arguments': '{"a":"tok-7"}',
      'gen_ai.prompt.3.role': 'tool',
      'gen_ai.prompt.3.content': 'tok-8',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.function_call.name': 'tok-9',
      'gen_ai.completion.0.function_call.arguments': '{"b":"tok-10"}',
      'gen_ai.completion.1.role': 'assistant',
      'gen_ai.completion.1.content': 'tok-11',
      'llm.request.functions.0.name': 'tok-12',
      'llm.request.functions.0.parameters': '{"type":"tok-13"}',
    };
    expect(toldTokens(conversationOfSpan(call({ id: '01', attributes })))).toEqual(tokensIn(attributes));
  });

  test('are whole: what a limit of attributes left of the first is no message', () => {
    const attributes = {
      'gen_ai.prompt.7.content': 'cut into',
      'gen_ai.prompt.8.role': 'user',
      'gen_ai.prompt.8.content': 'Hi',
      'gen_ai.completion.0.content': 'Hello.',
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: Hi',
      'assistant: Hello.',
    ]);
  });

  test('bear the names of 2023 too', () => {
    const attributes = {
      'llm.prompts.0.user': 'Hi',
      'llm.completions.0.content': 'Hello.',
      'llm.completions.0.finish_reason': 'stop',
    };
    const conversation = conversationOfSpan(call({ id: '01', attributes }));
    expect(linesOf(conversation)).toEqual(['user: Hi', 'assistant: Hello.']);
    expect(conversation.messages[1]?.finish_reason).toBe('stop');
  });

  test('keep two choices apart where a provider can give two', () => {
    const answers = { 'gen_ai.completion.0.content': 'One.', 'gen_ai.completion.1.content': 'Two.' };
    const lines = (system: string) =>
      linesOf(conversationOfSpan(call({ id: '01', attributes: { ...answers, 'gen_ai.system': system } })));
    expect(lines('OpenAI')).toEqual(['assistant: One.', 'assistant: Two.']);
    expect(lines('Anthropic')).toEqual(['assistant: One. + Two.']);
  });

  test('that leave the calls of a turn out of the history have its answers told once, after the calls', () => {
    const history = {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Rain?',
    };
    const first = call({
      id: '01',
      attributes: {
        ...history,
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.name': 'see',
        'gen_ai.completion.0.tool_calls.0.arguments': '{"at":"here"}',
        'gen_ai.completion.0.tool_calls.1.name': 'see',
        'gen_ai.completion.0.tool_calls.1.arguments': '{"at":"there"}',
      },
    });
    const second = call({
      id: '04',
      at: 60,
      attributes: {
        ...history,
        'gen_ai.prompt.1.role': 'assistant',
        'gen_ai.prompt.1.content': 'null',
        'gen_ai.prompt.2.role': 'tool',
        'gen_ai.prompt.2.content': 'dry',
        'gen_ai.prompt.3.role': 'tool',
        'gen_ai.prompt.3.content': 'wet',
        'gen_ai.completion.0.content': 'Both.',
      },
    });
    const use = (id: string, at: number, where: string, output: string) =>
      tool({
        id,
        at,
        attributes: {
          'traceloop.entity.name': 'see',
          'traceloop.entity.input': `{"args":[],"kwargs":{"at":"${where}"}}`,
          'traceloop.entity.output': `"${output}"`,
        },
      });
    const spans = [first, use('02', 20, 'here', 'dry'), use('03', 40, 'there', 'wet'), second];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Rain?',
      'assistant: see({"at":"here"})#null + see({"at":"there"})#null',
      'tool: "dry"#null',
      'tool: "wet"#null',
      'assistant: Both.',
    ]);
  });
});

describe("an entity's input and output", () => {
  test.each([
    ['arguments by place', '{"args":["tok-1","tok-2"],"kwargs":{}}'],
    ['arguments by name', '{"args":[],"kwargs":{"a":"tok-1","b":"tok-2"}}'],
    ['both', '{"args":["tok-1"],"kwargs":{"b":"tok-2"}}'],
    ['the inputs of a LangChain run', '{"inputs":{"a":"tok-1","b":{"c":"tok-2"}},"tags":[],"kwargs":{}}'],
    ['a text', 'tok-1 and tok-2'],
    ['messages', '{"inputs":{"messages":[["human","tok-1"],{"role":"user","content":"tok-2"}]}}'],
    ['any JSON', '[{"x":"tok-1"},"tok-2"]'],
  ])('are told, being %s', (_what, input) => {
    const attributes = {
      'traceloop.entity.input': input,
      'traceloop.entity.output': '{"outputs":{"z":"tok-3"},"kwargs":{}}',
    };
    expect(toldTokens(conversationOfSpan(chain({ id: '01', attributes })))).toEqual(tokensIn(attributes));
  });
});

test('the answer of an MCP tool failed where it alone says so', () => {
  const attributes = {
    'traceloop.entity.name': 'rain',
    'traceloop.entity.input': '{"tool_name":"rain","arguments":{"city":"Atlantis"}}',
    'traceloop.entity.output': '{"result":"no such city","is_error":true}',
  };
  expect(linesOf(conversationOfSpan(tool({ id: '01', attributes })))).toEqual([
    'assistant: rain({"city":"Atlantis"})#null',
    'tool: failed "no such city"#null',
  ]);
});

test("LiteLLM's definitions of tools", () => {
  const attributes = {
    ...talk([['user', 'Rain?']]),
    'gen_ai.tool.0.name': 'rain',
    'gen_ai.tool.0.description': 'Where it rains',
    'gen_ai.tool.0.parameters': '{"type":"object"}',
  };
  expect(conversationOfSpan(call({ id: '01', attributes })).tools).toEqual([
    { name: 'rain', description: 'Where it rains', parameters: { type: 'object' } },
  ]);
});
