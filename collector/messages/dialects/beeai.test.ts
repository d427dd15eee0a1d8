import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { ReadCache } from '../read-cache.ts';
import { SpanIndex } from '../telling/span-index.ts';
import { agent, call, chain, linesOf, span, tool } from '../testing/build-span.ts';

const scope = '@arizeai/openinference-instrumentation-beeai';
const said = (role: string, ...content: readonly unknown[]) => ({ role, content });
const text = (words: string) => ({ type: 'text', text: words });
const rain = { type: 'tool-call', toolCallId: 'c1', toolName: 'get_rain', args: { city: 'Rome' } };
const dry = { type: 'tool-result', toolCallId: 'c1', toolName: 'get_rain', result: 'dry' };

type Options = Parameters<typeof span>[0];
const event = (target: string, attributes: Record<string, string>, run = 'r1') => ({
  name: `${target}-1`,
  scope,
  ms: 0,
  attributes: { target, traceId: run, ...attributes },
});
const start = (options: Options, messages: readonly unknown[], run?: string) =>
  span({
    ...event('backend.openai.chat.start', { 'input.value': JSON.stringify(messages) }, run),
    ...options,
  });
const success = (options: Options, messages: readonly unknown[], run?: string) =>
  call({
    ...event('backend.openai.chat.success', { 'output.value': JSON.stringify(messages) }, run),
    ...options,
  });

test('an answer that was streamed is one message, and a call in it keeps its place', () => {
  const pieces = [
    said('assistant', text('Let ')),
    said('assistant', text('me see.')),
    said('assistant', rain),
  ];
  expect(linesOf(conversationOfSpan(success({ id: '01' }, pieces)))).toEqual([
    'assistant: Let me see. + get_rain({"city":"Rome"})#c1',
  ]);
});

test('what a call was asked stands in the event that began it, before its answer', () => {
  const question = said('user', text('Rain?'));
  const spans = [
    chain({
      id: '01',
      scope,
      ms: 90,
      attributes: {
        'input.value': JSON.stringify([question]),
        'output.value': JSON.stringify([said('assistant', text('N')), said('assistant', text('o.'))]),
      },
    }),
    start({ id: '02', parent: '01', at: 10 }, [said('system', text('Be brief.')), question]),
    success({ id: '03', parent: '01', at: 80 }, [
      said('assistant', text('N')),
      said('assistant', text('o.')),
    ]),
  ];
  const told = tellConversation(spans);
  expect(linesOf(told)).toEqual(['system: Be brief.', 'user: Rain?', 'assistant: No.']);
  expect(told.messages.map((message) => message.span_id)).toEqual(['02', '02', '03']);
});

test('an agent goes on from what its tools answered, each told once', () => {
  const asked = [said('user', text('Your task: Rain?'))];
  const answered = [...asked, said('assistant', rain), said('tool', dry)];
  const run = (options: Options, attributes: Record<string, string>, tool_name = 'get_rain') =>
    tool({
      ...event('tool.dynamic.getRain.success', {
        metadata: JSON.stringify({ toolCallMsg: rain }),
        'tool.parameters': '{"city":"Rome"}',
        ...attributes,
      }),
      span: { tool_name },
      ...options,
    });
  const spans = [
    agent({ id: '01', scope, ms: 190, attributes: { 'input.value': 'Rain?' } }),
    chain({ id: '02', parent: '01', at: 5, ms: 1, scope }),
    start({ id: '03', parent: '02', at: 10 }, asked),
    success({ id: '04', parent: '02', at: 40 }, [said('assistant', rain)]),
    run({ id: '05', parent: '02', at: 50 }, { 'output.value': '{"result":"dry"}' }),
    chain({ id: '06', parent: '01', at: 60, ms: 1, scope }),
    start({ id: '07', parent: '06', at: 65 }, answered),
    // What streams ends below whatever the agent noted last.
    span({ id: '08', parent: '01', at: 70, ms: 0, scope }),
    success({ id: '09', parent: '08', at: 90 }, [said('assistant', text('No.'))]),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Your task: Rain?',
    'assistant: get_rain({"city":"Rome"})#c1',
    'tool: "dry"#c1',
    'assistant: No.',
  ]);
});

test('calls of runs at the same time in one trace are kept apart, and one that failed has its question', () => {
  const spans = [
    start({ id: '02', at: 10 }, [said('user', text('A?'))], 'r1'),
    start({ id: '03', at: 11 }, [said('user', text('B?'))], 'r2'),
    success({ id: '04', at: 20 }, [said('assistant', text('b'))], 'r2'),
    call({ id: '05', at: 30, error: 'Refused.', ...event('backend.openai.chat.error', {}) }),
    start({ id: '06', at: 40 }, [said('user', text('C?'))], 'r1'),
    success({ id: '07', at: 50 }, [said('assistant', text('c'))], 'r1'),
  ];
  const index = new SpanIndex(spans, new ReadCache());
  const askers = spans.map((one) => index.askerOf(one).record.spanId);
  expect(askers).toEqual(['02', '03', '03', '02', '06', '06']);
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: A?',
    'user: B?',
    'assistant: b',
    'assistant: TestError! Refused.',
    'user: C?',
    'assistant: c',
  ]);
});

test('a tool that another tool ran is not the call that this one answers', () => {
  const inner = tool({
    id: '01',
    ...event('tool.dynamic.lookUp.success', {
      metadata: JSON.stringify({ toolCallMsg: rain }),
      'tool.parameters': '{"id":7}',
      'output.value': '{"result":"dry","ctx":{}}',
    }),
    span: { tool_name: 'lookUp' },
  });
  expect(linesOf(conversationOfSpan(inner))).toEqual([
    'assistant: lookUp({"id":7})#null',
    'tool: "dry"#null',
  ]);
});

test('what tools were given and gave is told where the words of a message have hidden that it was left out', () => {
  const messages = [
    said('user', text('Rain?')),
    said('assistant', text('Let me see.'), rain),
    said('tool', dry),
  ];
  const flat = [
    ['user', 'Rain?'],
    ['assistant', 'Let me see.'],
    ['tool', ''],
  ].flatMap(([role = '', content = ''], index) => [
    [`llm.input_messages.${index}.message.role`, role],
    [`llm.input_messages.${index}.message.content`, content],
  ]);
  const attributes = { 'input.value': JSON.stringify(messages), ...Object.fromEntries(flat) };
  expect(linesOf(conversationOfSpan(span({ id: '01', scope, attributes })))).toEqual([
    'user: Rain?',
    'assistant: Let me see. + get_rain({"city":"Rome"})#c1',
    'tool: "dry"#c1',
  ]);
});
