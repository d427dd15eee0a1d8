import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';

describe('a tool that ran before', () => {
  const asked = textMessage('user', 'Weather?');
  const called = weatherCalls(['c1', 'Paris']);
  const ran = tool({
    id: '02',
    at: 0,
    ms: 5,
    attributes: {
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"Paris"}',
      'gen_ai.tool.call.result': '{"temp":18}',
    },
  });

  test('the call whose history tells its use, since a person allowed it first, is told once', () => {
    const done = textMessage('assistant', 'Warm.');
    const history = [asked, called, toolAnswer('c1', { temp: 18 })];
    const later = call({ id: '03', at: 40, attributes: messagesOf(history, [done]) });
    expect(linesOf(tellConversation([ran, later]))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: Warm.',
    ]);
  });

  test('in a later trace without an id, as after a person allowed it, it ran the call that the history there repeats', () => {
    const done = textMessage('assistant', 'Warm.');
    const history = [asked, called, toolAnswer('c1', { temp: 18 })];
    const nameless = { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.arguments': '{"city":"Paris"}' };
    const spans = [
      call({ id: '01', trace: 'a', at: 0, attributes: messagesOf([asked], [called]) }),
      tool({
        id: '02',
        trace: 'b',
        at: 100,
        attributes: { ...nameless, 'gen_ai.tool.call.result': '{"temp":18}' },
      }),
      call({ id: '03', trace: 'b', at: 140, attributes: messagesOf(history, [done]) }),
    ];
    const { messages } = tellConversation(spans);
    expect(linesOf({ messages })).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: Warm.',
    ]);
    expect(messages[1]?.carried_by).toEqual(['01', '03', '02']);
  });

  test('it is so where it began and ended in the millisecond to which a clock rounds the start of the call', () => {
    const history = [asked, called, toolAnswer('c1', 'warm')];
    const attributes = {
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.arguments': '{"city":"Paris"}',
      'gen_ai.tool.call.result': 'warm',
    };
    const spans = [
      call({ id: '01', trace: 'a', at: 0, attributes: messagesOf([asked], [called]) }),
      chain({ id: '02', trace: 'b', at: 100, ms: 90 }),
      tool({ id: '03', trace: 'b', parent: '02', at: 100, ms: 0.4, attributes }),
      chain({ id: '04', trace: 'b', parent: '02', at: 100, ms: 50 }),
      call({
        id: '05',
        trace: 'b',
        parent: '04',
        at: 100,
        attributes: messagesOf(history, [textMessage('assistant', 'Warm.')]),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: "warm"#c1',
      'assistant: Warm.',
    ]);
  });

  test('the only call of its id, by the clock of another machine, answers it', () => {
    const first = call({ id: '01', at: 500, ms: 100, attributes: messagesOf([asked], [called]) });
    expect(linesOf(tellConversation([ran, first]))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
    ]);
  });
});

test("what a tool answered before its trace failed is told there, though the next trace's history has it first", () => {
  const asked = textMessage('user', 'Weather?');
  const called = weatherCalls(['c1', 'Paris'], ['c2', 'Rome']);
  const ran = { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'c1' };
  const history = [asked, called, toolAnswer('c1', 'sunny'), toolAnswer('c2', 'interrupted')];
  const { messages } = tellConversation([
    agent({ id: '01', trace: 'a', at: 0, ms: 90, error: 'stopped' }),
    call({ id: '02', parent: '01', trace: 'a', at: 1, attributes: messagesOf([asked], [called]) }),
    tool({
      id: '03',
      parent: '01',
      trace: 'a',
      at: 20,
      attributes: { ...ran, 'gen_ai.tool.call.result': 'sunny' },
    }),
    call({
      id: '04',
      trace: 'b',
      at: 500,
      attributes: messagesOf(
        [...history, textMessage('user', 'Go on.')],
        [textMessage('assistant', 'Sunny.')],
      ),
    }),
  ]);
  expect(linesOf({ messages })).toEqual([
    'user: Weather?',
    'assistant: get_weather({"city":"Paris"})#c1 + get_weather({"city":"Rome"})#c2',
    'tool: "sunny"#c1',
    'assistant: TestError! stopped',
    'tool: "interrupted"#c2',
    'user: Go on.',
    'assistant: Sunny.',
  ]);
  expect(messages[2]?.carried_by).toEqual(['03', '04']);
});
