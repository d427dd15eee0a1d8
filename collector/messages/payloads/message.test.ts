import { describe, expect, test } from 'vitest';
import { ReadCache } from '../read-cache.ts';
import { lineOf } from '../testing/build-span.ts';
import { readMessages } from './message.ts';
import { readRequest } from './request.ts';
import { readResponse } from './response.ts';

const cache = (): ReadCache => new ReadCache();
const lines = (contents: ReturnType<typeof readMessages>): readonly string[] =>
  contents.map(({ role, parts }) => lineOf(role, parts));

describe('messages', () => {
  test("with the answers of tools in a user's message are split", () => {
    const content = [
      { type: 'tool_result', tool_use_id: 'c1', content: 'one' },
      { type: 'tool_result', tool_use_id: 'c2', content: 'two' },
      { type: 'text', text: 'Go on.' },
    ];
    expect(lines(readMessages([{ role: 'user', content }], 'user', cache()))).toEqual([
      'tool: "one"#c1',
      'tool: "two"#c2',
      'user: Go on.',
    ]);
  });

  test('of role tool without an id are answers', () => {
    expect(lines(readMessages([{ role: 'tool', content: '{"a":1}' }], 'user', cache()))).toEqual([
      'tool: {"a":1}#null',
    ]);
  });

  test('of role reasoning are thoughts of what follows, in upper case too', () => {
    const said = (role: string, part: unknown) => ({ role, parts: [part] });
    const history = [
      said('User', { type: 'text', content: 'Rain?' }),
      said('Reasoning', { type: 'text', content: 'Hm.' }),
      said('Tool', { type: 'tool_call', id: 'c1', name: 'rain', arguments: {} }),
      said('Tool', { type: 'tool_call_response', id: 'c1', result: 'wet' }),
      said('Reasoning', { type: 'text', content: 'So.' }),
      said('Assistant', { type: 'text', content: 'Wet.' }),
    ];
    expect(lines(readMessages(history, 'user', cache()))).toEqual([
      'user: Rain?',
      'assistant: (Hm.) + rain({})#c1',
      'tool: "wet"#c1',
      'assistant: (So.) + Wet.',
    ]);
  });

  test('of the Responses API are items, of which thoughts join what follows', () => {
    const items = [
      { type: 'message', role: 'user', content: 'Hi' },
      { type: 'reasoning', summary: [{ text: 'Hm.' }] },
      { type: 'function_call', call_id: 'c1', id: 'fc_1', name: 'n', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'ok' },
    ];
    expect(lines(readMessages(items, 'user', cache()))).toEqual([
      'user: Hi',
      'assistant: (Hm.) + n({})#c1',
      'tool: "ok"#c1',
    ]);
  });

  test('of the Responses API are one turn where a model calls several tools', () => {
    const items = [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Both.' }] },
      { type: 'function_call', call_id: 'c1', name: 'n', arguments: '{}' },
      { type: 'function_call', call_id: 'c2', name: 'n', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'ok' },
      { type: 'function_call', call_id: 'c3', name: 'n', arguments: '{}' },
    ];
    expect(lines(readMessages(items, 'user', cache()))).toEqual([
      'assistant: Both. + n({})#c1 + n({})#c2',
      'tool: "ok"#c1',
      'assistant: n({})#c3',
    ]);
    const choices = ['c1', 'c2'].map((id) => ({
      finish_reason: 'tool_calls',
      message: { role: 'assistant', tool_calls: [{ id, function: { name: 'n', arguments: '{}' } }] },
    }));
    expect(lines(readMessages(choices, 'assistant', cache()))).toHaveLength(2);
  });

  test('of LangChain are read in each of its forms', () => {
    const forms = [
      { type: 'human', data: { content: 'one' } },
      { type: 'ai', content: 'two', tool_calls: [] },
      { lc: 1, type: 'constructor', id: ['a', 'HumanMessage'], kwargs: { content: 'three' } },
    ];
    expect(lines(readMessages(forms, 'user', cache()))).toEqual([
      'user: one',
      'assistant: two',
      'user: three',
    ]);
  });

  test.each([
    [
      'in a block of the same index',
      [
        { index: 1, type: 'tool_use', id: 'c1', name: 'n', input: '' },
        { index: 1, type: 'input_json_delta', input: '{"a":1}' },
      ],
      undefined,
    ],
    [
      'in the list of calls',
      [{ index: 1, type: 'tool_use', id: 'c1', name: 'n', input: {}, partial_json: '{"a":1}' }],
      [{ id: 'c1', name: 'n', args: { a: 1 } }],
    ],
  ])('of LangChain that were streamed have the input of a call %s', (_, content, calls) => {
    const chunk = { id: ['a', 'AIMessageChunk'], kwargs: { content, tool_calls: calls ?? [] } };
    expect(lines(readMessages(chunk, 'assistant', cache()))).toEqual(['assistant: n({"a":1})#c1']);
  });

  test('call a custom tool of Chat Completions with its text', () => {
    const calls = [{ id: 'c1', type: 'custom', custom: { name: 'code', input: 'print(1)' } }];
    const called = { role: 'assistant', content: null, tool_calls: calls };
    expect(lines(readMessages(called, 'assistant', cache()))).toEqual(['assistant: code("print(1)")#c1']);
  });

  test('that were spoken are their words and their sound, in a history its id', () => {
    const audio = { id: 'a1', data: 'UklG', expires_at: 1, transcript: 'Hi.' };
    const spoken = { role: 'assistant', content: null, audio };
    expect(lines(readMessages(spoken, 'assistant', cache()))).toEqual([
      'assistant: Hi. + audio null UklG + media_details={"id":"a1"}',
    ]);
    expect(lines(readMessages({ ...spoken, content: 'Hi.' }, 'assistant', cache()))).toEqual([
      'assistant: Hi. + audio null UklG + media_details={"id":"a1"}',
    ]);
    const history = [{ role: 'assistant', audio: { id: 'a1' } }];
    expect(lines(readRequest(history, cache())?.input ?? [])).toEqual(['assistant: audio file a1']);
  });

  test('with a document of plain text have its words', () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'Rain: 3 mm' };
    const asked = {
      role: 'user',
      content: [
        { type: 'document', source },
        { type: 'text', text: 'Wet?' },
      ],
    };
    expect(lines(readMessages(asked, 'user', cache()))).toEqual(['user: Rain: 3 mm + Wet?']);
  });

  test('that nobody knows keep their value', () => {
    expect(lines(readMessages([{ note: 1 }], 'user', cache()))).toEqual(['user: null={"note":1}']);
  });
});

describe('requests', () => {
  test.each([
    [
      'chat completions',
      {
        model: 'm',
        messages: [
          { role: 'developer', content: 'S' },
          { role: 'user', content: 'U' },
        ],
      },
    ],
    ['Responses', { model: 'm', instructions: 'S', input: [{ role: 'user', content: 'U' }] }],
    ['Anthropic', { system: [{ type: 'text', text: 'S' }], messages: [{ role: 'user', content: 'U' }] }],
    ['Gemini', { contents: [{ role: 'user', parts: [{ text: 'U' }] }], config: { systemInstruction: 'S' } }],
    [
      'Gemini with a content as instructions',
      {
        contents: [{ role: 'user', parts: [{ text: 'U' }] }],
        config: { systemInstruction: { parts: [{ text: 'S' }] } },
      },
    ],
    ['Bedrock', { system: [{ text: 'S' }], messages: [{ role: 'user', content: [{ text: 'U' }] }] }],
  ])('of %s', (_, body) => {
    const request = readRequest(body, cache());
    expect(lines([...(request?.system ?? []), ...(request?.input ?? [])])).toEqual(['system: S', 'user: U']);
  });

  test('are not made of any JSON', () => {
    for (const value of [{ city: 'Paris' }, [1, 2], 'text', null, { messages: 3 }]) {
      expect(readRequest(value, cache())).toBeUndefined();
    }
  });
});

describe('answers', () => {
  test.each([
    [
      'chat completions',
      { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'A' } }] },
    ],
    [
      'Responses',
      { output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A' }] }] },
    ],
    ['Anthropic', { role: 'assistant', content: [{ type: 'text', text: 'A' }], stop_reason: 'end_turn' }],
    [
      'Gemini',
      { candidates: [{ content: { role: 'model', parts: [{ text: 'A' }] }, finishReason: 'STOP' }] },
    ],
    [
      'Bedrock',
      { output: { message: { role: 'assistant', content: [{ text: 'A' }] } }, stopReason: 'end_turn' },
    ],
    ['LangChain', { generations: [[{ text: 'A', generationInfo: { finish_reason: 'stop' } }]] }],
    ['the AI SDK', { text: 'A', toolCalls: [], files: [] }],
  ])('of %s', (_, body) => {
    expect(lines(readResponse(body, cache()) ?? [])).toEqual(['assistant: A']);
  });
});
