import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer } from '../testing/build-messages.ts';
import { agent, call, chain, linesOf, span, talk, tool } from '../testing/build-span.ts';

describe('agents', () => {
  const nested = [
    agent({
      id: '00',
      ms: 100,
      span: { agent_name: 'desk' },
      attributes: {
        ...messagesOf(
          [textMessage('user', 'Rain?')],
          [
            {
              role: 'assistant',
              parts: [
                { type: 'text', content: 'Dry, they say.' },
                { type: 'tool_call', id: 'c1', name: 'ask', arguments: { q: 'Rain?' } },
                { type: 'tool_call_response', id: 'c1', response: 'Dry.' },
              ],
            },
          ],
        ),
      },
    }),
    call({
      id: '01',
      parent: '00',
      at: 1,
      attributes: {
        'gen_ai.system_instructions': 'You are the desk.',
        ...messagesOf(
          [textMessage('user', 'Rain?')],
          [
            {
              role: 'assistant',
              parts: [{ type: 'tool_call', id: 'c1', name: 'ask', arguments: { q: 'Rain?' } }],
            },
          ],
        ),
      },
    }),
    tool({
      id: '02',
      parent: '00',
      at: 12,
      ms: 40,
      attributes: {
        'gen_ai.tool.name': 'ask',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"q":"Rain?"}',
        'gen_ai.tool.call.result': '"Dry."',
      },
    }),
    agent({ id: '03', parent: '02', at: 13, ms: 30, span: { agent_name: 'expert' } }),
    call({
      id: '04',
      parent: '03',
      at: 14,
      attributes: {
        'gen_ai.system_instructions': 'You are the expert.',
        ...talk([['user', 'Rain?']], 'Dry.'),
      },
    }),
    call({
      id: '05',
      parent: '00',
      at: 60,
      attributes: {
        'gen_ai.system_instructions': 'You are the desk.',
        ...messagesOf(
          [
            textMessage('user', 'Rain?'),
            {
              role: 'assistant',
              parts: [{ type: 'tool_call', id: 'c1', name: 'ask', arguments: { q: 'Rain?' } }],
            },
            toolAnswer('c1', 'Dry.'),
          ],
          [textMessage('assistant', 'Dry, they say.')],
        ),
      },
    }),
  ];

  test('inside a tool keep their own instructions and name; the merged answer of the outer one is not told again', () => {
    const conversation = tellConversation(nested);
    expect(linesOf(conversation)).toEqual([
      'system: You are the desk.',
      'user: Rain?',
      'assistant: ask({"q":"Rain?"})#c1',
      'system: You are the expert.',
      'assistant: Dry.',
      'tool: "Dry."#c1',
      'assistant: Dry, they say.',
    ]);
    expect(conversation.messages.map(({ agent_name }) => agent_name)).toEqual([
      'desk',
      'desk',
      'desk',
      'expert',
      'expert',
      'desk',
      'desk',
    ]);
    expect(conversation.messages[6]?.carried_by).toEqual(['05', '00']);
  });

  test('in parallel keep their order by time', () => {
    const branch = (name: string, at: number) => [
      agent({ id: `a-${name}`, parent: '00', at, ms: 50, span: { agent_name: name } }),
      call({
        id: `c-${name}`,
        parent: `a-${name}`,
        at: at + 1,
        attributes: {
          'gen_ai.system_instructions': `You are ${name}.`,
          ...talk([['user', `Do ${name}.`]], `${name} done.`),
        },
      }),
    ];
    const spans = [span({ id: '00', ms: 100 }), ...branch('red', 0), ...branch('blue', 5)];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: You are red.',
      'user: Do red.',
      'system: You are blue.',
      'user: Do blue.',
      'assistant: red done.',
      'assistant: blue done.',
    ]);
  });

  test('and chains are not told again, but what only they hold is', () => {
    const spans = [
      agent({
        id: '00',
        ms: 50,
        attributes: {
          'gen_ai.system_instructions': 'Only here.',
          ...messagesOf([textMessage('user', 'Original question')], [textMessage('assistant', 'A')]),
        },
      }),
      chain({
        id: '01',
        parent: '00',
        at: 1,
        attributes: { 'input.value': '{"x":1}', 'output.value': 'A parsed' },
      }),
      call({ id: '02', parent: '01', at: 2, attributes: talk([['user', 'Rewritten question']], 'A') }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: Only here.',
      'user: Original question',
      'user: Rewritten question',
      'assistant: A',
    ]);
  });

  test('give the question where calls recorded only answers', () => {
    const spans = [
      agent({
        id: '00',
        ms: 90,
        attributes: {
          'gen_ai.system_instructions': 'S',
          'gen_ai.input.messages': JSON.stringify([textMessage('user', 'Hi')]),
        },
      }),
      call({
        id: '01',
        parent: '00',
        at: 1,
        attributes: { 'gen_ai.output.messages': JSON.stringify([textMessage('assistant', 'A')]) },
      }),
      call({
        id: '02',
        parent: '00',
        at: 20,
        attributes: { 'gen_ai.output.messages': JSON.stringify([textMessage('assistant', 'B')]) },
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: S',
      'user: Hi',
      'assistant: A',
      'assistant: B',
    ]);
  });

  test('without calls tell what they know, the outermost function where there is nothing else', () => {
    const attributes = talk([['user', 'Hi']], 'Hello.');
    expect(
      linesOf(
        tellConversation([
          agent({ id: '00', ms: 50, attributes }),
          agent({ id: '01', parent: '00', at: 1, attributes }),
        ]),
      ),
    ).toEqual(['user: Hi', 'assistant: Hello.']);
    const raw = { 'input.value': 'Hi', 'output.value': 'Hello.' };
    expect(
      linesOf(
        tellConversation([
          chain({ id: '00', ms: 50, attributes: raw }),
          chain({
            id: '01',
            parent: '00',
            at: 1,
            attributes: { 'input.value': '{"k":1}', 'output.value': 'x' },
          }),
        ]),
      ),
    ).toEqual(['user: Hi', 'assistant: Hello.']);
  });

  test('whose calls two instrumentations recorded are told once', () => {
    const attributes = { ...talk([['user', 'Hi']], 'Hello.'), 'gen_ai.response.id': 'r1' };
    const inside = [
      call({ id: '00', ms: 20, attributes }),
      call({ id: '01', parent: '00', at: 1, attributes }),
    ];
    const beside = [call({ id: '00', attributes }), call({ id: '01', at: 1, attributes })];
    for (const spans of [inside, beside]) {
      const conversation = tellConversation(spans);
      expect(linesOf(conversation)).toEqual(['user: Hi', 'assistant: Hello.']);
      expect(conversation.messages[1]?.carried_by.toSorted()).toEqual(['00', '01']);
      expect(conversation.meta.total_tokens).toBe(7);
    }
  });

  test('that alone recorded the answer of the same call give it the numbers of the call', () => {
    const spans = [
      call({ id: '01', ms: 50, attributes: talk([['user', 'Hi']], 'Hello.') }),
      call({ id: '02', parent: '01', at: 1, attributes: talk([['user', 'Hi']]) }),
    ];
    const { messages, meta } = tellConversation(spans);
    expect(messages.map(({ usage }) => usage?.total_tokens ?? null)).toEqual([null, 7]);
    expect(meta.total_tokens).toBe(7);
    // Around two calls it counts what both used.
    const both = [...spans, call({ id: '03', parent: '01', at: 20, attributes: talk([['user', 'Bye']]) })];
    expect(tellConversation(both).messages.map(({ usage }) => usage)).toEqual([null, null, null]);
  });

  test('that wrote the answer of their call again as JSON say it once', () => {
    const spans = [
      agent({ id: '00', ms: 50, attributes: talk([['user', 'Rain?']], '{"rain":false,"city":"Paris"}') }),
      call({
        id: '01',
        parent: '00',
        attributes: talk([['user', 'Rain?']], '{ "city": "Paris", "rain": false }'),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Rain?',
      'assistant: { "city": "Paris", "rain": false }',
    ]);
  });

  test('give what only they hold of an answer to that of their own call, whoever said the same later', () => {
    const thought = { type: 'reasoning', content: 'Hm.' };
    const answer = { role: 'assistant', parts: [thought, { type: 'text', content: 'Done.' }] };
    const turn = (trace: string, at: number, said: unknown) => [
      agent({ id: '00', trace, at, ms: 50, attributes: messagesOf([textMessage('user', trace)], [said]) }),
      call({
        id: `01${trace}`,
        trace,
        parent: '00',
        at: at + 1,
        attributes: talk([['user', trace]], 'Done.'),
      }),
    ];
    const spans = [...turn('a1', 0, answer), ...turn('a2', 100, textMessage('assistant', 'Done.'))];
    const { messages } = tellConversation(spans);
    expect(linesOf({ messages })).toEqual([
      'user: a1',
      'assistant: (Hm.) + Done.',
      'user: a2',
      'assistant: Done.',
    ]);
    expect(messages[3]?.carried_by).toEqual(['01a2', '00']);
  });
});
