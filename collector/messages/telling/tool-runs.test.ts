import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';

const asked = textMessage('user', 'Weather?');
const called = weatherCalls(['c1', 'Paris']);
const use = {
  'gen_ai.tool.name': 'get_weather',
  'gen_ai.tool.call.id': 'c1',
  'gen_ai.tool.call.arguments': '{"city":"Paris"}',
};

test("the failure of a tool's run is the tool's, by either name of its call's id", () => {
  for (const id of ['gen_ai.tool.call.id', 'tool.call_id']) {
    const failed = { error: 'Tool execution failed', span: { has_error: true } };
    const spans = [
      call({ id: '01', attributes: messagesOf([asked], [called]) }),
      tool({ id: '02', at: 20, ms: 20, ...failed, attributes: use }),
      chain({ id: '03', parent: '02', at: 22, ms: 10, ...failed, attributes: { [id]: 'c1' } }),
      call({
        id: '04',
        at: 60,
        attributes: messagesOf(
          [asked, called, toolAnswer('c1', 'No such city: Tool execution failed')],
          [textMessage('assistant', 'Sorry.')],
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: failed "No such city: Tool execution failed"#c1',
      'assistant: Sorry.',
    ]);
  }
});

describe('a call that a span ran, or two', () => {
  const answered = { ...use, 'gen_ai.tool.call.result': 'sunny' };
  const first = call({ id: '01', attributes: messagesOf([asked], [called]) });
  const ran = tool({ id: '03', at: 40, attributes: answered });
  const history = [asked, called, toolAnswer('c1', 'sunny')];
  const last = call({
    id: '04',
    at: 60,
    attributes: messagesOf(history, [textMessage('assistant', 'Warm.')]),
  });
  const lines = ['user: Weather?', 'assistant: get_weather({"city":"Paris"})#c1', 'tool: "sunny"#c1'];

  test.each([
    ['the next history tells the answer', [first, ran, last], [...lines, 'assistant: Warm.']],
    ['the span alone does', [first, ran], lines],
  ])('since the first run failed is told once, and that failure before the answer: %s', (_, spans, told) => {
    const failed = tool({ id: '02', at: 20, attributes: use, error: 'flaky' });
    const conversation = tellConversation([...spans, failed]);
    expect(linesOf(conversation)).toEqual(told.toSpliced(2, 0, 'assistant: TestError! flaky'));
    expect(conversation.messages[1]?.carried_by).toEqual(expect.arrayContaining(['02', '03']));
  });

  test('in no time, and failed, was not run again', () => {
    const spans = [first, tool({ id: '02', at: 20, ms: 0, attributes: answered, error: 'flaky' }), last];
    expect(linesOf(tellConversation(spans))[2]).toBe('tool: failed "sunny"#c1 + TestError! flaky');
  });

  test('has not failed where a try inside of it did and the next one did not', () => {
    const around = tool({ id: '05', at: 15, ms: 40, attributes: answered });
    const failed = tool({ id: '02', parent: '05', at: 20, attributes: use, error: 'flaky' });
    const inside = tool({ id: '03', parent: '05', at: 40, attributes: answered });
    expect(linesOf(tellConversation([first, around, failed, inside, last]))).toEqual([
      ...lines.toSpliced(2, 0, 'assistant: TestError! flaky'),
      'assistant: Warm.',
    ]);
  });

  test('is one where a span inside, as that of its server, names the tool and leaves its arguments out', () => {
    const { 'gen_ai.tool.name': name, 'gen_ai.tool.call.result': result } = answered;
    const inside = tool({
      id: '05',
      parent: '03',
      at: 41,
      ms: 2,
      attributes: { 'gen_ai.tool.name': name, 'gen_ai.tool.call.result': result },
    });
    expect(linesOf(tellConversation([first, ran, inside, last]))).toEqual([...lines, 'assistant: Warm.']);
  });

  test('since two instrumentations recorded it side by side is told once', () => {
    const spans = [first, ran, tool({ id: '05', at: 41, attributes: answered }), last];
    expect(linesOf(tellConversation(spans))).toEqual([...lines, 'assistant: Warm.']);
  });

  test('one after the other, each with an answer, is two where no model tells it', () => {
    const again = tool({ id: '06', at: 90, attributes: { ...use, 'gen_ai.tool.call.result': 'rain' } });
    expect(linesOf(tellConversation([ran, again]))).toEqual([...lines.slice(1), lines[1], 'tool: "rain"#c1']);
  });
});
