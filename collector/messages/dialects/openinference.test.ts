import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';

const input = (index: number, path: string): string => `llm.input_messages.${index}.message.${path}`;
const output = (path: string): string => `llm.output_messages.0.message.${path}`;

describe('flattened messages of OpenInference', () => {
  test('are read in the order of their numbers', () => {
    const attributes = {
      [input(10, 'role')]: 'user',
      [input(10, 'content')]: 'And London?',
      [input(2, 'role')]: 'assistant',
      [input(2, 'tool_calls.0.tool_call.id')]: 'c1',
      [input(2, 'tool_calls.0.tool_call.function.name')]: 'get_weather',
      [input(2, 'tool_calls.0.tool_call.function.arguments')]: '{"city":"Paris"}',
      [input(3, 'role')]: 'tool',
      [input(3, 'tool_call_id')]: 'c1',
      [input(3, 'content')]: '{"temp":18}',
      [input(0, 'role')]: 'system',
      [input(0, 'content')]: 'Be brief.',
      [output('role')]: 'assistant',
      [output('content')]: 'Rain.',
      'llm.finish_reason': 'stop',
      'llm.tools.0.tool.json_schema': '{"type":"function","function":{"name":"get_weather","parameters":{}}}',
    };
    const conversation = conversationOfSpan(call({ id: '01', attributes }));
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'user: And London?',
      'assistant: Rain.',
    ]);
    expect(conversation.messages.at(-1)?.finish_reason).toBe('stop');
    expect(conversation.tools).toEqual([{ name: 'get_weather', description: null, parameters: {} }]);
  });

  test('are whole: what a limit of attributes left of the first is no message', () => {
    const attributes = {
      [input(3, 'content')]: 'cut into',
      [input(4, 'role')]: 'user',
      [input(4, 'content')]: 'And London?',
      [output('role')]: 'assistant',
      [output('content')]: 'Rain.',
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: And London?',
      'assistant: Rain.',
    ]);
  });

  test('have contents with text, pictures, thoughts and calls; a call that is there twice counts once', () => {
    const attributes = {
      [input(0, 'role')]: 'user',
      [input(0, 'contents.0.message_content.type')]: 'text',
      [input(0, 'contents.0.message_content.text')]: 'What is this?',
      [input(0, 'contents.1.message_content.type')]: 'image',
      [input(0, 'contents.1.message_content.image.image.url')]: 'data:image/png;base64,AAAA',
      [input(0, 'contents.2.message_content.type')]: 'image',
      [input(0, 'contents.2.message_content.image.image.url')]: 'https://example.test/a.png',
      [output('role')]: 'assistant',
      [output('contents.0.message_content.type')]: 'reasoning',
      [output('contents.0.message_content.text')]: 'Hm.',
      [output('contents.1.message_content.type')]: 'tool_use',
      [output('contents.1.tool_call.id')]: 'c1',
      [output('contents.1.tool_call.function.name')]: 'look',
      [output('contents.1.tool_call.function.arguments')]: '{}',
      [output('tool_calls.0.tool_call.id')]: 'c1',
      [output('tool_calls.0.tool_call.function.name')]: 'look',
      [output('tool_calls.0.tool_call.function.arguments')]: '{}',
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: What is this? + image image/png AAAA + image https://example.test/a.png',
      'assistant: (Hm.) + look({})#c1',
    ]);
  });

  test('tell the instructions that the raw input of the Agents SDK lacks, and its calls as one turn', () => {
    const attributes = {
      [input(0, 'role')]: 'system',
      [input(0, 'content')]: 'Be brief.',
      [input(1, 'role')]: 'user',
      [input(1, 'content')]: 'Rain?',
      [input(2, 'role')]: 'assistant',
      'input.value': JSON.stringify([
        { type: 'message', role: 'user', content: 'Rain?' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Where?' }] },
      ]),
      ...Object.fromEntries(
        ['Oslo', 'Lima'].flatMap((city, index) => {
          const message = `llm.output_messages.${index}.message`;
          const called = `${message}.tool_calls.0.tool_call`;
          return [
            [`${message}.role`, 'assistant'],
            [`${called}.id`, `c${index}`],
            [`${called}.function.name`, 'rain'],
            [`${called}.function.arguments`, JSON.stringify({ city })],
          ];
        }),
      ),
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'user: Rain?',
      'assistant: Where?',
      'assistant: rain({"city":"Oslo"})#c0 + rain({"city":"Lima"})#c1',
    ]);
  });

  test('are completed by the raw request and answer', () => {
    const human = { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'] };
    const attributes = {
      [input(0, 'role')]: 'system',
      [input(1, 'role')]: 'user',
      [input(1, 'content')]: 'Hello',
      'input.value': JSON.stringify({
        messages: [
          [
            {
              ...human,
              id: ['x', 'SystemMessage'],
              kwargs: { content: [{ type: 'text', text: 'Be brief.' }] },
            },
            { ...human, kwargs: { content: 'Hello' } },
          ],
        ],
      }),
      [output('role')]: 'assistant',
      'output.value': JSON.stringify({
        generations: [
          [
            {
              text: '',
              message: {
                ...human,
                id: ['x', 'AIMessage'],
                kwargs: {
                  content: [
                    { type: 'reasoning', reasoning: 'Greet.' },
                    { type: 'text', text: 'Hi.' },
                  ],
                  tool_calls: [{ name: 'wave', args: {}, id: 'c1' }],
                  response_metadata: { finish_reason: 'stop' },
                },
              },
            },
          ],
        ],
      }),
    };
    const conversation = conversationOfSpan(call({ id: '01', attributes }));
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Hello',
      'assistant: (Greet.) + Hi. + wave({})#c1',
    ]);
    expect(conversation.messages.at(-1)?.finish_reason).toBe('stop');
  });

  test('take the instructions from the raw request where the flattened form has none', () => {
    const attributes = {
      [input(0, 'role')]: 'user',
      [input(0, 'content')]: 'Hello',
      'input.value': JSON.stringify({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }),
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'user: Hello',
    ]);
  });

  test('take sources from the raw answer where the flattened form left them out', () => {
    const message = {
      role: 'assistant',
      content: 'Wet.',
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://e.test/', title: 'Rome' } }],
    };
    const attributes = {
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Wet.',
      'output.value': JSON.stringify({ choices: [{ message }] }),
    };
    const [told] = conversationOfSpan(call({ id: '01', attributes })).messages;
    expect(told?.parts).toMatchObject([
      { content: 'Wet.' },
      { name: 'citations', content: [{ title: 'Rome' }] },
    ]);
  });

  test('take thoughts from the raw answer where the flattened form left them out', () => {
    const attributes = {
      [output('role')]: 'assistant',
      [output('content')]: 'Eight.',
      'output.value': JSON.stringify({
        object: 'response',
        output: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Count.' }] },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Eight.' }] },
        ],
      }),
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'assistant: (Count.) + Eight.',
    ]);
  });
});

describe('input.value and output.value', () => {
  test('alone may hold a request and an answer', () => {
    const attributes = {
      'input.value': '{"model":"m","instructions":"Be brief.","input":"Hello"}',
      'output.value': 'Hi.',
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'user: Hello',
      'assistant: Hi.',
    ]);
  });

  test('may hold instructions beside a message of the developer', () => {
    const attributes = {
      'input.value':
        '{"model":"m","instructions":"Be brief.","input":[{"role":"developer","content":"In French."},{"role":"user","content":"Hello"}]}',
    };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'system: In French.',
      'user: Hello',
    ]);
  });

  test('of a function are its words or its data', () => {
    const attributes = { 'input.value': '{"question":"Why?"}', 'output.value': '{"score":0.5,"ok":true}' };
    expect(linesOf(conversationOfSpan(chain({ id: '01', attributes })))).toEqual([
      'user: Why?',
      'assistant: null={"score":0.5,"ok":true}',
    ]);
  });

  test('of a handoff of the Agents SDK belong to the call that the model made', () => {
    const asked = { role: 'user', content: 'Rome?' };
    const called = { type: 'function_call', callId: 'h1', name: 'transfer_to_Math_Tutor', arguments: '{}' };
    const answered = {
      type: 'function_call_result',
      callId: 'h1',
      name: 'transfer_to_Math_Tutor',
      output: { type: 'text', text: '{"assistant":"Math Tutor"}' },
    };
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Four.' }] };
    const response = (id: string, at: number, input: readonly unknown[], output: unknown) =>
      call({
        id,
        at,
        attributes: {
          'input.value': JSON.stringify(input),
          'output.value': JSON.stringify({ output: [output] }),
        },
      });
    const conversation = tellConversation([
      response('01', 0, [asked], called),
      tool({
        id: '02',
        at: 12,
        ms: 1,
        name: 'handoff to Math Tutor',
        attributes: {
          'tool.name': 'handoff_to_Math Tutor',
          'input.value': '{"from_agent":"Desk"}',
          'output.value': '{"to_agent":"Math Tutor"}',
        },
      }),
      response('03', 20, [asked, called, answered], said),
    ]);
    expect(linesOf(conversation)).toEqual([
      'user: Rome?',
      'assistant: transfer_to_Math_Tutor({})#h1',
      'tool: {"assistant":"Math Tutor"}#h1',
      'assistant: Four.',
    ]);
  });

  test('of a tool are its arguments and its answer', () => {
    const message = {
      lc: 1,
      id: ['x', 'ToolMessage'],
      kwargs: { content: '{"temp":18}', tool_call_id: 'c1', name: 'get_weather', status: 'success' },
    };
    const attributes = {
      'tool.name': 'get_weather',
      'input.value': 'Paris',
      'output.value': JSON.stringify({ output: message }),
    };
    expect(linesOf(conversationOfSpan(tool({ id: '01', attributes })))).toEqual([
      'assistant: get_weather("Paris")#c1',
      'tool: {"temp":18}#c1',
    ]);
  });
});
