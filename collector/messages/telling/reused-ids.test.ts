import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, linesOf, tool } from '../testing/build-span.ts';

const asked = textMessage('user', 'Weather?');

/** One question, its call and its answer, as a trace of its own: the second call repeats what the first said. */
function trace(name: string, at: number, called: object, response: string, said: string) {
  const history = [asked, called, toolAnswer('call_0', response)];
  return [
    call({ id: `${name}1`, trace: name, at, attributes: messagesOf([asked], [called]) }),
    call({
      id: `${name}2`,
      trace: name,
      at: at + 20,
      attributes: messagesOf(history, [textMessage('assistant', said)]),
    }),
  ];
}

describe('where the ids of calls begin anew in each trace', () => {
  test('calls with other arguments and their answers are told', () => {
    const spans = [
      ...trace('a', 0, weatherCalls(['call_0', 'Paris']), 'sunny', 'It is sunny.'),
      ...trace('b', 100, weatherCalls(['call_0', 'London']), 'rain', 'It rains.'),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#call_0',
      'tool: "sunny"#call_0',
      'assistant: It is sunny.',
      'user: Weather?',
      'assistant: get_weather({"city":"London"})#call_0',
      'tool: "rain"#call_0',
      'assistant: It rains.',
    ]);
  });

  test('another answer to the same call is told, and found again by later histories', () => {
    const called = weatherCalls(['call_0', 'Paris']);
    const spans = [
      ...trace('a', 0, called, 'sunny', 'It is sunny.'),
      ...trace('b', 100, called, 'rain', 'It rains.'),
    ];
    const told = [
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#call_0',
      'tool: "sunny"#call_0',
      'assistant: It is sunny.',
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#call_0',
      'tool: "rain"#call_0',
      'assistant: It rains.',
    ];
    expect(linesOf(tellConversation(spans))).toEqual(told);
    const history = [asked, called, toolAnswer('call_0', 'rain'), textMessage('assistant', 'It rains.')];
    const later = call({
      id: 'c1',
      trace: 'b',
      at: 200,
      attributes: messagesOf(
        [...history, textMessage('user', 'Thanks.')],
        [textMessage('assistant', 'Bye.')],
      ),
    });
    expect(linesOf(tellConversation([...spans, later]))).toEqual([
      ...told,
      'user: Thanks.',
      'assistant: Bye.',
    ]);
  });

  test('another answer to the same call is told where only a span around calls holds both', () => {
    const called = weatherCalls(['call_0', 'Paris']);
    const around = agent({
      id: 'b0',
      trace: 'b',
      at: 100,
      ms: 50,
      attributes: messagesOf([asked, called, toolAnswer('call_0', 'rain')], []),
    });
    const inside = call({
      id: 'b1',
      trace: 'b',
      parent: 'b0',
      at: 120,
      attributes: messagesOf([asked], [textMessage('assistant', 'It rains.')]),
    });
    const lines = linesOf(
      tellConversation([...trace('a', 0, called, 'sunny', 'It is sunny.'), around, inside]),
    );
    expect(lines).toContain('tool: "rain"#call_0');
  });
});

test("a tool's span without arguments ran the one of two calls of its id that was made by then", () => {
  const ran = (id: string, at: number, result: string) =>
    tool({
      id,
      at,
      attributes: {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 'call_0',
        'gen_ai.tool.call.result': result,
      },
    });
  const [paris, london] = [weatherCalls(['call_0', 'Paris']), weatherCalls(['call_0', 'London'])];
  const first = [asked, paris, toolAnswer('call_0', 'sun')];
  const both = [...first, london, toolAnswer('call_0', 'rain')];
  const spans = [
    call({ id: '01', attributes: messagesOf([asked], [paris]) }),
    ran('02', 50, 'sun'),
    call({ id: '03', at: 100, attributes: messagesOf(first, [london]) }),
    ran('04', 150, 'rain'),
    call({ id: '05', at: 200, attributes: messagesOf(both, [textMessage('assistant', 'Mixed.')]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Weather?',
    'assistant: get_weather({"city":"Paris"})#call_0',
    'tool: "sun"#call_0',
    'assistant: get_weather({"city":"London"})#call_0',
    'tool: "rain"#call_0',
    'assistant: Mixed.',
  ]);
});

test("an earlier call with a call's id and arguments is history where a person spoke after it", () => {
  const called = weatherCalls(['call_0', 'Paris']);
  const history = [
    asked,
    called,
    toolAnswer('call_0', 'sunny'),
    textMessage('assistant', 'Sunny.'),
    textMessage('user', 'And now?'),
  ];
  expect(linesOf(tellConversation([call({ id: '01', attributes: messagesOf(history, [called]) })]))).toEqual([
    'user: Weather?',
    'assistant: get_weather({"city":"Paris"})#call_0',
    'tool: "sunny"#call_0',
    'assistant: Sunny.',
    'user: And now?',
    'assistant: get_weather({"city":"Paris"})#call_0',
  ]);
});

describe('answers that a later history holds without any call', () => {
  const ran = (trace: string, at: number, result = 'rain') =>
    tool({
      id: `${trace}1`,
      trace,
      at,
      attributes: {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 'call_0',
        'gen_ai.tool.call.arguments': JSON.stringify({ city: trace }),
        'gen_ai.tool.call.result': result,
      },
    });

  test("each answer its own one of two traces' calls of the same id", () => {
    const later = call({
      id: 'c1',
      trace: 'c',
      at: 200,
      attributes: messagesOf(
        [toolAnswer('call_0', 'sun'), toolAnswer('call_0', 'rain')],
        [textMessage('assistant', 'Mixed.')],
      ),
    });
    expect(linesOf(tellConversation([ran('a', 0, 'sun'), ran('b', 100), later]))).toEqual([
      'assistant: get_weather({"city":"a"})#call_0',
      'tool: "sun"#call_0',
      'assistant: get_weather({"city":"b"})#call_0',
      'tool: "rain"#call_0',
      'assistant: Mixed.',
    ]);
  });

  test('answer one of two that say the same', () => {
    const later = call({
      id: 'c1',
      trace: 'c',
      at: 200,
      attributes: messagesOf([toolAnswer('call_0', 'rain')], [textMessage('assistant', 'It rains.')]),
    });
    expect(linesOf(tellConversation([ran('a', 0), ran('b', 100), later]))).toEqual([
      'assistant: get_weather({"city":"a"})#call_0',
      'tool: "rain"#call_0',
      'assistant: get_weather({"city":"b"})#call_0',
      'tool: "rain"#call_0',
      'assistant: It rains.',
    ]);
  });
});

describe('arguments that a person changed before the tool ran are told', () => {
  const changed = weatherCalls(['c1', 'London']);
  const first = call({
    id: '01',
    trace: 'a',
    attributes: messagesOf([asked], [weatherCalls(['c1', 'Paris'])]),
  });
  const ran = tool({
    id: '02',
    trace: 'b',
    at: 100,
    attributes: {
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"London"}',
      'gen_ai.tool.call.result': '"rain"',
    },
  });
  const told = [
    'user: Weather?',
    'assistant: get_weather({"city":"Paris"})#c1',
    'assistant: get_weather({"city":"London"})#c1',
    'tool: "rain"#c1',
  ];

  test("by the tool's span", () => {
    expect(linesOf(tellConversation([first, ran]))).toEqual(told);
  });

  test('by the history of the next call', () => {
    const done = textMessage('assistant', 'It rains.');
    const next = call({
      id: '03',
      trace: 'b',
      at: 200,
      attributes: messagesOf([asked, changed, toolAnswer('c1', 'rain')], [done]),
    });
    expect(linesOf(tellConversation([first, ran, next]))).toEqual([...told, 'assistant: It rains.']);
  });
});
