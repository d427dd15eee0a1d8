import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, event, linesOf, tool } from '../testing/build-span.ts';

/* Tools that ran as LangGraph runs them: their spans have the only argument without its name, and an id with the answer alone. */

const asked = textMessage('user', 'Weather?');
const paris = [weatherCalls(['c1', 'Paris']), toolAnswer('c1', 'mild')];
const atlantis = weatherCalls(['c2', 'Atlantis']);

const failed = (trace: string, at: number, input: string): ConversationSpan =>
  tool({
    id: `f${at}`,
    trace,
    at,
    ms: 2,
    error: 'no such city',
    attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'get_weather', 'input.value': input },
  });

test.each([
  ['JavaScript', 'Atlantis'],
  ['Python', "{'city': 'Atlantis'}"],
])(
  'a run of %s that failed belongs to the call with its argument, not to one of before',
  (_language, input) => {
    const spans = [
      call({ id: '01', at: 0, trace: 'a1', attributes: messagesOf([asked, ...paris], [atlantis]) }),
      failed('a1', 20, input),
      call({
        id: '03',
        at: 40,
        trace: 'a1',
        attributes: messagesOf(
          [asked, ...paris, atlantis, toolAnswer('c2', 'Error: no such city')],
          [textMessage('assistant', 'It is lost.')],
        ),
      }),
    ];
    const { messages } = tellConversation(spans);
    const answers = messages.filter(({ role }) => role === 'tool').map(({ parts }) => parts);
    expect(answers).toEqual([
      [expect.objectContaining({ id: 'c1', is_error: false })],
      [expect.objectContaining({ id: 'c2', is_error: true })],
    ]);
  },
);

test('a run that failed belongs to no call that a history had with its answer before', () => {
  const again = weatherCalls(['c2', 'Paris']);
  const spans = [
    call({ id: '01', at: 0, trace: 'a1', attributes: messagesOf([asked, ...paris, asked], [again]) }),
    failed('a1', 20, 'Paris'),
  ];
  const { messages } = tellConversation(spans);
  const failures = messages
    .flatMap(({ parts }) => parts)
    .filter((part) => part.type === 'tool_call_response' && part.is_error);
  expect(failures).toEqual([]);
  expect(linesOf({ messages }).at(-1)).toBe('assistant: TestError! no such city');
});

test('a run that stopped to ask a person leaves its call to the one that goes on', () => {
  const thrown = event('exception', {
    'exception.message':
      '["Sure?"]\n\nGraphInterrupt: ["Sure?"]\n    at interrupt (file:///app/interrupt.js:93:8)',
  });
  const run = (trace: string, at: number, output?: unknown): ConversationSpan =>
    tool({
      id: `r${at}`,
      trace,
      at,
      ms: 5,
      attributes: {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'get_weather',
        'input.value': 'Paris',
        ...(output !== undefined && { 'output.value': JSON.stringify(output) }),
      },
      events: output === undefined ? [thrown] : [],
    });
  const kwargs = { content: 'mild', tool_call_id: 'c1', name: 'get_weather' };
  const message = { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'ToolMessage'], kwargs };
  const spans = [
    call({ id: '01', at: 0, trace: 'a1', attributes: messagesOf([asked], [weatherCalls(['c1', 'Paris'])]) }),
    run('a1', 20),
    run('a2', 60, { output: message }),
    call({
      id: '04',
      at: 80,
      trace: 'a2',
      attributes: messagesOf([asked, ...paris], [textMessage('assistant', 'Mild.')]),
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Weather?',
    'assistant: get_weather({"city":"Paris"})#c1',
    'assistant: interrupt=["Sure?"]',
    'tool: "mild"#c1',
    'assistant: Mild.',
  ]);
});

describe('what a person denied', () => {
  const both = weatherCalls(['c1', 'Paris'], ['c2', 'Rome']);
  const asking = call({ id: '01', at: 0, trace: 'a1', attributes: messagesOf([asked], [both]) });
  const run = (trace: string, { at, answer, city }: { at: number; answer: string; city?: string }) =>
    tool({
      id: `r${at}`,
      trace,
      at,
      ms: 5,
      ...(city === undefined && { error: `${answer}: denied by the user` }),
      attributes: {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'get_weather',
        'output.value': answer,
        ...(city !== undefined && { 'input.value': JSON.stringify({ city }) }),
      },
    });
  const goingOn = (trace: string): readonly ConversationSpan[] => [
    run(trace, { at: 60, answer: 'Not approved.' }),
    run(trace, { at: 61, answer: 'mild', city: 'Paris' }),
    call({
      id: '04',
      at: 80,
      trace,
      attributes: messagesOf(
        [asked, both, toolAnswer('c1', 'mild'), toolAnswer('c2', 'Not approved.')],
        [textMessage('assistant', 'Mild in Paris.')],
      ),
    }),
  ];

  test.each([
    ['in a trace that goes on with it', goingOn('a2')],
    ['in the session', [asking, ...goingOn('a2')]],
    ['in one trace', [asking, ...goingOn('a1')]],
  ])('is the call with its answer, where its run has no arguments, %s', (_where, spans) => {
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1 + get_weather({"city":"Rome"})#c2',
      'tool: "mild"#c1',
      'tool: failed "Not approved."#c2 + TestError! Not approved.: denied by the user',
      'assistant: Mild in Paris.',
    ]);
  });
});
