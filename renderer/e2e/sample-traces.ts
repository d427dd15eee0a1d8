import { randomBytes } from 'node:crypto';
import type { PlainValue, RequestSpec, SpanSpec } from '../../collector/testing/otlp.ts';

export const newId = (bytes: number): string => randomBytes(bytes).toString('hex');
export const json = (value: unknown): string => JSON.stringify(value);
export const text = (content: string): object => ({ type: 'text', content });

export const RESOURCE = { 'service.name': 'trip-agent', 'deployment.environment.name': 'test' };
export const SCOPE = { name: 'opentelemetry.instrumentation.openai_v2', version: '2.1' };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Chat {
  readonly question: string;
  readonly answer: string;
  readonly name?: string;
  readonly sessionId?: string;
  readonly startMs?: number;
  readonly model?: string;
  /** Given where a test must know it. */
  readonly traceId?: string;
  readonly inputTokens?: number;
}

/** An agent that makes one model call, by the current semantic conventions. */
export function chatTrace({
  question,
  answer,
  name = 'answer-question',
  sessionId,
  startMs = Date.now(),
  model = 'gpt-4o',
  traceId = newId(16),
  inputTokens = 120,
}: Chat): RequestSpec {
  const root = newId(8);
  const session: Record<string, PlainValue> =
    sessionId === undefined ? {} : { 'gen_ai.conversation.id': sessionId };
  return {
    resource: RESOURCE,
    scope: SCOPE,
    spans: [
      {
        traceId,
        spanId: root,
        name,
        start: startMs,
        end: startMs + 1200,
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'assistant', ...session },
      },
      {
        traceId,
        spanId: newId(8),
        parentSpanId: root,
        name: `chat ${model}`,
        start: startMs + 50,
        end: startMs + 1100,
        attributes: {
          ...modelCall(model, inputTokens, 30),
          ...session,
          'gen_ai.input.messages': json([{ role: 'user', parts: [text(question)] }]),
          'gen_ai.output.messages': json([
            { role: 'assistant', parts: [text(answer)], finish_reason: 'stop' },
          ]),
        },
      },
    ],
  };
}

/** The trip planner: two model calls, a tool that works and one that fails, an image, reasoning, Markdown. */
export function tripTrace(): { readonly traceId: string; readonly request: RequestSpec } {
  const traceId = newId(16);
  const ids = { root: newId(8), first: newId(8), flights: newId(8), hotels: newId(8), second: newId(8) };
  const startMs = Date.now() - 15_000;
  const add = (
    id: string,
    parent: string | null,
    name: string,
    from: number,
    to: number,
    rest: Partial<SpanSpec>,
  ): SpanSpec => ({
    traceId,
    spanId: id,
    ...(parent === null ? {} : { parentSpanId: parent }),
    name,
    start: startMs + from,
    end: startMs + to,
    ...rest,
  });
  const spans = [
    add(ids.root, null, 'plan-trip', 0, 9000, {
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'planner',
        'gen_ai.conversation.id': 'trip-1',
      },
    }),
    add(ids.first, ids.root, 'chat', 100, 2100, {
      attributes: { ...modelCall('gpt-4o', 900, 80), ...messages([USER], [CALLS]) },
    }),
    add(ids.flights, ids.root, 'search_flights', 2200, 3500, {
      attributes: toolCall(
        'search_flights',
        'call_01',
        { from: 'SFO', to: 'KIX' },
        '{"price":1180,"carrier":"ANA"}',
      ),
    }),
    add(ids.hotels, ids.root, 'search_hotels', 2200, 4100, {
      attributes: toolCall('search_hotels', 'call_02', { city: 'Kyoto' }, null),
      status: { code: 2, message: 'TimeoutError: upstream did not answer' },
      events: [{ name: 'exception', time: startMs + 4090, attributes: EXCEPTION }],
    }),
    add(ids.second, ids.root, 'chat', 4200, 8900, {
      attributes: { ...modelCall('gpt-4o', 1400, 200), ...messages([USER, CALLS, ...RESULTS], [ANSWER]) },
    }),
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

const EXCEPTION = {
  'exception.type': 'TimeoutError',
  'exception.message': 'upstream did not answer',
  'exception.stacktrace': 'TimeoutError: upstream did not answer\n    at fetchHotels (/app/hotels.ts:42:17)',
};
const USER = {
  role: 'user',
  parts: [
    text('Plan five days in Kyoto.'),
    { type: 'blob', modality: 'image', mime_type: 'image/png', content: PIXEL },
  ],
};
const CALLS = {
  role: 'assistant',
  parts: [
    { type: 'reasoning', content: 'Flights are the largest part of the budget.' },
    text("I'll look up flights and hotels first."),
    { type: 'tool_call', id: 'call_01', name: 'search_flights', arguments: { from: 'SFO', to: 'KIX' } },
    { type: 'tool_call', id: 'call_02', name: 'search_hotels', arguments: { city: 'Kyoto' } },
  ],
  finish_reason: 'tool_calls',
};
const RESULTS = [
  {
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: 'call_01', response: { price: 1180, carrier: 'ANA' } }],
  },
  {
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: 'call_02', response: 'upstream did not answer' }],
  },
];
const ANSWER = {
  role: 'assistant',
  parts: [
    text(
      'The hotel search timed out, so I picked **Nazuna**.\n\n1. Fly with ANA\n2. Stay three nights\n\n| Day | What there is to see in the morning | And what in the afternoon, if it does not rain |\n|---|---|---|\n| 1 | Philosopher’s Path | Arashiyama |\n\n```\n' +
        'a line of code that is longer than any window is wide '.repeat(6) +
        '\n```',
    ),
  ],
  finish_reason: 'stop',
};

export function modelCall(model: string, input: number, output: number): Record<string, PlainValue> {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': model,
    'gen_ai.response.model': model,
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
  };
}

function messages(input: readonly object[], output: readonly object[]): Record<string, PlainValue> {
  return {
    'gen_ai.system_instructions': json([text('You plan journeys. Prefer quiet places.')]),
    'gen_ai.input.messages': json(input),
    'gen_ai.output.messages': json(output),
  };
}

export function toolCall(
  name: string,
  id: string,
  args: object,
  result: string | null,
): Record<string, PlainValue> {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': id,
    'gen_ai.tool.call.arguments': json(args),
    ...(result === null ? {} : { 'gen_ai.tool.call.result': result }),
  };
}

/** A request that has nothing to do with AI. */
export function plainTrace(name: string): RequestSpec {
  return {
    resource: { 'service.name': 'shop' },
    scope: { name: '@opentelemetry/instrumentation-http' },
    spans: [
      {
        traceId: newId(16),
        spanId: newId(8),
        name,
        kind: 2,
        start: Date.now(),
        attributes: { 'http.request.method': 'GET', 'url.path': '/cart' },
      },
    ],
  };
}
