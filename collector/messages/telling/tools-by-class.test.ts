import { expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

/* OpenLLMetry's instrumentation of LangChain.js: spans of tools have a class for a name, no id, and lie beside the graph's runs. */

const asked = textMessage('user', 'Weather?');
const called = weatherCalls(['c1', 'Paris'], ['c2', 'Atlantis']);
const lines = [
  'user: Weather?',
  'assistant: get_weather({"city":"Paris"})#c1 + get_weather({"city":"Atlantis"})#c2',
];

const ran = (options: { readonly error?: string }): ConversationSpan =>
  tool({
    id: '02',
    at: 20,
    ms: 2,
    name: 'execute_tool DynamicStructuredTool',
    scope: '@traceloop/instrumentation-langchain',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'traceloop.span.kind': 'task',
      'traceloop.entity.name': 'DynamicStructuredTool',
      'traceloop.entity.input': '{"args":["{\\"city\\":\\"Atlantis\\"}"]}',
    },
    ...(options.error !== undefined && { error: options.error }),
  });
const asks = call({ id: '01', attributes: messagesOf([asked], [called]) });

test('the run of a tool that has its class for a name belongs to the call that was given the same', () => {
  const history = [asked, called, toolAnswer('c1', 'mild'), toolAnswer('c2', 'Error: no such city')];
  const spans = [
    asks,
    ran({ error: 'no such city' }),
    call({ id: '03', at: 40, attributes: messagesOf(history, [textMessage('assistant', 'It is lost.')]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    ...lines,
    'tool: "mild"#c1',
    'tool: failed "Error: no such city"#c2',
    'assistant: It is lost.',
  ]);
});
