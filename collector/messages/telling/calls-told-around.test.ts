import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, talk, tool } from '../testing/build-span.ts';

const ANSWERED = talk([['user', 'Hi']], 'Hello.');

describe('a call that recorded no words', () => {
  test('is told by the chain around it alone, with its own numbers and model', () => {
    const conversation = tellConversation([
      agent({ id: '00', ms: 90 }),
      chain({ id: '01', parent: '00', ms: 20, attributes: ANSWERED }),
      call({ id: '02', parent: '01', at: 1 }),
      call({ id: '03', parent: '00', at: 40, attributes: talk([['user', 'Bye']], 'Farewell.') }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'user: Hi',
      'assistant: Hello.',
      'user: Bye',
      'assistant: Farewell.',
    ]);
    expect(conversation.messages[1]).toMatchObject({ model: 'test-model', usage: { total_tokens: 7 } });
    expect(conversation.meta.total_tokens).toBe(14);
  });

  test.each([
    ['an agent', agent({ id: '01', parent: '00', ms: 20, attributes: ANSWERED })],
    ['a tool', tool({ id: '01', parent: '00', ms: 20, attributes: {} })],
  ])('is not told by %s', (_, around) => {
    const conversation = tellConversation([
      chain({ id: '00', ms: 90, attributes: talk([['user', 'Hi']], 'Other.') }),
      around,
      call({ id: '02', parent: '01', at: 1 }),
      call({ id: '03', parent: '00', at: 40, attributes: talk([['user', 'Bye']], 'Farewell.') }),
    ]);
    expect(conversation.messages.map(({ usage }) => usage?.total_tokens ?? null).filter(Boolean)).toEqual([
      7,
    ]);
  });

  test('is not told by a chain that is around others too', () => {
    const conversation = tellConversation([
      chain({ id: '00', ms: 90, attributes: talk([['user', 'Hi']], 'Both.') }),
      call({ id: '01', parent: '00', at: 1 }),
      call({ id: '02', parent: '00', at: 20, attributes: talk([['user', 'Hi']], 'Both.') }),
    ]);
    expect(linesOf(conversation)).toEqual(['user: Hi', 'assistant: Both.']);
    expect(conversation.messages[1]?.span_id).toBe('02');
  });
});

test('a function around a call that was asked elsewhere says nothing of its own', () => {
  const spans = [
    chain({ id: '00', ms: 90, attributes: { 'input.value': '{"city":"Rome"}', 'output.value': 'x' } }),
    chain({
      id: '01',
      parent: '00',
      ms: 50,
      attributes: { 'gen_ai.input.messages': talk([['user', 'Hi']])['gen_ai.input.messages'] ?? '' },
    }),
    call({
      id: '02',
      parent: '01',
      at: 1,
      attributes: {
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Hello."}]}]',
      },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Hi', 'assistant: Hello.']);
});

describe('of two recordings side by side with the same tokens, of which only one has the id of the answer', () => {
  const withId = { 'gen_ai.response.id': 'msg_1' };
  const around = chain({ id: '00', ms: 90 });
  const asked = talk([['user', 'Hi']]);

  test.each([
    ['the one with the id tells', ANSWERED, '02'],
    ['the other tells where it holds more', asked, '01'],
  ])('%s', (_, words, teller) => {
    const spans = [
      around,
      call({ id: '01', parent: '00', at: 1, name: 'Messages', attributes: ANSWERED }),
      call({ id: '02', parent: '00', at: 1, name: 'create', attributes: { ...words, ...withId } }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual(['user: Hi', 'assistant: Hello.']);
    expect(conversation.messages[1]?.span_id).toBe(teller);
  });

  test('the one with the id also where their names are the same, but not their frameworks', () => {
    const of = (framework: string | null, other: string | null) => [
      around,
      call({ id: '01', parent: '00', at: 1, name: 'chat', attributes: ANSWERED, span: { framework } }),
      call({
        id: '02',
        parent: '00',
        at: 1,
        name: 'chat',
        attributes: { ...ANSWERED, ...withId },
        span: { framework: other },
      }),
    ];
    const once = ['user: Hi', 'assistant: Hello.'];
    expect(linesOf(tellConversation(of('langchain', 'traceloop')))).toEqual(once);
    expect(linesOf(tellConversation(of(null, 'traceloop')))).toEqual([...once, 'assistant: Hello.']);
  });

  test('both tell where their names are the same', () => {
    const spans = [
      around,
      call({ id: '01', parent: '00', at: 1, name: 'create', attributes: ANSWERED }),
      call({ id: '02', parent: '00', at: 1, name: 'create', attributes: { ...ANSWERED, ...withId } }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual(['user: Hi', 'assistant: Hello.', 'assistant: Hello.']);
  });
});

test('of two recordings by OpenInference, whose spans around them differ, one tells by the id in what came out', () => {
  const kwargs = { content: 'Hello.', id: 'run-1', response_metadata: { id: 'msg_1' } };
  const message = { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'AIMessage'], kwargs };
  const answers = [
    JSON.stringify({ generations: [[{ text: 'Hello.', message }]] }),
    '{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"Hello."}]}',
  ];
  const [ofLangChain, ofProvider] = answers.map((answer) => ({
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Hi',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Hello.',
    'output.value': answer,
  }));
  const spans = [
    chain({ id: '00', ms: 90 }),
    chain({ id: '01', parent: '00', ms: 80 }),
    call({ id: '02', parent: '01', at: 1, ms: 20, name: 'ChatAnthropic', attributes: ofLangChain! }),
    call({ id: '03', parent: '00', at: 5, ms: 10, name: 'Anthropic Messages', attributes: ofProvider! }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Hi', 'assistant: Hello.']);
});

test('calls one after the other are two, whatever response id they bear', () => {
  const spans = [
    call({ id: '01', attributes: { ...talk([['user', 'One']], 'A.'), 'gen_ai.response.id': 'same' } }),
    call({
      id: '02',
      at: 20,
      attributes: { ...talk([['user', 'Two']], 'B.'), 'gen_ai.response.id': 'same' },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: One',
    'assistant: A.',
    'user: Two',
    'assistant: B.',
  ]);
});

test('an answer in a history without its call belongs to the call that a tool tells', () => {
  const spans = [
    agent({ id: '00', ms: 90 }),
    tool({
      id: '01',
      parent: '00',
      at: 5,
      attributes: {
        'gen_ai.tool.name': 'rain',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"city":"Rome"}',
        'gen_ai.tool.call.result': '"wet"',
      },
    }),
    call({
      id: '02',
      parent: '00',
      at: 40,
      attributes: {
        'gen_ai.input.messages':
          '[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"wet"}]}]',
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Wet."}]}]',
      },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'assistant: rain({"city":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: Wet.',
  ]);
});
