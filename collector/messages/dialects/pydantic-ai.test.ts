import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, linesOf, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

const event = (name: string, fields: object) => ({
  'event.name': `gen_ai.${name}`,
  'gen_ai.message.index': 0,
  ...fields,
});

describe('events in an attribute', () => {
  test('lose nothing: blocks of every kind, unknown ones, calls and answers', () => {
    const attributes = {
      events: JSON.stringify([
        event('system.message', { role: 'system', content: 'tok-1' }),
        event('user.message', {
          role: 'user',
          content: [
            'tok-2',
            { kind: 'text', text: 'tok-3' },
            { kind: 'document-url', url: 'https://x.test/tok-4' },
            { kind: 'binary', binary_content: 'tok-5', media_type: 'image/png' },
            { kind: 'hologram', of: 'tok-6' },
            { kind: 'image-url' },
          ],
        }),
        event('assistant.message', {
          role: 'assistant',
          content: [
            { kind: 'thinking', text: 'tok-7' },
            { kind: 'text', text: 'tok-8' },
          ],
          tool_calls: [
            { id: 'tok-9', type: 'function', function: { name: 'tok-10', arguments: { a: 'tok-11' } } },
          ],
        }),
        event('tool.message', { role: 'tool', id: 'other', name: 'tool', content: { b: 'tok-12' } }),
        event('choice', { index: 0, message: { role: 'assistant', content: 'tok-13' } }),
      ]),
    };
    expect(toldTokens(conversationOfSpan(call({ id: '01', attributes })))).toEqual(tokensIn(attributes));
  });

  test('of a call that Logfire recorded end with the answer, though nothing says so', () => {
    const said = (scope: string, ...events: readonly object[]) =>
      conversationOfSpan(call({ id: '01', scope, attributes: { events: JSON.stringify(events) } }));
    const asked = event('user.message', { role: 'user', content: 'Rain?' });
    const before = event('assistant.message', { role: 'assistant', content: 'Where?' });
    const answer = event('assistant.message', { role: 'assistant', content: 'No.' });
    const directions = (scope: string, ...events: readonly object[]) =>
      said(scope, ...events).messages.map(({ direction }) => direction);
    expect(directions('logfire.openai', asked, before, asked, answer)).toEqual([
      'input',
      'input',
      'input',
      'output',
    ]);
    expect(directions('logfire.openai_agents', asked)).toEqual(['input']);
    expect(directions('pydantic-ai', asked, answer)).toEqual(['input', 'input']);
    const choice = event('choice', { index: 0, message: { role: 'assistant', content: 'No.' } });
    expect(directions('logfire.openai', asked, before, choice)).toEqual(['input', 'input', 'output']);
  });

  test('hold what Logfire has no name for: it goes to the message that it is of', () => {
    const unknown = (data: object) => event('unknown', { role: 'unknown', content: 'See JSON', data });
    const events = [
      unknown({ type: 'input_text', text: 'What is it?' }),
      unknown({ type: 'input_image', image_url: 'https://x.test/i.png' }),
      unknown({ type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Hm.' }] }),
      event('assistant.message', { role: 'assistant', content: 'A bird.' }),
      event('user.message', { role: 'user', content: 'Which?' }),
      unknown({ type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Well.' }] }),
    ];
    const attributes = { events: JSON.stringify(events) };
    expect(linesOf(conversationOfSpan(call({ id: '01', scope: 'logfire.openai', attributes })))).toEqual([
      'user: What is it? + image https://x.test/i.png',
      'assistant: (Hm.) + A bird.',
      'user: Which?',
      'assistant: (Well.)',
    ]);
  });

  test('are not JSON, or no list, and nothing is told of them', () => {
    for (const events of ['[{', '{"a":1}', '5'])
      expect(conversationOfSpan(call({ id: '01', attributes: { events } })).messages).toEqual([]);
  });
});

describe("an agent's run", () => {
  const history = [
    { role: 'user', parts: [{ type: 'text', content: 'Rain?' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'see', arguments: '{}' }] },
    { role: 'user', parts: [{ type: 'tool_call_response', id: 'c1', name: 'see', result: 'dry' }] },
  ];

  test('tells its messages where no call of it was recorded, its last words as its answer', () => {
    const all = [...history, { role: 'assistant', parts: [{ type: 'text', content: 'No.' }] }];
    const attributes = { 'pydantic_ai.all_messages': JSON.stringify(all), final_result: 'No.' };
    const conversation = tellConversation([agent({ id: '01', attributes })]);
    expect(linesOf(conversation)).toEqual([
      'user: Rain?',
      'assistant: see({})#c1',
      'tool: "dry"#c1',
      'assistant: No.',
    ]);
    expect(conversation.messages.at(-1)?.direction).toBe('output');
  });

  test('tells what it returned where a call of a tool ended it', () => {
    const attributes = {
      'pydantic_ai.all_messages': JSON.stringify(history),
      final_result: '{"rain":false}',
    };
    expect(linesOf(conversationOfSpan(agent({ id: '01', attributes }))).at(-1)).toBe(
      'assistant: {"rain":false}',
    );
  });

  test('has instructions beside its system prompt', () => {
    const prompt = { role: 'system', parts: [{ type: 'text', content: 'Look outside.' }] };
    const attributes = {
      'gen_ai.system_instructions': '[{"type":"text","content":"Be brief."}]',
      'pydantic_ai.all_messages': JSON.stringify([prompt, ...history.slice(0, 1)]),
    };
    expect(linesOf(conversationOfSpan(agent({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'system: Look outside.',
      'user: Rain?',
    ]);
  });

  test('repeats nothing of its calls', () => {
    const input = JSON.stringify(history.slice(0, 1));
    const output = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'No.' }] }]);
    const attributes = {
      'pydantic_ai.all_messages': `${input.slice(0, -1)},${output.slice(1)}`,
      final_result: 'No.',
    };
    const inner = { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output };
    const spans = [
      agent({ id: '01', ms: 50, attributes }),
      call({ id: '02', parent: '01', at: 5, attributes: inner }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual(['user: Rain?', 'assistant: No.']);
  });
});

test('a tool of versions 1 and 2 holds its arguments and its answer', () => {
  const attributes = {
    'gen_ai.tool.name': 'see',
    'gen_ai.tool.call.id': 'c1',
    tool_arguments: '{"at":"it"}',
    tool_response: '{"light":0}',
  };
  expect(linesOf(conversationOfSpan(tool({ id: '01', attributes })))).toEqual([
    'assistant: see({"at":"it"})#c1',
    'tool: {"light":0}#c1',
  ]);
});

test("a model's tools are those of its request", () => {
  const attributes = {
    model_request_parameters:
      '{"function_tools":[{"name":"see","description":"Sees.","parameters_json_schema":{"type":"object"}}],"output_tools":[{"name":"final_result"}]}',
  };
  expect(conversationOfSpan(call({ id: '01', attributes })).tools).toEqual([
    { name: 'see', description: 'Sees.', parameters: { type: 'object' } },
    { name: 'final_result', description: null, parameters: null },
  ]);
});
