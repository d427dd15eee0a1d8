import { describe, expect, test } from 'vitest';
import { tellConversation } from './conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from './testing/build-messages.ts';
import { call, chain, linesOf, talk, tool } from './testing/build-span.ts';

describe('turns', () => {
  test('of one trace are told once, the answer with its numbers and everyone who carried it', () => {
    const spans = [
      call({ id: '01', at: 0, attributes: talk([['user', 'Hi']], 'Hello.') }),
      call({
        id: '02',
        at: 20,
        attributes: talk(
          [
            ['user', 'Hi'],
            ['assistant', 'Hello.'],
            ['user', 'Bye'],
          ],
          'See you.',
        ),
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual([
      'user: Hi',
      'assistant: Hello.',
      'user: Bye',
      'assistant: See you.',
    ]);
    expect(conversation.messages[1]).toMatchObject({
      span_id: '01',
      direction: 'output',
      usage: { total_tokens: 7 },
      carried_by: ['01', '02'],
    });
    expect(conversation.meta).toMatchObject({ total_messages: 4, total_tokens: 14, total_cost: 1 });
  });

  test('of a session are told once across its traces', () => {
    const spans = [
      call({
        id: '01',
        trace: 'a1',
        at: 0,
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'Hi'],
          ],
          'Hello.',
        ),
      }),
      call({
        id: '02',
        trace: 'a2',
        at: 50,
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'Hi'],
            ['assistant', 'Hello.'],
            ['user', 'Bye'],
          ],
          'See you.',
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: S',
      'user: Hi',
      'assistant: Hello.',
      'user: Bye',
      'assistant: See you.',
    ]);
  });

  test('that repeat themselves are kept: "yes" twice, "OK" twice', () => {
    const first = [['user', 'yes']] as const;
    const second = [...first, ['assistant', 'OK'], ['user', 'yes']] as const;
    const third = [...second, ['assistant', 'OK'], ['user', 'Done?']] as const;
    const spans = [
      call({ id: '01', at: 0, attributes: talk(first, 'OK') }),
      call({ id: '02', at: 20, attributes: talk(second, 'OK') }),
      call({ id: '03', at: 40, attributes: talk(third, 'OK') }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: yes',
      'assistant: OK',
      'user: yes',
      'assistant: OK',
      'user: Done?',
      'assistant: OK',
    ]);
  });

  test('without a history that ask the same again are told again, in one trace or another', () => {
    const spans = [
      call({
        id: '01',
        at: 0,
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'yes'],
          ],
          'OK',
        ),
      }),
      call({
        id: '02',
        at: 20,
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'yes'],
          ],
          'OK',
        ),
      }),
      call({
        id: '03',
        trace: 'a2',
        at: 40,
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'yes'],
          ],
          'OK',
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: S',
      'user: yes',
      'assistant: OK',
      'user: yes',
      'assistant: OK',
      'user: yes',
      'assistant: OK',
    ]);
  });

  test('whose history lost its beginning go on where it went on', () => {
    const whole = [
      ['user', 'one'],
      ['assistant', 'A'],
      ['user', 'two'],
    ] as const;
    const window = [
      ['user', 'two'],
      ['assistant', 'B'],
      ['user', 'three'],
    ] as const;
    const summary = [
      ['user', 'So far: one, two.'],
      ['assistant', 'B'],
      ['user', 'three'],
      ['assistant', 'C'],
    ] as const;
    const spans = [
      call({ id: '01', at: 0, attributes: talk(whole.slice(0, 1), 'A') }),
      call({ id: '02', at: 20, attributes: talk(whole, 'B') }),
      call({ id: '03', at: 40, attributes: talk(window, 'C') }),
      call({ id: '04', at: 60, attributes: talk([...summary, ['user', 'four']], 'D') }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: one',
      'assistant: A',
      'user: two',
      'assistant: B',
      'user: three',
      'assistant: C',
      'user: So far: one, two.',
      'user: four',
      'assistant: D',
    ]);
  });

  test('that fork keep both branches and tell what they share once', () => {
    const shared = [
      ['user', 'Hi'],
      ['assistant', 'Hello.'],
    ] as const;
    const spans = [
      call({ id: '01', at: 0, attributes: talk(shared.slice(0, 1), 'Hello.') }),
      call({ id: '02', at: 20, attributes: talk([...shared, ['user', 'Left?']], 'L') }),
      call({ id: '03', at: 40, attributes: talk([...shared, ['user', 'Right?']], 'R') }),
    ];
    expect(linesOf(tellConversation(spans)).slice(2)).toEqual([
      'user: Left?',
      'assistant: L',
      'user: Right?',
      'assistant: R',
    ]);
  });

  test('of which one recorded no answer have it from the next history', () => {
    const spans = [
      call({ id: '01', at: 0, attributes: talk([['user', 'Hi']]) }),
      call({
        id: '02',
        at: 20,
        attributes: talk(
          [
            ['user', 'Hi'],
            ['assistant', 'Hello.'],
            ['user', 'Bye'],
          ],
          'B',
        ),
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual(['user: Hi', 'assistant: Hello.', 'user: Bye', 'assistant: B']);
    expect(conversation.messages[1]).toMatchObject({ span_id: '02', direction: 'input', usage: null });
  });

  const rain = textMessage('user', 'Rain?');
  const calls = weatherCalls(['c1', 'Oslo'], ['c2', 'Rome']);
  const answers = [toolAnswer('c1', 'wet'), toolAnswer('c2', 'dry')];
  const final = textMessage('assistant', 'Wet, then dry.');

  test('whose list was written down when more was on it are told once', () => {
    const late = [rain, calls, ...answers, final];
    const conversation = tellConversation([
      call({ id: '01', attributes: messagesOf(late, [calls]) }),
      tool({
        id: '02',
        at: 12,
        attributes: { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'c1' },
      }),
      call({ id: '03', at: 30, attributes: messagesOf(late, [final]) }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'user: Rain?',
      'assistant: get_weather({"city":"Oslo"})#c1 + get_weather({"city":"Rome"})#c2',
      'tool: "wet"#c1',
      'tool: "dry"#c2',
      'assistant: Wet, then dry.',
    ]);
    const tellers = conversation.messages.map(({ span_id, usage }) => [span_id, usage?.total_tokens ?? null]);
    expect(tellers.slice(1)).toEqual([
      ['01', 7],
      ['01', null],
      ['01', null],
      ['03', 7],
    ]);
  });

  test('that call the same again are told again, even where ids begin anew', () => {
    const [again] = answers;
    const conversation = tellConversation([
      call({ id: '01', attributes: messagesOf([rain], [calls]) }),
      call({ id: '02', at: 20, attributes: messagesOf([rain, calls, again], [calls]) }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'user: Rain?',
      'assistant: get_weather({"city":"Oslo"})#c1 + get_weather({"city":"Rome"})#c2',
      'tool: "wet"#c1',
      'assistant: get_weather({"city":"Oslo"})#c1 + get_weather({"city":"Rome"})#c2',
    ]);
  });
});

test('spans that are parents in a circle say what they say', () => {
  const attributes = talk([['user', 'Hi']], 'Hello.');
  const spans = [call({ id: '01', parent: '02', attributes }), chain({ id: '02', parent: '01' })];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Hi', 'assistant: Hello.']);
});

test('a call in progress says what it was asked', () => {
  const spans = [
    call({ id: '01', attributes: talk([['user', 'Hi']], 'Hello.') }),
    call({
      id: '02',
      at: 20,
      ms: 0,
      attributes: talk([
        ['user', 'Hi'],
        ['assistant', 'Hello.'],
        ['user', 'Bye'],
      ]),
      span: { state: 'running' },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Hi', 'assistant: Hello.', 'user: Bye']);
});
