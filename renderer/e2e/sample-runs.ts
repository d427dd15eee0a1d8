import type { PlainValue, RequestSpec, SpanSpec } from '../../collector/testing/otlp.ts';
import { json, modelCall, newId, RESOURCE, SCOPE, text, toolCall } from './sample-traces.ts';

export interface Run {
  readonly traceId: string;
  readonly request: RequestSpec;
}

export interface RunOptions {
  readonly startMs: number;
  readonly model?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly inputTokens?: number;
  readonly cachedTokens?: number;
  readonly outputTokens?: number;
  readonly callMs?: number;
  readonly firstTokenMs?: number;
  readonly fails?: boolean;
}

/** An agent's run with numbers that tests know: one model call, one tool call. */
export function agentRun(options: RunOptions): Run {
  const { startMs, model = 'gpt-4o', agent = 'planner', tool = 'search', callMs = 1000 } = options;
  const traceId = newId(16);
  const root = newId(8);
  const call: Record<string, PlainValue> = {
    ...modelCall(model, options.inputTokens ?? 100, options.outputTokens ?? 20),
    ...(options.cachedTokens === undefined
      ? {}
      : { 'gen_ai.usage.cache_read.input_tokens': options.cachedTokens }),
    ...(options.firstTokenMs === undefined
      ? {}
      : { 'gen_ai.server.time_to_first_token': options.firstTokenMs / 1000 }),
  };
  const spans: SpanSpec[] = [
    {
      traceId,
      spanId: root,
      name: `run ${agent}`,
      start: startMs,
      end: startMs + callMs + 300,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent },
    },
    {
      traceId,
      spanId: newId(8),
      parentSpanId: root,
      name: `chat ${model}`,
      start: startMs,
      end: startMs + callMs,
      attributes: call,
    },
    {
      traceId,
      spanId: newId(8),
      parentSpanId: root,
      name: tool,
      start: startMs + callMs,
      end: startMs + callMs + 200,
      attributes: toolCall(tool, newId(4), {}, '{}'),
      ...(options.fails === true ? { status: { code: 2, message: 'TimeoutError: too late' } } : {}),
    },
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

/** Some hours of runs of two agents with three models: something in each chart. */
export function workingDay(nowMs: number): readonly Run[] {
  const models = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5'];
  return Array.from({ length: 42 }, (_, at) =>
    agentRun({
      startMs: nowMs - (42 - at) * 11 * 60_000,
      model: models[at % 3]!,
      agent: at % 2 === 0 ? 'planner' : 'researcher',
      tool: at % 4 === 0 ? 'search_hotels' : 'search_flights',
      inputTokens: 2000 + 700 * (at % 7),
      cachedTokens: at % 3 === 0 ? 1200 : 0,
      outputTokens: 150 + 60 * (at % 5),
      callMs: 800 + 350 * (at % 6),
      firstTokenMs: 180 + 40 * (at % 5),
      fails: at % 9 === 4,
    }),
  );
}

/** What two runs of one agent may do differently. */
export interface Journey {
  readonly days: string;
  readonly model: string;
  readonly prompt: string;
  readonly hasHotels: boolean;
  readonly startMs: number;
}

/** A journey's planning: a model call, one or two tools, an answer. */
export function journey({ days, model, prompt, hasHotels, startMs }: Journey): Run {
  const traceId = newId(16);
  const root = newId(8);
  const add = (
    name: string,
    from: number,
    to: number,
    attributes: Record<string, PlainValue>,
    spanId = newId(8),
  ): SpanSpec => ({
    traceId,
    spanId,
    ...(spanId === root ? {} : { parentSpanId: root }),
    name,
    start: startMs + from,
    end: startMs + to,
    attributes,
  });
  const tools = [
    { name: 'search_flights', id: newId(4), args: { from: 'SFO', to: 'KIX' }, result: '{"price":1180}' },
    ...(hasHotels
      ? [{ name: 'search_hotels', id: newId(4), args: { city: 'Kyoto' }, result: '{"hotels":["Nazuna"]}' }]
      : []),
  ];
  const user = { role: 'user', parts: [text(`Plan ${days} days in Kyoto for two people.`)] };
  const calls = {
    role: 'assistant',
    parts: [
      text('Let me look.'),
      ...tools.map(({ id, name, args }) => ({ type: 'tool_call', id, name, arguments: args })),
    ],
    finish_reason: 'tool_calls',
  };
  const results = tools.map(({ id, result }) => ({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id, response: result }],
  }));
  const answer = {
    role: 'assistant',
    parts: [text(`Fly with ANA and stay ${days} nights at Nazuna.`)],
    finish_reason: 'stop',
  };
  const said = (input: readonly object[], output: object): Record<string, PlainValue> => ({
    'gen_ai.system_instructions': json([text(prompt)]),
    'gen_ai.input.messages': json(input),
    'gen_ai.output.messages': json([output]),
  });
  const slow = hasHotels ? 1500 : 0;
  const spans = [
    add(
      'plan-trip',
      0,
      6000 + slow,
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' },
      root,
    ),
    add(`chat ${model}`, 100, 2000, { ...modelCall(model, 900, 80), ...said([user], calls) }),
    ...tools.map(({ name, id, args, result }, at) =>
      add(name, 2000 + at * 1200, 3200 + at * 1200, toolCall(name, id, args, result)),
    ),
    add(`chat ${model}`, 3500 + slow, 5900 + slow, {
      ...modelCall(model, hasHotels ? 1500 : 1200, 200),
      ...said([user, calls, ...results], answer),
    }),
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

/** One call at the end of a conversation of so many messages, all the same but one. */
export function longTalk(messages: number, startMs: number, changed: { at: number; text: string }): Run {
  const traceId = newId(16);
  const input = Array.from({ length: messages - 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [text(at === changed.at ? changed.text : `Message ${at} of a long talk about the same journey.`)],
  }));
  const span: SpanSpec = {
    traceId,
    spanId: newId(8),
    name: 'long-talk',
    start: startMs,
    end: startMs + 1000,
    attributes: {
      ...modelCall('gpt-4o', 5000, 20),
      'gen_ai.input.messages': json(input),
      'gen_ai.output.messages': json([
        { role: 'assistant', parts: [text('The end.')], finish_reason: 'stop' },
      ]),
    },
  };
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans: [span] } };
}
