import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, linesOf, tool } from '../testing/build-span.ts';

describe('tools', () => {
  const history = [textMessage('user', 'Weather?'), weatherCalls(['c1', 'Paris'], ['c2', 'London'])];
  const answers = [toolAnswer('c1', '{"temp":18}'), toolAnswer('c2', '{"temp":12}')];
  const done = textMessage('assistant', 'Warm and cool.');
  const run = (id: string, at: number, callId: string, city: string, temp?: number, ms = 5) =>
    tool({
      id,
      at,
      ms,
      parent: '00',
      attributes: {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': callId,
        'gen_ai.tool.call.arguments': JSON.stringify({ city }),
        ...(temp === undefined ? {} : { 'gen_ai.tool.call.result': JSON.stringify({ temp }) }),
      },
    });
  const told = [
    'user: Weather?',
    'assistant: get_weather({"city":"Paris"})#c1 + get_weather({"city":"London"})#c2',
    'tool: {"temp":18}#c1',
    'tool: {"temp":12}#c2',
    'assistant: Warm and cool.',
  ];

  test('that ran in parallel answer once, whether spans, history or both hold the answers', () => {
    const asked = call({ id: '01', at: 0, attributes: messagesOf(history.slice(0, 1), history.slice(1)) });
    const spans = [run('02', 12, 'c1', 'Paris', 18, 20), run('03', 12, 'c2', 'London', 12, 5)];
    const closed = call({ id: '04', at: 40, attributes: messagesOf([...history, ...answers], [done]) });
    const both = tellConversation([asked, ...spans, closed]);
    expect(linesOf(both)).toEqual(told);
    expect(both.messages[2]).toMatchObject({ span_id: '04', carried_by: ['04', '02'] });
    expect(linesOf(tellConversation([asked, closed]))).toEqual(told);
    expect(linesOf(tellConversation([asked, ...spans]))).toEqual(told.slice(0, 4));
  });

  test('whose clock ends them before the model that called them are told once', () => {
    const ending = (one: ConversationSpan, micros: bigint): ConversationSpan => ({
      ...one,
      record: { ...one.record, endUnixNano: one.record.startUnixNano + micros * 1000n },
    });
    const asked = [textMessage('user', 'Weather?'), weatherCalls(['c1', 'Paris'])];
    const attributes = { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.result': '{"temp":18}' };
    const spans = [
      ending(call({ id: '01', attributes: messagesOf(asked.slice(0, 1), asked.slice(1)) }), 10_581n),
      ending(tool({ id: '02', at: 10, attributes, span: { tool_name: 'get_weather' } }), 124n),
      call({ id: '03', at: 11, attributes: messagesOf([...asked, toolAnswer('c1', { temp: 18 })], [done]) }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: Warm and cool.',
    ]);
  });

  test('that were called twice with the same arguments answer twice', () => {
    const one = weatherCalls(['c1', 'Paris']);
    const two = weatherCalls(['c2', 'Paris']);
    const spans = [
      call({ id: '01', at: 0, attributes: messagesOf(history.slice(0, 1), [one]) }),
      run('02', 11, 'c1', 'Paris', 18),
      call({
        id: '03',
        at: 20,
        attributes: messagesOf([textMessage('user', 'Weather?'), one, toolAnswer('c1', { temp: 18 })], [two]),
      }),
      run('04', 31, 'c2', 'Paris', 18),
      call({
        id: '05',
        at: 40,
        attributes: messagesOf(
          [
            textMessage('user', 'Weather?'),
            one,
            toolAnswer('c1', { temp: 18 }),
            two,
            toolAnswer('c2', { temp: 18 }),
          ],
          [done],
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: get_weather({"city":"Paris"})#c2',
      'tool: {"temp":18}#c2',
      'assistant: Warm and cool.',
    ]);
  });

  test('that no message called tell their own call', () => {
    const spans = [agent({ id: '00', ms: 100 }), run('02', 12, 'c1', 'Paris', 18)];
    expect(linesOf(tellConversation(spans))).toEqual([
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
    ]);
  });

  test('without ids belong to calls by name, arguments and order', () => {
    const asked = {
      role: 'assistant',
      parts: ['Paris', 'London'].map((city) => ({
        type: 'tool_call',
        name: 'get_weather',
        arguments: { city },
      })),
    };
    const plain = (temp: number) => ({
      role: 'tool',
      parts: [{ type: 'tool_call_response', response: { temp } }],
    });
    const spans = [
      call({ id: '01', at: 0, attributes: messagesOf([textMessage('user', 'Weather?')], [asked]) }),
      run('02', 12, 'run-b', 'London', 12),
      run('03', 13, 'run-a', 'Paris', 18),
      call({
        id: '04',
        at: 40,
        attributes: messagesOf([textMessage('user', 'Weather?'), asked, plain(18), plain(12)], [done]),
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#run-a + get_weather({"city":"London"})#run-b',
      'tool: {"temp":18}#run-a',
      'tool: {"temp":12}#run-b',
      'assistant: Warm and cool.',
    ]);
    expect(conversation.messages[2]?.carried_by).toEqual(['04', '03']);
  });

  test('that a history alone tells keep equal calls and equal answers apart', () => {
    const asked = {
      role: 'assistant',
      parts: [1, 2].map(() => ({ type: 'tool_call', name: 'roll', arguments: {} })),
    };
    const six = { role: 'tool', parts: [{ type: 'tool_call_response', response: 6 }] };
    const start = call({ id: '01', at: 0, attributes: messagesOf([textMessage('user', 'Roll.')], []) });
    const end = call({
      id: '02',
      at: 20,
      attributes: messagesOf(
        [textMessage('user', 'Roll.'), asked, six, six],
        [textMessage('assistant', '12')],
      ),
    });
    expect(linesOf(tellConversation([start, end]))).toEqual([
      'user: Roll.',
      'assistant: roll({})#null + roll({})#null',
      'tool: 6#null',
      'tool: 6#null',
      'assistant: 12',
    ]);
  });

  test('that ran with arguments the model left out are one call, as the model wrote it', () => {
    const asked = textMessage('user', 'Weather?');
    const called = (args: object) => ({
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: args }],
    });
    const full = { city: 'Paris', unit: 'celsius' };
    const spans = [
      call({ id: '01', at: 0, attributes: messagesOf([asked], [called({ city: 'Paris' })]) }),
      tool({
        id: '02',
        at: 12,
        attributes: {
          'gen_ai.tool.name': 'get_weather',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.call.arguments': JSON.stringify(full),
          'gen_ai.tool.call.result': '{"temp":18}',
        },
      }),
      call({
        id: '03',
        at: 40,
        attributes: messagesOf([asked, called(full), toolAnswer('c1', { temp: 18 })], [done]),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: Warm and cool.',
    ]);
  });

  test('of parallel calls stay apart where a proxy numbers them from zero', () => {
    const spans = ['Paris', 'London'].map((city, index) =>
      call({
        id: `0${index}`,
        at: index,
        attributes: messagesOf([textMessage('user', 'Weather?')], [weatherCalls(['call_0', city])]),
      }),
    );
    const later = call({
      id: '09',
      at: 60,
      attributes: messagesOf(
        [textMessage('user', 'Weather?'), weatherCalls(['call_0', 'London']), toolAnswer('call_0', 'wet')],
        [done],
      ),
    });
    const conversation = tellConversation([...spans, later]);
    expect(linesOf(conversation).slice(-3)).toEqual([
      'assistant: get_weather({"city":"London"})#call_0',
      'tool: "wet"#call_0',
      'assistant: Warm and cool.',
    ]);
    expect(conversation.messages.at(-3)?.carried_by).toEqual(['01', '09']);
  });

  test('whose calls a history left out, as one with previous_response_id does, answer once', () => {
    const [first, second] = answers;
    const spans = [
      call({ id: '01', at: 0, attributes: messagesOf(history.slice(0, 1), history.slice(1)) }),
      run('02', 12, 'c1', 'Paris', 18),
      run('03', 12, 'c2', 'London', 12),
      call({ id: '04', at: 40, error: 'overloaded', attributes: messagesOf([first, second], []) }),
      call({ id: '05', at: 60, attributes: messagesOf([first, second], [done]) }),
      call({
        id: '06',
        at: 80,
        attributes: messagesOf(
          [...history, ...answers, done, textMessage('user', 'Thanks.')],
          [textMessage('assistant', 'Welcome.')],
        ),
      }),
    ];
    const lines = linesOf(tellConversation(spans));
    expect(lines.filter((line) => !line.includes('overloaded'))).toEqual([
      ...told,
      'user: Thanks.',
      'assistant: Welcome.',
    ]);
  });

  test('that a person allowed first ran in another trace of the session, for the call that was made', () => {
    const one = weatherCalls(['c1', 'Paris']);
    const ran = (trace: string, temp: number) =>
      tool({
        id: `t${trace}`,
        trace,
        at: trace === 'a2' ? 40 : 90,
        attributes: {
          'gen_ai.tool.name': 'get_weather',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.call.arguments': '{"city":"Paris"}',
          'gen_ai.tool.call.result': JSON.stringify({ temp }),
        },
      });
    const spans = [
      call({ id: '01', at: 0, trace: 'a1', attributes: messagesOf(history.slice(0, 1), [one]) }),
      ran('a2', 18),
      call({
        id: '03',
        at: 60,
        trace: 'a2',
        attributes: messagesOf(
          [textMessage('user', 'Weather?'), one, toolAnswer('c1', { temp: 18 })],
          [done],
        ),
      }),
      // Another use, of a program that numbers its calls anew in each trace.
      ran('a3', 20),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: Warm and cool.',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":20}#c1',
    ]);
  });
});
