import { expect, test } from 'vitest';
import { Conversation } from '../contract/messages.ts';
import { SessionDetail } from '../contract/sessions.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { spanIdOf, traceIdOf, type PlainValue, type SpanSpec } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { logBytes, type LogSpec } from '../testing/otlp-logs.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

/*
 * An agent instrumented by the conventions before 1.37 with events as log records: its spans carry numbers only, what was
 * said comes in records of their own that name the span, on another way and at another time.
 */
const START = 1_770_000_000_000;
const traceId = traceIdOf(0xca11);
const call = (n: number): SpanSpec => ({
  traceId,
  spanId: spanIdOf(n),
  parentSpanId: spanIdOf(1),
  name: 'chat gpt-4o-mini',
  start: START + n * 1000,
  end: START + n * 1000 + 500,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.system': 'openai',
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.usage.input_tokens': 10 * n,
    'gen_ai.usage.output_tokens': n,
  },
});
const spans: readonly SpanSpec[] = [
  {
    traceId,
    spanId: spanIdOf(1),
    name: 'turn',
    start: START,
    end: START + 9000,
    attributes: { 'session.id': 's' },
  },
  call(2),
  {
    traceId,
    spanId: spanIdOf(3),
    parentSpanId: spanIdOf(1),
    name: 'execute_tool get_weather',
    start: START + 3000,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
    },
  },
  call(4),
];

const nanos = (millis: number): bigint => BigInt(START + millis) * 1_000_000n;
const said = (span: number, millis: number, event: string, body: PlainValue): LogSpec => ({
  traceId,
  spanId: spanIdOf(span),
  // Half of the records say only when they were observed.
  ...(millis % 2 === 0 ? { time: nanos(millis) } : { time: 0n, observed: nanos(millis) }),
  attributes: { 'event.name': event, 'gen_ai.system': 'openai' },
  body,
});
const TOOL_CALL = [
  { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
];
const logs: readonly LogSpec[] = [
  said(2, 2000, 'gen_ai.system.message', { content: 'Be brief.' }),
  said(2, 2002, 'gen_ai.user.message', { content: 'Weather in Paris?' }),
  said(2, 2501, 'gen_ai.choice', {
    index: 0,
    finish_reason: 'tool_calls',
    message: { tool_calls: TOOL_CALL },
  }),
  said(3, 3001, 'gen_ai.tool.message', { id: 'c1', content: '{"city":"Paris"}' }),
  said(3, 3101, 'gen_ai.choice', { id: 'c1', message: '18 degrees' }),
  said(4, 4000, 'gen_ai.system.message', { content: 'Be brief.' }),
  said(4, 4002, 'gen_ai.user.message', { content: 'Weather in Paris?' }),
  said(4, 4004, 'gen_ai.assistant.message', { tool_calls: TOOL_CALL }),
  said(4, 4006, 'gen_ai.tool.message', { id: 'c1', content: '18 degrees' }),
  said(4, 4501, 'gen_ai.choice', {
    index: 0,
    finish_reason: 'stop',
    message: { content: 'It has 18 degrees.' },
  }),
];

const keep = (project: string, some: readonly LogSpec[]): Promise<void> =>
  storeSignal(collector.url, project, 'logs', logBytes({ logs: some }));

const linesOf = ({ messages }: Conversation): string[] =>
  messages.map(
    ({ role, parts }) =>
      `${role}: ${parts
        .map((part) => {
          if (part.type === 'tool_call') return `${part.name} ${JSON.stringify(part.arguments)}`;
          if (part.type === 'tool_call_response') return JSON.stringify(part.response);
          return 'content' in part ? String(part.content) : part.type;
        })
        .join(' ')}`,
  );
const CONVERSATION = [
  'system: Be brief.',
  'user: Weather in Paris?',
  'assistant: get_weather {"city":"Paris"}',
  'tool: "18 degrees"',
  'assistant: It has 18 degrees.',
];

test.for<[order: string, send: (project: string) => Promise<void>]>([
  [
    'before-their-spans',
    async (project) => {
      await keep(project, logs);
      await store(collector.url, project, { spans });
    },
  ],
  [
    'after-their-spans',
    async (project) => {
      await store(collector.url, project, { spans });
      await keep(project, logs);
    },
  ],
  [
    'one-by-one-backwards',
    async (project) => {
      for (const span of spans.toReversed()) await store(collector.url, project, { spans: [span] });
      for (const log of logs.toReversed()) await keep(project, [log]);
      await store(collector.url, project, { spans });
    },
  ],
])('log records that come %s give the conversation and the previews', async ([project, send]) => {
  await send(project);
  const url = projectUrl(collector.url, project);
  const conversation = await read(Conversation, `${url}/traces/${traceId}/messages`);
  expect(linesOf(conversation)).toEqual(CONVERSATION);
  expect(conversation.messages.at(-1)).toMatchObject({
    source: 'log',
    finish_reason: 'stop',
    span_id: spanIdOf(4),
    usage: { input_tokens: 40, output_tokens: 4 },
  });
  expect(linesOf(await read(Conversation, `${url}/sessions/s/messages`))).toEqual(CONVERSATION);
  const one = await read(Conversation, `${url}/traces/${traceId}/spans/${spanIdOf(2)}/messages`);
  expect(linesOf(one)).toEqual(CONVERSATION.slice(0, 3));

  const previews = { input_preview: 'Weather in Paris?', output_preview: 'It has 18 degrees.' };
  const { data } = await read(TracePage, `${url}/traces`);
  expect(data).toMatchObject([{ trace_id: traceId, ...previews }]);
  expect(await read(SessionDetail, `${url}/sessions/s`)).toMatchObject(previews);
});

test('records of one moment are told as they came, in one request or in several', async () => {
  const moment = ['first', 'second', 'third', 'fourth'].map((content) =>
    said(2, 2000, 'gen_ai.user.message', { content }),
  );
  await keep('moment', moment.slice(0, 2));
  for (const log of moment.slice(2)) await keep('moment', [log]);
  await store(collector.url, 'moment', { spans: [call(2)] });
  const url = projectUrl(collector.url, 'moment');
  const told = await read(Conversation, `${url}/traces/${traceId}/messages`);
  expect(linesOf(told)).toEqual(['user: first', 'user: second', 'user: third', 'user: fourth']);
  expect((await read(TracePage, `${url}/traces`)).data).toMatchObject([{ input_preview: 'first' }]);
});

test('what spans say themselves comes before what log records say', async () => {
  const message = (role: string, content: string): string =>
    JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
  const own = { 'gen_ai.input.messages': message('user', 'from the span') };
  const span = { ...call(2), attributes: { ...call(2).attributes, ...own } };
  await keep('own', logs);
  await store(collector.url, 'own', { spans: [span] });
  const { data } = await read(TracePage, `${projectUrl(collector.url, 'own')}/traces`);
  // Only the records of spans that are stored count.
  expect(data).toMatchObject([{ input_preview: 'from the span', output_preview: null }]);
});

test('listeners hear of a stored span when log records come for it, and of no other', async () => {
  const stream = await openStream(`${projectUrl(collector.url, 'live')}/sse`);
  await keep('live', logs);
  await store(collector.url, 'live', { spans: spans.slice(0, 2) });
  await keep('live', logs);
  await keep('live', [
    said(2, 2600, 'gen_ai.choice', { message: { content: 'late' } }),
    said(4, 4600, 'x', 'y'),
  ]);
  await store(collector.url, 'live', { spans: spans.slice(2, 3) });
  const events = await stream.until((all) => all.length >= 4);
  stream.close();
  const heard = events.map(
    ({ event, data }) => [event, JSON.parse(data) as Record<string, unknown>] as const,
  );
  expect(heard.map(([event, data]) => [event, data['span_id']])).toEqual([
    ['span', spanIdOf(1)],
    ['span', spanIdOf(2)],
    ['span', spanIdOf(2)],
    ['span', spanIdOf(3)],
  ]);
  expect(heard[2]![1]).toEqual({
    project_id: 'live',
    trace_id: traceId,
    span_id: spanIdOf(2),
    session_id: 's',
    user_id: null,
  });
});
