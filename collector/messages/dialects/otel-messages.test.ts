import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, event, linesOf, log, tool } from '../testing/build-span.ts';

const INPUT = [
  { role: 'user', parts: [{ type: 'text', content: 'Weather in Paris?' }] },
  {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: { city: 'Paris' } }],
  },
  { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: '{"temp":18}' }] },
];
const OUTPUT = [
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', content: 'Eighteen.' },
      { type: 'text', content: 'It is 18 degrees.' },
    ],
    finish_reason: 'stop',
  },
];
const SYSTEM = [{ type: 'text', content: 'Be brief.' }];
const LINES = [
  'system: Be brief.',
  'user: Weather in Paris?',
  'assistant: get_weather({"city":"Paris"})#c1',
  'tool: {"temp":18}#c1',
  'assistant: (Eighteen.) + It is 18 degrees.',
];

const asText = {
  'gen_ai.system_instructions': JSON.stringify(SYSTEM),
  'gen_ai.input.messages': JSON.stringify(INPUT),
  'gen_ai.output.messages': JSON.stringify(OUTPUT),
};

describe('messages of the current conventions', () => {
  test("of AI SDK 7 tell what a provider's own tool found before what was said of it", () => {
    const found = { type: 'tool_call_response', id: 'w1', response: { hits: 1 } };
    const parts = [
      { type: 'reasoning', content: 'Look it up.' },
      { type: 'text', content: 'A new tram.' },
      { type: 'tool_call', id: 'w1', name: 'web_search', arguments: {} },
      found,
    ];
    const attributes = { 'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]) };
    const lines = (scope: string) => linesOf(conversationOfSpan(call({ id: '01', attributes, scope })));
    expect(lines('gen_ai')).toEqual([
      'assistant: (Look it up.) + web_search({})#w1 + {"hits":1}#w1 + A new tram.',
    ]);
    expect(lines('other')).toEqual([
      'assistant: (Look it up.) + A new tram. + web_search({})#w1 + {"hits":1}#w1',
    ]);
  });

  test('tell instructions that stand beside a system message, and once those that say the same', () => {
    const asked = [
      { role: 'system', parts: [{ type: 'text', content: 'Speak French.' }] },
      { role: 'user', parts: [{ type: 'text', content: 'Hello' }] },
    ];
    const linesWith = (...instructions: readonly string[]) =>
      linesOf(
        conversationOfSpan(
          call({
            id: '01',
            attributes: {
              'gen_ai.system_instructions': JSON.stringify(
                instructions.map((content) => ({ type: 'text', content })),
              ),
              'gen_ai.input.messages': JSON.stringify(asked),
            },
          }),
        ),
      );
    expect(linesWith('Be brief.')).toEqual(['system: Be brief.', 'system: Speak French.', 'user: Hello']);
    expect(linesWith('Speak  French. ')).toEqual(['system: Speak French.', 'user: Hello']);
    expect(linesWith('Speak', 'French.')).toEqual(['system: Speak French.', 'user: Hello']);
  });

  test('are read from JSON attributes, with the numbers on the answer', () => {
    const conversation = conversationOfSpan(call({ id: '01', attributes: asText }));
    expect(linesOf(conversation)).toEqual(LINES);
    expect(conversation.messages.at(-1)).toMatchObject({
      finish_reason: 'stop',
      model: 'test-model',
      usage: { input_tokens: 4, output_tokens: 3, total_tokens: 7 },
      cost: 0.5,
      direction: 'output',
      source: 'attribute',
    });
    expect(conversation.messages[0]).toMatchObject({
      usage: null,
      cost: null,
      model: null,
      direction: 'input',
    });
  });

  test('are read from structured attributes, whose integers stay exact', () => {
    const part = new Map<string, string | bigint>([
      ['type', 'tool_call'],
      ['id', 'c1'],
      ['name', 'count'],
      ['arguments', 9_007_199_254_740_993n],
    ]);
    const message = new Map<string, string | readonly (typeof part)[]>([
      ['role', 'assistant'],
      ['parts', [part]],
    ]);
    const conversation = conversationOfSpan(
      call({ id: '01', attributes: { 'gen_ai.output.messages': [message] } }),
    );
    expect(linesOf(conversation)).toEqual(['assistant: count("9007199254740993")#c1']);
  });

  test('have the same integers where they are JSON text', () => {
    const part = (channel: string) =>
      `{"type":"tool_call","id":"c","name":"post","arguments":{"to":${channel}}}`;
    const parts = ['1234567890123456788', '1234567890123456789', '1e400'].map(part);
    const attributes = { 'gen_ai.output.messages': `[{"role":"assistant","parts":[${parts.join(',')}]}]` };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'assistant: post({"to":"1234567890123456788"})#c + post({"to":"1234567890123456789"})#c + post({"to":"1e400"})#c',
    ]);
  });

  test('are read from span events, one or several', () => {
    const name = 'gen_ai.client.inference.operation.details';
    const events = Object.entries(asText).map(([key, value]) => event(name, { [key]: value }));
    const conversation = conversationOfSpan(call({ id: '01', events }));
    expect(linesOf(conversation)).toEqual(LINES);
    expect(conversation.messages.every(({ source }) => source === 'event')).toBe(true);
  });

  test('are read from log records', () => {
    const logs = [log('gen_ai.client.inference.operation.details', null, asText)];
    const conversation = conversationOfSpan(call({ id: '01', logs }));
    expect(linesOf(conversation)).toEqual(LINES);
    expect(conversation.messages.every(({ source }) => source === 'log')).toBe(true);
  });

  test('take instructions as plain text, and only once where the history has them too', () => {
    const attributes = {
      'gen_ai.system_instructions': 'Be brief.',
      'gen_ai.input.messages': JSON.stringify([{ role: 'system', parts: SYSTEM }, INPUT[0]]),
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'user: Weather in Paris?',
    ]);
  });

  test('of a tool are its call and its answer', () => {
    const attributes = {
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"Paris"}',
      'gen_ai.tool.call.result': '"eighteen"',
    };
    expect(linesOf(conversationOfSpan(tool({ id: '01', attributes })))).toEqual([
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: "eighteen"#c1',
    ]);
  });

  test('of a tool may be one message each way, of what it was given and what it answered', () => {
    const one = (content: string) => JSON.stringify([{ role: 'tool', content }]);
    const given = { 'gen_ai.tool.call.id': 'c1', 'gen_ai.input.messages': one('{"city":"Paris"}') };
    const read = (attributes: Readonly<Record<string, string>>) =>
      linesOf(conversationOfSpan(tool({ id: '01', name: 'execute_tool get_weather', attributes })));
    expect(read({ ...given, 'gen_ai.output.messages': one('') })).toEqual([
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: ""#c1',
    ]);
    expect(read(given)).toEqual(['assistant: get_weather({"city":"Paris"})#c1']);
  });

  test("may be the Responses API's items in one text, as OpenLLMetry's instrumentation for JavaScript writes them", () => {
    const items = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Weather in Paris?' }] },
      { type: 'reasoning', id: 'r1', summary: [] },
      { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { type: 'function_call_output', call_id: 'c1', output: '{"temp":18}' },
    ];
    const said = (content: string, scope: string) => {
      const input = [{ role: 'user', parts: [{ type: 'text', content }] }];
      const attributes = { 'gen_ai.input.messages': JSON.stringify(input) };
      return linesOf(conversationOfSpan(call({ id: '01', scope, attributes })));
    };
    const text = JSON.stringify(items);
    expect(said(text, '@traceloop/instrumentation-openai')).toEqual(LINES.slice(0, 4));
    expect(said(text, 'app')).toEqual([`user: ${text}`]);
    expect(said('[1, 2]', '@traceloop/instrumentation-openai')).toEqual(['user: [1, 2]']);
  });

  test('may have blocks for a text, as OpenLLMetry writes what LangChain.js has for content', () => {
    const content = [
      { type: 'text', text: 'I will look.' },
      { type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Paris' } },
    ];
    const picture = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }];
    const message = (role: string, said: unknown) => ({
      role,
      parts: [{ type: 'text', content: typeof said === 'string' ? said : JSON.stringify(said) }],
    });
    const messages = [
      message('system', [content[0]]),
      message('user', picture),
      message('assistant', content),
    ];
    const said = (scope: string) => {
      const attributes = {
        'gen_ai.input.messages': JSON.stringify([...messages, message('tool', '[1]')]),
        'gen_ai.output.messages': JSON.stringify([message('assistant', 'Dry.')]),
      };
      return linesOf(conversationOfSpan(call({ id: '01', scope, attributes })));
    };
    expect(said('@traceloop/instrumentation-langchain')).toEqual([
      'system: I will look.',
      'user: image image/png iVBO',
      'assistant: I will look. + get_weather({"city":"Paris"})#c1',
      'tool: [1]#null',
      'assistant: Dry.',
    ]);
    expect(said('app')[0]).toBe(`system: ${JSON.stringify([content[0]])}`);
  });

  test('answer once for a tool of TanStack AI that failed, though its span has null for what the model is told', () => {
    const words = (content: string) => JSON.stringify([{ role: 'tool', content }]);
    const used = tool({
      id: '02',
      at: 20,
      attributes: {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.input.messages': words('{"city":"Paris"}'),
        'gen_ai.output.messages': words('null'),
        'tanstack.ai.tool.outcome': 'error',
      },
    });
    const failed = {
      span: { ...used.span, has_error: true },
      record: { ...used.record, statusCode: 2, statusMessage: 'offline' },
    };
    const history = [
      { role: 'user', content: 'Weather?' },
      { role: 'tool', content: '{"error":"offline"}' },
    ];
    const asked = (id: string, at: number, messages: readonly object[]) =>
      call({ id, at, attributes: { 'gen_ai.input.messages': JSON.stringify(messages) } });
    const spans = [asked('01', 0, history.slice(0, 1)), failed, asked('03', 40, history)];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: failed {"error":"offline"}#c1',
    ]);
  });

  test('name the tools that the model had', () => {
    const definitions = [
      { type: 'function', name: 'a', description: 'A.', parameters: { type: 'object' } },
      { type: 'function', function: { name: 'b', parameters: {} } },
      'c',
    ];
    const attributes = { 'gen_ai.tool.definitions': JSON.stringify(definitions) };
    expect(conversationOfSpan(call({ id: '01', attributes })).tools).toEqual([
      { name: 'a', description: 'A.', parameters: { type: 'object' } },
      { name: 'b', description: null, parameters: {} },
      { name: 'c', description: null, parameters: null },
    ]);
  });
});
