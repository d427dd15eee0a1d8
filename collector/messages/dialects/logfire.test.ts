import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, linesOf, talk, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

const request = (body: object) => ({ request_data: JSON.stringify(body) });
const response = (body: object) => ({ response_data: JSON.stringify(body) });

test('the bodies of a request and its answer lose nothing that was said', () => {
  const attributes = {
    ...request({
      model: 'm',
      system: 'tok-1',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'tok-2' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'tok-3', name: 'tok-4', input: { a: 'tok-5' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'other', content: 'tok-6' }] },
      ],
      tools: [{ name: 'tok-7', input_schema: { type: 'tok-8' } }],
    }),
    ...response({
      message: {
        role: 'assistant',
        content: 'tok-9',
        tool_calls: [{ id: 'tok-10', function: { name: 'tok-11', arguments: '{"b":"tok-12"}' } }],
      },
      usage: {},
    }),
  };
  expect(toldTokens(conversationOfSpan(call({ id: '01', attributes })))).toEqual(tokensIn(attributes));
});

test.each([
  ['a stream', { combined_chunk_content: 'Hello.', chunk_count: 2 }],
  ['a completion', { text: 'Hello.', usage: {} }],
  ['a message', { message: { content: 'Hello.' } }],
])('the answer of %s', (_what, body) => {
  const attributes = {
    ...request({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
    ...response(body),
  };
  expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
    'user: Hi',
    'assistant: Hello.',
  ]);
});

test('what is no request is kept as it is', () => {
  const attributes = { ...request({ voice: 'tok-1' }), ...response({ images: ['tok-2'] }) };
  expect(toldTokens(conversationOfSpan(call({ id: '01', attributes })))).toEqual(tokensIn(attributes));
});

test("a tool of OpenAI's Agents SDK is told once, also where its result goes to no further call", () => {
  const spans = [
    agent({
      id: '00',
      ms: 100,
      attributes: { 'logfire.msg_template': 'Agent run: {name!r}', name: 'Weather agent', tools: '["rain"]' },
    }),
    call({
      id: '01',
      parent: '00',
      at: 1,
      attributes: {
        ...talk([['user', 'Rain?']]),
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'c1', name: 'rain', arguments: '{"at":"Rome"}' }],
          },
        ]),
      },
    }),
    tool({
      id: '02',
      parent: '00',
      at: 20,
      attributes: {
        'logfire.msg_template': 'Function: {name}',
        name: 'rain',
        input: '{"at":"Rome"}',
        output: 'wet',
      },
      span: { tool_name: 'rain' },
    }),
  ];
  const told = tellConversation(spans);
  expect(linesOf(told)).toEqual(['user: Rain?', 'assistant: rain({"at":"Rome"})#c1', 'tool: "wet"#c1']);
  expect(told.tools.map(({ name }) => name)).toEqual(['rain']);
});
