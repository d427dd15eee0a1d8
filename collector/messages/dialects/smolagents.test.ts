import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, linesOf, talk, tool } from '../testing/build-span.ts';

const run = {
  'smolagents.task': 'Rain?',
  'input.value': '{"task":"Rain?","stream":false,"reset":true}',
  'output.value': 'No.',
};

test("a run's task is what it was asked, not the settings beside it", () => {
  expect(linesOf(conversationOfSpan(agent({ id: '01', attributes: run })))).toEqual([
    'user: Rain?',
    'assistant: No.',
  ]);
});

test('the task is not told again where a call says how the model was asked', () => {
  const spans = [
    agent({ id: '01', ms: 90, attributes: run }),
    call({ id: '02', parent: '01', at: 5, attributes: talk([['user', 'New task:\nRain?']], 'No.') }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: New task:\nRain?', 'assistant: No.']);
});

describe('a tool', () => {
  const called = (args: unknown[], kwargs: object, schema?: object) => {
    const attributes = {
      'tool.name': 'sum',
      'input.value': JSON.stringify({ args, sanitize_inputs_outputs: false, kwargs }),
      'output.value': '4',
      ...(schema === undefined ? {} : { 'tool.parameters': JSON.stringify(schema) }),
    };
    const scope = 'openinference.instrumentation.smolagents';
    return linesOf(conversationOfSpan(tool({ id: '01', name: 'SumTool', scope, attributes })));
  };

  test('was given its arguments by their names, not those of the function that called it', () => {
    const schema = { a: { type: 'number' }, b: { type: 'number' } };
    expect(called([1], { b: 3 }, schema)).toEqual(['assistant: sum({"a":1,"b":3})#null', 'tool: "4"#null']);
    expect(called([], { b: 3 })).toEqual(['assistant: sum({"b":3})#null', 'tool: "4"#null']);
    expect(called([1, 2], { b: 3 })).toEqual(['assistant: sum({"args":[1,2],"b":3})#null', 'tool: "4"#null']);
  });
});
