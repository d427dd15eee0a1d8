import { describe, expect, test } from 'vitest';
import { ReadCache } from '../read-cache.ts';
import { lineOf } from '../testing/build-span.ts';
import { readMessages } from './message.ts';
import { readResponse } from './response.ts';

const lines = (value: unknown): readonly string[] =>
  (readResponse(value, new ReadCache()) ?? []).map(({ role, parts }) => lineOf(role, parts));

describe("tools of the provider's", () => {
  test.each([
    [
      'Anthropic, web search',
      [
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's1',
          content: [{ type: 'web_search_result', url: 'u' }],
        },
      ],
      'web_search({"query":"rain"})#s1 + [{"type":"web_search_result","url":"u"}]#s1',
    ],
    [
      'Anthropic, code that failed',
      [
        { type: 'server_tool_use', id: 's1', name: 'code_execution', input: { code: '1/0' } },
        {
          type: 'code_execution_tool_result',
          tool_use_id: 's1',
          content: { type: 'code_execution_tool_result_error', error_code: 'unavailable' },
        },
      ],
      'code_execution({"code":"1/0"})#s1 + failed {"type":"code_execution_tool_result_error","error_code":"unavailable"}#s1',
    ],
    [
      'Gemini, code',
      [
        { executableCode: { language: 'PYTHON', code: '1+1' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } },
      ],
      'code_execution({"language":"PYTHON","code":"1+1"})#null + "2"#null',
    ],
    [
      'Gemini, code that failed',
      [{ code_execution_result: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError' } }],
      'failed "ZeroDivisionError"#null',
    ],
    [
      'the conventions',
      [
        {
          type: 'server_tool_call',
          id: 's1',
          name: 'web_search',
          server_tool_call: { type: 'web_search', query: 'q' },
        },
        {
          type: 'server_tool_call_response',
          id: 's1',
          server_tool_call_response: { type: 'web_search', response: { hits: 1 } },
        },
      ],
      'web_search({"query":"q"})#s1 + {"hits":1}#s1',
    ],
    [
      'LangChain',
      [
        { type: 'server_tool_call', id: 's1', name: 'web_search', args: { query: 'q' } },
        { type: 'server_tool_result', tool_call_id: 's1', status: 'success', output: ['u'] },
      ],
      'web_search({"query":"q"})#s1 + ["u"]#s1',
    ],
  ])('%s', (_who, content, line) => {
    expect(lines({ role: 'assistant', content })).toEqual([`assistant: ${line}`]);
  });

  test.each([
    [
      'a search with its sources',
      {
        type: 'web_search_call',
        id: 'ws',
        status: 'completed',
        action: { type: 'search', query: 'rain', sources: [{ type: 'url', url: 'u' }] },
      },
      'web_search({"type":"search","query":"rain"})#ws + [{"type":"url","url":"u"}]#ws',
    ],
    [
      'a search whose results were not asked for',
      { type: 'file_search_call', id: 'fs', status: 'completed', queries: ['rain'], results: null },
      'file_search({"queries":["rain"]})#fs',
    ],
    [
      'code',
      { type: 'code_interpreter_call', id: 'ci', code: '1+1', outputs: [{ type: 'logs', logs: '2' }] },
      'code_interpreter({"code":"1+1"})#ci + [{"type":"logs","logs":"2"}]#ci',
    ],
    [
      'code that failed',
      { type: 'code_interpreter_call', id: 'ci', code: '1', outputs: null, status: 'failed' },
      'code_interpreter({"code":"1"})#ci + failed "failed"#ci',
    ],
    [
      'a picture',
      { type: 'image_generation_call', id: 'ig', status: 'completed', revised_prompt: 'rain', result: 'AA' },
      'image_generation({"revised_prompt":"rain"})#ig + "completed"#ig + image image/png AA',
    ],
    [
      'a server of MCP',
      { type: 'mcp_call', id: 'm', name: 'see', arguments: '{"at":"it"}', output: 'dark', error: null },
      'see({"at":"it"})#m + "dark"#m',
    ],
    [
      'a server of MCP that failed',
      { type: 'mcp_call', id: 'm', name: 'see', arguments: '{}', output: null, error: 'gone' },
      'see({})#m + failed "gone"#m',
    ],
    [
      'what the Agents SDK calls a hosted tool',
      {
        type: 'hosted_tool_call',
        id: 'h',
        name: 'web_search_call',
        arguments: '{"query":"q"}',
        status: 'completed',
      },
      'web_search_call({"query":"q"})#h',
    ],
    [
      'what the Agents SDK keeps of a search',
      {
        type: 'hosted_tool_call',
        id: 'h',
        name: 'web_search_call',
        status: 'completed',
        providerData: { id: 'h', type: 'web_search_call', action: { query: 'q', sources: ['s'] } },
      },
      'web_search({"query":"q"})#h + ["s"]#h',
    ],
    [
      'what the Agents SDK keeps of a server of MCP',
      {
        type: 'hosted_tool_call',
        id: 'h',
        name: 'mcp_call',
        status: 'completed',
        output: 'dark',
        providerData: { id: 'h', type: 'mcp_call', name: 'see', arguments: '{}' },
      },
      'see({})#h + "dark"#h',
    ],
    [
      'what the Agents SDK keeps of a picture',
      {
        type: 'hosted_tool_call',
        id: 'h',
        name: 'image_generation_call',
        status: 'completed',
        output: 'AA',
        providerData: { id: 'h', type: 'image_generation_call' },
      },
      'image_generation({"output":"AA"})#h + "completed"#h + image image/png AA',
    ],
    [
      'tools that a server offers, which are said by nobody',
      { type: 'mcp_list_tools', server_label: 'x', tools: [] },
      'mcp_list_tools={"type":"mcp_list_tools","server_label":"x","tools":[]}',
    ],
  ])('OpenAI, %s', (_what, item, line) => {
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] };
    expect(lines({ output: [item, said] })).toEqual([`assistant: ${line} + Yes.`]);
  });

  test('what a person allowed is said by the user', () => {
    const items = [
      { type: 'mcp_approval_request', id: 'a1', name: 'del', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'a1', approve: true },
    ];
    const told = readMessages(items, 'user', new ReadCache());
    expect(told.map(({ role }) => role)).toEqual(['assistant', 'user']);
  });

  test('a shell of the program answers in an item of its own', () => {
    const items = [
      { type: 'local_shell_call', call_id: 'l1', action: { type: 'exec', command: ['ls'] } },
      { type: 'local_shell_call_output', call_id: 'l1', output: 'a.txt' },
    ];
    const told = readMessages(items, 'user', new ReadCache());
    expect(told.map(({ role, parts }) => lineOf(role, parts))).toEqual([
      'assistant: local_shell({"type":"exec","command":["ls"]})#l1',
      'tool: "a.txt"#l1',
    ]);
  });
});
