import { expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { type SpanOptions, agent, call, linesOf, tool } from '../testing/build-span.ts';

const SYSTEM = { role: 'system', content: 'Be brief.' };
const says = (text: string): object => ({ role: 'user', content: [{ type: 'text', text }] });

const scope = '@voltagent/core';

const run = (options: SpanOptions, messages: readonly object[], output?: string): ConversationSpan =>
  agent({
    scope,
    ...options,
    attributes: { 'agent.messages': JSON.stringify(messages), ...(output !== undefined && { output }) },
    span: { agent_name: options.name ?? 'Desk', total_tokens: 304 },
  });
const asks = (options: SpanOptions, messages: readonly object[]): ConversationSpan =>
  call({
    scope,
    ...options,
    attributes: {
      'llm.messages.count': BigInt(messages.length),
      'llm.messages': JSON.stringify(messages.slice(-10)),
    },
    span: { total_tokens: 0, total_cost: 0 },
  });
const uses = (options: SpanOptions, id: string, output?: string): ConversationSpan =>
  tool({
    scope,
    ...options,
    attributes: {
      'tool.name': 'rain',
      'tool.call.id': id,
      input: '{"city":"Rome"}',
      ...(output !== undefined && { output }),
    },
  });

const asked = [SYSTEM, says('Rain?')];
const weather = [
  run({ id: '00', ms: 100 }, asked, 'It is wet.'),
  asks({ id: '01', parent: '00', at: 1, ms: 90 }, asked),
  uses({ id: '02', parent: '00', at: 10, ms: 5 }, 'c1', '{"mm":3}'),
];
const told = [
  'system: Be brief.',
  'user: Rain?',
  'assistant: rain({"city":"Rome"})#c1',
  'tool: {"mm":3}#c1',
  'assistant: It is wet.',
];

test("an agent's answer follows what its tools, which ran inside the call, were asked and answered", () => {
  const { messages, meta } = tellConversation(weather);
  expect(linesOf({ messages })).toEqual(told);
  expect(messages.at(-1)).toMatchObject({ span_id: '00', usage: { total_tokens: 304 } });
  expect(meta.total_tokens).toBe(304);
});

test('a call that was tried again counts once, also where the agent has the count as well', () => {
  const again = asks({ id: '03', parent: '00', at: 50, ms: 10 }, asked);
  const spans = [
    ...weather.slice(0, 1),
    asks({ id: '01', parent: '00', at: 1, ms: 5, error: 'busy' }, asked),
    { ...again, span: { ...again.span, total_tokens: 304 } },
  ];
  const { messages, meta } = tellConversation(spans);
  expect(linesOf({ messages }).at(-1)).toBe('assistant: It is wet.');
  expect(meta.total_tokens).toBe(304);
});

/** The history of the next turn: what was asked, the call, its result, what the agent said, and a question. */
const nextTurn = (value: object, answer: string, beside: readonly object[] = []): object[] => [
  ...asked,
  {
    role: 'assistant',
    content: [...beside, { type: 'tool-call', toolCallId: 'c1', toolName: 'rain', input: { city: 'Rome' } }],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'rain', output: { type: 'json', value } }],
  },
  { role: 'assistant', content: [{ type: 'text', text: answer }] },
  says('Still?'),
];

test('the next turn, whose history holds all that, says nothing of it again, and the same answer again', () => {
  const history = nextTurn({ mm: 3 }, 'It is wet.');
  const next = [
    run({ id: '10', trace: 'a2', at: 200, ms: 50 }, history, 'It is wet.'),
    asks({ id: '11', trace: 'a2', parent: '10', at: 201, ms: 40 }, history),
  ];
  expect(linesOf(tellConversation([...weather, ...next]))).toEqual([
    ...told,
    'user: Still?',
    'assistant: It is wet.',
  ]);
});

test("a tool's text is known again where a long history, which the agent alone has, wraps it twice", () => {
  const history = [
    ...nextTurn({ type: 'text', value: 'All wet.' }, 'It is wet.').slice(0, -1),
    ...[1, 2, 3].flatMap((day) => [
      says(`And on day ${day}?`),
      { role: 'assistant', content: [{ type: 'text', text: `On day ${day} it is dry.` }] },
    ]),
    says('Still?'),
  ];
  const spans = [
    ...weather.slice(0, 2),
    uses({ id: '02', parent: '00', at: 10, ms: 5 }, 'c1', 'All wet.'),
    run({ id: '10', trace: 'a2', at: 200, ms: 50 }, history, 'Yes.'),
    asks({ id: '11', trace: 'a2', parent: '10', at: 201, ms: 40 }, history),
  ];
  const lines = linesOf(tellConversation(spans));
  expect(lines).toHaveLength(history.length + 1);
  expect(lines.slice(0, 5)).toEqual([...told.slice(0, 3), 'tool: "All wet."#c1', 'assistant: It is wet.']);
});

test('words beside a call, which the next turn alone has, stand before it', () => {
  const history = nextTurn({ mm: 3 }, 'It is wet.', [{ type: 'text', text: 'Let me look.' }]);
  const next = [
    run({ id: '10', trace: 'a2', at: 200, ms: 50 }, history, 'Yes.'),
    asks({ id: '11', trace: 'a2', parent: '10', at: 201, ms: 40 }, history),
  ];
  expect(linesOf(tellConversation([...weather, ...next]))).toEqual([
    ...told.slice(0, 2),
    'assistant: Let me look.',
    ...told.slice(2),
    'user: Still?',
    'assistant: Yes.',
  ]);
});

test('the next turn, whose history writes the failure of a tool as an object, says nothing of it again', () => {
  const failure = { error: true, name: 'Error', message: 'station offline', stack: 'Error: station offline' };
  const history = nextTurn(failure, 'It is wet.');
  const failed = uses({ id: '02', parent: '00', at: 10, error: 'station offline' }, 'c1');
  const next = [
    run({ id: '10', trace: 'a2', at: 200, ms: 50 }, history, 'No.'),
    asks({ id: '11', trace: 'a2', parent: '10', at: 201, ms: 40 }, history),
  ];
  expect(linesOf(tellConversation([...weather.slice(0, 2), failed, ...next]))).toEqual([
    ...told.slice(0, 3),
    'tool: failed "station offline"#c1',
    'assistant: It is wet.',
    'user: Still?',
    'assistant: No.',
  ]);
});

test('tools that ran at one time were called in one answer', () => {
  const spans = [
    ...weather.slice(0, 2),
    uses({ id: '02', parent: '00', at: 10, ms: 20 }, 'c1', '{"mm":3}'),
    uses({ id: '03', parent: '00', at: 11, ms: 3 }, 'c2', '{"mm":4}'),
    uses({ id: '04', parent: '00', at: 60, ms: 3 }, 'c3', '{"mm":5}'),
  ];
  expect(linesOf(tellConversation(spans)).slice(2)).toEqual([
    'assistant: rain({"city":"Rome"})#c1',
    'assistant: rain({"city":"Rome"})#c2',
    'tool: {"mm":3}#c1',
    'tool: {"mm":4}#c2',
    'assistant: rain({"city":"Rome"})#c3',
    'tool: {"mm":5}#c3',
    'assistant: It is wet.',
  ]);
});

test('tools of one answer are told in the order that the next turn has them in, which clocks may not know', () => {
  const called = (id: string) => ({ toolCallId: id, toolName: 'rain' });
  const history = [
    ...asked,
    {
      role: 'assistant',
      content: ['c1', 'c2', 'c3'].map((id) => ({
        type: 'tool-call',
        ...called(id),
        input: { city: 'Rome' },
      })),
    },
    {
      role: 'tool',
      content: ['c1', 'c2', 'c3'].map((id, at) => ({
        type: 'tool-result',
        ...called(id),
        output: { type: 'json', value: { mm: at } },
      })),
    },
    { role: 'assistant', content: [{ type: 'text', text: 'It is wet.' }] },
    says('Still?'),
  ];
  const spans = [
    ...weather.slice(0, 2),
    uses({ id: '02', parent: '00', at: 10, ms: 0.5 }, 'c1', '{"mm":0}'),
    uses({ id: '03', parent: '00', at: 10, ms: 0.3 }, 'c2', '{"mm":1}'),
    uses({ id: '04', parent: '00', at: 11, ms: 0.3 }, 'c3', '{"mm":2}'),
    run({ id: '10', trace: 'a2', at: 200, ms: 50 }, history, 'Yes.'),
    asks({ id: '11', trace: 'a2', parent: '10', at: 201, ms: 40 }, history),
  ];
  expect(linesOf(tellConversation(spans)).slice(2)).toEqual([
    ...['c1', 'c2', 'c3'].map((id) => `assistant: rain({"city":"Rome"})#${id}`),
    ...['c1', 'c2', 'c3'].map((id, at) => `tool: {"mm":${at}}#${id}`),
    'assistant: It is wet.',
    'user: Still?',
    'assistant: Yes.',
  ]);
});

test('a tool that failed answers once, with its failure', () => {
  const failed = uses({ id: '02', parent: '00', at: 10, error: 'station offline' }, 'c1');
  expect(linesOf(tellConversation([...weather.slice(0, 2), failed]))).toEqual([
    ...told.slice(0, 3),
    'tool: failed "station offline"#c1',
    'assistant: It is wet.',
  ]);
});

test('the answer of a sub-agent comes before that of the tool that asked it, though its span ends later', () => {
  const spans = [
    ...weather.slice(0, 2),
    tool({
      scope,
      id: '02',
      parent: '00',
      at: 10,
      ms: 30,
      attributes: { 'tool.name': 'delegate', 'tool.call.id': 'c1', input: '{}', output: '["Dry."]' },
    }),
    run({ id: '20', parent: '02', at: 11, ms: 35, name: 'Weather' }, [says('Look.')], 'Dry.'),
    asks({ id: '21', parent: '20', at: 12, ms: 20 }, [says('Look.')]),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'system: Be brief.',
    'user: Rain?',
    'assistant: delegate({})#c1',
    'user: Look.',
    'assistant: Dry.',
    'tool: ["Dry."]#c1',
    'assistant: It is wet.',
  ]);
});

test("a call's last ten messages are no history of their own: the agent around it has all", () => {
  const turns = Array.from({ length: 6 }, (_, turn) => [
    says(turn === 5 ? 'Rain?' : `Rain on day ${turn}?`),
    { role: 'assistant', content: [{ type: 'text', text: `On day ${turn} it is dry.` }] },
  ]).flat();
  const history = [SYSTEM, says('Rain?'), ...turns.slice(1, -1)];
  const spans = [
    run({ id: '00', ms: 50 }, history, 'Yes.'),
    asks({ id: '01', parent: '00', at: 1, ms: 40 }, history),
  ];
  const lines = linesOf(tellConversation(spans));
  expect(lines).toHaveLength(history.length + 1);
  expect(lines.slice(0, 3)).toEqual([...told.slice(0, 2), 'assistant: On day 0 it is dry.']);
  expect(lines.slice(-3)).toEqual(['assistant: On day 4 it is dry.', 'user: Rain?', 'assistant: Yes.']);
});
