import type { PlainValue, RequestSpec, SpanSpec } from '../../collector/testing/otlp.ts';
import { json, modelCall, newId, RESOURCE, SCOPE, text, toolCall } from './sample-traces.ts';

/** Tokens of every kind, each a long number. */
export const ALL_TOKENS = {
  'gen_ai.usage.input_tokens': 1_234_567,
  'gen_ai.usage.output_tokens': 345_678,
  'gen_ai.usage.cache_read.input_tokens': 234_567,
  'gen_ai.usage.cache_creation.input_tokens': 123_456,
  'gen_ai.usage.reasoning.output_tokens': 123_456,
};

/** Two tools with 3.2 seconds of nothing between them. */
export function idleTrace(): { readonly traceId: string; readonly request: RequestSpec } {
  const traceId = newId(16);
  const root = newId(8);
  const start = Date.now() - 20_000;
  const tool = (name: string, from: number, to: number): SpanSpec => ({
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name,
    start: start + from,
    end: start + to,
    attributes: toolCall(name, name, {}, '{}'),
  });
  const spans: SpanSpec[] = [
    { traceId, spanId: root, name: 'idle-root', start, end: start + 8000 },
    tool('first', 0, 2000),
    tool('second', 5200, 8000),
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

/** Tool calls of 800 ms at the given milliseconds of a trace, and nothing between them. */
export function sparseTrace(
  at: readonly number[],
  endMs: number,
): { readonly traceId: string; readonly request: RequestSpec } {
  const traceId = newId(16);
  const root = newId(8);
  const start = Date.now() - 120_000;
  const calls = at.map((from): SpanSpec => ({
    traceId,
    spanId: newId(8),
    parentSpanId: root,
    name: 'call',
    start: start + from,
    end: start + from + 800,
    attributes: toolCall('call', String(from), {}, '{}'),
  }));
  const spans = [{ traceId, spanId: root, name: 'sparse-root', start, end: start + endMs }, ...calls];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

/** A trace with all that can be wrong with one: a failed leaf, an orphan, two spans that are each other's parents. */
export function oddTrace(): { readonly traceId: string; readonly request: RequestSpec } {
  const traceId = newId(16);
  const [root, step, left, right] = [newId(8), newId(8), newId(8), newId(8)];
  const start = Date.now() - 20_000;
  const add = (spanId: string, parentSpanId: string | null, name: string, rest: Partial<SpanSpec> = {}) => ({
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    start,
    end: start + 1000,
    ...rest,
  });
  const spans: SpanSpec[] = [
    add(root, null, 'odd-root', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } }),
    add(step, root, 'step-one'),
    add(newId(8), step, 'broken-leaf', { status: { code: 2, message: 'ValueError: no' } }),
    add(newId(8), newId(8), 'orphan'),
    add(left, right, 'circle'),
    add(right, left, 'circle-back', { start: start + 10 }),
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}

/** One model call with the given messages, by the current semantic conventions. */
export function messagesTrace(
  input: readonly object[],
  output: readonly object[],
  rest: { readonly name?: string; readonly attributes?: Record<string, PlainValue> } = {},
): { readonly traceId: string; readonly request: RequestSpec } {
  const traceId = newId(16);
  const start = Date.now() - 5000;
  const span: SpanSpec = {
    traceId,
    spanId: newId(8),
    name: rest.name ?? 'chat gpt-4o',
    start,
    end: start + 1000,
    attributes: {
      ...modelCall('gpt-4o', 100, 20),
      'gen_ai.input.messages': json(input),
      'gen_ai.output.messages': json(output),
      ...rest.attributes,
    },
  };
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans: [span] } };
}

/** An agent that repeats its call's usage on itself, and hands over to another agent. */
export function teamTrace(): { readonly traceId: string; readonly request: RequestSpec } {
  const traceId = newId(16);
  const [root, helper] = [newId(8), newId(8)];
  const start = Date.now() - 10_000;
  const add = (
    id: string,
    parent: string | null,
    name: string,
    from: number,
    to: number,
    attributes: Record<string, PlainValue>,
  ): SpanSpec => ({
    traceId,
    spanId: id,
    ...(parent === null ? {} : { parentSpanId: parent }),
    name,
    start: start + from,
    end: start + to,
    attributes,
  });
  const agent = (name: string): Record<string, PlainValue> => ({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': name,
  });
  const said = (question: string, answer: string): Record<string, PlainValue> => ({
    'gen_ai.input.messages': json([{ role: 'user', parts: [text(question)] }]),
    'gen_ai.output.messages': json([{ role: 'assistant', parts: [text(answer)], finish_reason: 'stop' }]),
  });
  const spans = [
    add(root, null, 'team', 0, 5000, {
      ...agent('desk'),
      'gen_ai.usage.input_tokens': 1200,
      'gen_ai.usage.output_tokens': 50,
    }),
    add(newId(8), root, 'chat', 100, 2000, {
      ...modelCall('gpt-4o', 1000, 30),
      'gen_ai.usage.cache_read.input_tokens': 600,
      'gen_ai.agent.name': 'desk',
      ...said('Who knows the weather?', 'My colleague does.'),
    }),
    add(helper, root, 'helper', 2100, 4800, agent('weather')),
    add(newId(8), helper, 'chat', 2200, 4700, {
      ...modelCall('gpt-4o', 200, 20),
      'gen_ai.agent.name': 'weather',
      ...said('What is the weather?', 'It rains.'),
    }),
  ];
  return { traceId, request: { resource: RESOURCE, scope: SCOPE, spans } };
}
