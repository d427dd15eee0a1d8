import { expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, chain, event, linesOf, tool } from '../testing/build-span.ts';

/* OpenLLMetry for LangChain.js: a tool's span has a class for a name, no id, and lies beside the graph's runs. */

const asked = textMessage('user', 'Weather?');
const called = weatherCalls(['c1', 'Paris'], ['c2', 'Atlantis']);
const lines = [
  'user: Weather?',
  'assistant: get_weather({"city":"Paris"})#c1 + get_weather({"city":"Atlantis"})#c2',
];

const ran = (options: { readonly error?: string; readonly thrown?: string }): ConversationSpan =>
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
    ...(options.thrown !== undefined && { events: [thrownAs(options.thrown)] }),
  });
const thrownAs = (question: string) =>
  event('exception', { 'exception.type': 'GraphInterrupt', 'exception.message': question });
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

test('what it asks a person is told once, be the run that passes it on beside it', () => {
  const question = '[{"id":"1","value":"Really?"}]';
  const around = chain({ id: '03', at: 20, ms: 3, events: [thrownAs(question)] });
  expect(linesOf(tellConversation([asks, ran({ thrown: question }), around]))).toEqual([
    ...lines,
    'assistant: interrupt=[{"id":"1","value":"Really?"}]',
  ]);
});

test('two tools that ask the same at one time ask twice', () => {
  const both = ['04', '05'].map((id) => tool({ id, at: 20, ms: 2, events: [thrownAs('Really?')] }));
  const asked = linesOf(tellConversation([asks, ...both])).filter((line) => line.includes('interrupt='));
  expect(asked).toHaveLength(2);
});
