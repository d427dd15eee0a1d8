import { beforeAll, describe, expect, test } from 'vitest';
import { Conversation } from '../contract/messages.ts';
import { SessionDetail } from '../contract/sessions.ts';
import { TraceDetail } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, type SpanSpec, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = projectUrl(collector.url, 'sample');
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

const textsOf = ({ messages }: Conversation): unknown[] =>
  messages.map(({ role, parts }) => [
    role,
    ...parts.map((part) => ('content' in part ? part.content : part.type)),
  ]);

describe('{P}/traces/{trace_id}/messages', () => {
  test('tells the conversation of a trace with what it used', async () => {
    const { traceId, model } = SAMPLE_TRACES[1]!;
    const conversation = await read(Conversation, `${url}/traces/${traceId}/messages`);
    const trace = await read(TraceDetail, `${url}/traces/${traceId}`);
    expect(textsOf(conversation)).toEqual([
      ['user', 'question 1'],
      ['assistant', 'answer 1'],
    ]);
    expect(conversation.messages).toMatchObject([
      { direction: 'input', trace_id: traceId, span_id: spanIdOf(18), carried_by: [spanIdOf(18)] },
      { direction: 'output', finish_reason: 'stop', model, usage: { input_tokens: 200, output_tokens: 20 } },
    ]);
    expect(conversation.meta).toMatchObject({
      total_messages: 2,
      total_tokens: trace.total_tokens,
      total_cost: trace.total_cost,
    });
  });

  test('is empty where no span carries a message', async () => {
    const plain = await read(Conversation, `${url}/traces/${PLAIN_TRACE.spans[0]!.traceId}/messages`);
    expect(plain).toMatchObject({ messages: [], tools: [], meta: { total_messages: 0 } });
  });

  test('tells what each call repeats once', async () => {
    const said = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
    const history = [
      said('user', 'one'),
      said('assistant', 'two'),
      said('user', 'three'),
      said('assistant', 'four'),
    ];
    const call = (n: number): SpanSpec => ({
      traceId: traceIdOf(1),
      spanId: spanIdOf(n),
      start: 1_770_000_000_000 + n * 1000,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.input.messages': JSON.stringify(history.slice(0, 2 * n - 1)),
        'gen_ai.output.messages': JSON.stringify(history.slice(2 * n - 1, 2 * n)),
      },
    });
    await store(collector.url, 'told', { spans: [call(1), call(2)] });
    const told = await read(
      Conversation,
      `${projectUrl(collector.url, 'told')}/traces/${traceIdOf(1)}/messages`,
    );
    expect(textsOf(told)).toEqual([
      ['user', 'one'],
      ['assistant', 'two'],
      ['user', 'three'],
      ['assistant', 'four'],
    ]);
    // The first call said it, the second carried it along.
    expect(told.messages[1]!.carried_by).toEqual([spanIdOf(1), spanIdOf(2)]);
  });
});

test('{P}/traces/{trace_id}/spans/{span_id}/messages is what one span says', async () => {
  const { traceId } = SAMPLE_TRACES[1]!;
  const call = await read(Conversation, `${url}/traces/${traceId}/spans/${spanIdOf(18)}/messages`);
  expect(textsOf(call)).toEqual([
    ['user', 'question 1'],
    ['assistant', 'answer 1'],
  ]);
  const upper = `${url}/traces/${traceId.toUpperCase()}/spans/${spanIdOf(18).toUpperCase()}/messages`;
  expect(await read(Conversation, upper)).toEqual(call);
});

test('{P}/sessions/{session_id}/messages goes through its traces in the order in which they happened', async () => {
  const { traces, ...session } = await read(SessionDetail, `${url}/sessions/session-3`);
  const conversation = await read(Conversation, `${url}/sessions/session-3/messages`);
  const order = traces.map(({ trace_id }) => SAMPLE_TRACES.findIndex(({ traceId }) => traceId === trace_id));
  const expected = order.flatMap((i) => [
    ['user', `question ${i}`],
    ['assistant', `answer ${i}`],
  ]);
  expect(textsOf(conversation)).toEqual(expected);
  expect(conversation.meta).toMatchObject({
    total_messages: expected.length,
    total_tokens: session.total_tokens,
  });
});
