import { describe, expect, test } from 'vitest';
import type { LogLike } from '../conversation-span.ts';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, event, linesOf, log, tool } from '../testing/build-span.ts';

const turn = (options: Partial<Parameters<typeof agent>[0]> = {}) =>
  agent({
    id: '00',
    ms: 100,
    attributes: { 'span.type': 'interaction', user_prompt: 'Compare.' },
    ...options,
  });
const use = (id: string, at: number, callId: string, city: string) =>
  tool({
    id,
    parent: '00',
    at,
    ms: 5,
    attributes: {
      'span.type': 'tool',
      tool_name: 'mcp__weather__rain',
      tool_use_id: callId,
      tool_input: `[TOOL INPUT: mcp__weather__rain]\n{"city":"${city}"}`,
    },
    events: [event('tool.output', { output: `{"city":"${city}"}` })],
  });

const inOrder = (record: LogLike, index: number): LogLike => ({
  ...record,
  timeUnixNano: record.timeUnixNano + BigInt(index) * 20_000_000n,
});

describe("Claude Code's spans", () => {
  test('tell a turn: the requests say what is new, the tools their calls', () => {
    const results = ['c1', 'c2'].map(
      (id) => `[TOOL RESULT: ${id}]\n[{"type":"text","text":"{\\"id\\":\\"${id}\\"}"}]`,
    );
    const request = { 'span.type': 'llm_request', 'gen_ai.response.id': 'req_1' };
    const conversation = tellConversation([
      turn(),
      call({
        id: '01',
        parent: '00',
        at: 1,
        attributes: { ...request, user_system_prompt: 'Be brief.', new_context: '[USER]\nCompare.' },
      }),
      use('02', 20, 'c1', 'Rome'),
      use('03', 30, 'c2', 'Oslo'),
      call({
        id: '04',
        parent: '00',
        at: 40,
        attributes: {
          ...request,
          new_context: results.join('\n\n---\n\n'),
          'response.model_output': 'Both dry.',
        },
      }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Compare.',
      'assistant: mcp__weather__rain({"city":"Rome"})#c1',
      'assistant: mcp__weather__rain({"city":"Oslo"})#c2',
      'tool: {"id":"c1"}#c1',
      'tool: {"id":"c2"}#c2',
      'assistant: Both dry.',
    ]);
    expect(conversation.messages.at(-1)?.usage?.total_tokens).toBe(7);
  });

  test('without content say nothing', () => {
    const attributes = { 'span.type': 'interaction', user_prompt: '<REDACTED>' };
    expect(linesOf(tellConversation([turn({ attributes })]))).toEqual([]);
  });

  test('of a tool hold its failure', () => {
    const failed = tool({
      id: '01',
      attributes: { 'span.type': 'tool', tool_name: 'Bash', tool_use_id: 'c1', full_command: 'rm x' },
      logs: [
        log('tool_result', 'claude_code.tool_result', {
          tool_use_id: 'c1',
          success: 'false',
          error: 'Denied.',
        }),
      ],
    });
    expect(linesOf(conversationOfSpan(failed))).toEqual([
      'assistant: Bash({"full_command":"rm x"})#c1',
      'tool: failed "Denied."#c1',
    ]);
  });
});

describe("Claude Code's log records", () => {
  const records = [
    log('', 'claude_code.user_prompt', { 'event.name': 'user_prompt', prompt: 'Compare.' }),
    log('', 'claude_code.system_prompt', { 'event.name': 'system_prompt', system_prompt: 'Long. Be brief.' }),
    log('', 'claude_code.tool', { 'event.name': 'tool', tool: '{"name":"rain","input_schema":{}}' }),
    log('', 'claude_code.tool_result', {
      'event.name': 'tool_result',
      tool_name: 'mcp_tool',
      tool_use_id: 'c1',
      tool_parameters: '{"mcp_server_name":"weather","mcp_tool_name":"rain"}',
      tool_input: '{"city":"Rome"}',
    }),
    log('', 'claude_code.assistant_response', { 'event.name': 'assistant_response', response: 'Dry.' }),
  ].map(inOrder);

  test('tell a turn whose spans have no content', () => {
    const conversation = tellConversation([
      turn({ attributes: { 'span.type': 'interaction' }, logs: records }),
      call({ id: '01', parent: '00', at: 1, attributes: { 'span.type': 'llm_request' } }),
      tool({
        id: '02',
        parent: '00',
        at: 55,
        attributes: { 'span.type': 'tool', tool_name: 'mcp__weather__rain', tool_use_id: 'c1' },
      }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'system: Long. Be brief.',
      'user: Compare.',
      'assistant: mcp__weather__rain({"city":"Rome"})#c1',
      'assistant: Dry.',
    ]);
    expect(conversation.tools.map(({ name }) => name)).toEqual(['rain']);
  });

  test('repeat nothing that spans tell, nor instructions of which they tell a piece', () => {
    const conversation = tellConversation([
      turn({ logs: records }),
      call({
        id: '01',
        parent: '00',
        at: 1,
        attributes: {
          'span.type': 'llm_request',
          user_system_prompt: 'Be brief.',
          new_context: '[USER]\nCompare.',
          'response.model_output': 'Dry.',
        },
      }),
      use('02', 20, 'c1', 'Rome'),
    ]);
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Compare.',
      'assistant: Dry.',
      'assistant: mcp__weather__rain({"city":"Rome"})#c1',
      'tool: {"city":"Rome"}#c1',
    ]);
  });

  test("hold the bodies of Anthropic's API, of which the last repeats the ones before", () => {
    const body = (name: string, value: unknown) =>
      log(name, `claude_code.${name}`, { body: JSON.stringify(value), query_source: 'sdk' });
    const first = { role: 'user', content: 'Rain?' };
    const more = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'rain', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'wet' }] },
    ];
    const spans = [
      turn({
        attributes: { 'span.type': 'interaction' },
        logs: [
          body('api_request_body', { model: 'm', system: 'Be brief.', messages: [first] }),
          body('api_response_body', more[0]),
          body('api_request_body', { model: 'm', system: 'Be brief.', messages: [first, ...more] }),
          body('api_response_body', { role: 'assistant', content: [{ type: 'text', text: 'Wet.' }] }),
        ],
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: Be brief.',
      'user: Rain?',
      'assistant: rain({})#c1',
      'tool: "wet"#c1',
      'assistant: Wet.',
    ]);
  });

  test('tell a turn around a sub-agent, which a tool ran, when its words were said', () => {
    const said = (response: string) =>
      log('assistant_response', 'claude_code.assistant_response', { response });
    const result = log('tool_result', 'claude_code.tool_result', {
      tool_name: 'Agent',
      tool_use_id: 'c1',
      tool_input: '{"prompt":"Rain?"}',
    });
    const words = [said('I will ask.'), result, said('Let me look.'), said('Dry.'), said('Dry.')].map(
      inOrder,
    );
    const spans = [
      turn({ logs: [...words.slice(0, 2), ...words.slice(4)] }),
      call({ id: '01', parent: '00', at: 1, attributes: { 'span.type': 'llm_request' } }),
      tool({ id: '02', parent: '00', at: 5, ms: 70, attributes: { 'span.type': 'tool', tool_use_id: 'c1' } }),
      chain({ id: '03', parent: '02', at: 6, ms: 68, logs: words.slice(2, 4) }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Compare.',
      'assistant: I will ask.',
      'assistant: Agent({"prompt":"Rain?"})#c1',
      'assistant: Let me look.',
      'assistant: Dry.',
      'assistant: Dry.',
    ]);
  });

  test('say of a run that failed, which a span inside of the tool tells, that the tool answered it', () => {
    const attributes = { 'gen_ai.tool.call.id': 'c1', tool_use_id: 'c1' };
    const said = (response: string) =>
      log('assistant_response', 'claude_code.assistant_response', { response });
    const called = { tool_name: 'Bash', tool_use_id: 'c1', tool_input: '{"command":"cat a"}' };
    const logs = [
      said('I will look.'),
      log('tool_result', 'claude_code.tool_result', called),
      said('It is gone.'),
    ];
    const spans = [
      turn({ logs: logs.map(inOrder) }),
      call({ id: '01', parent: '00', at: 30, attributes: { 'span.type': 'llm_request' } }),
      tool({ id: '02', parent: '00', at: 10, attributes: { 'span.type': 'tool', ...attributes } }),
      chain({
        id: '03',
        parent: '02',
        at: 11,
        ms: 8,
        attributes: { 'span.type': 'tool.execution', ...attributes, error: 'Shell command failed' },
        span: { has_error: true },
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Compare.',
      'assistant: I will look.',
      'assistant: Bash({"command":"cat a"})#c1',
      'tool: failed "Shell command failed"#c1',
      'assistant: It is gone.',
    ]);
  });
});
