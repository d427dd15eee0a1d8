import { spanIdOf, traceIdOf, type PlainValue, type RequestSpec, type SpanSpec } from './otlp.ts';

/** What a sample trace was made from, for tests to hold answers against. */
export interface SampleTrace {
  readonly traceId: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly session: string | null;
  readonly user: string | null;
  readonly environment: string | null;
  readonly model: string;
  readonly agent: string;
  readonly tool: string | null;
  readonly tag: string;
  readonly hasError: boolean;
}

export const SAMPLE_START = Date.parse('2026-02-13T10:00:00Z');

/** Traces that differ in everything a list is filtered and ordered by, some alike so that ties come up. */
export const SAMPLE_TRACES: readonly SampleTrace[] = Array.from({ length: 24 }, (_, i) => ({
  traceId: traceIdOf(0xa00 + ((i * 7) % 24)),
  startMs: SAMPLE_START + (i % 20) * 1000,
  durationMs: 100 * (1 + (i % 5)),
  session: i % 4 === 3 ? null : `session-${i % 5}`,
  user: i % 3 === 2 ? null : `user ${i % 3}`,
  environment: [null, 'production', 'staging'][i % 3]!,
  model: ['gpt-4o', 'claude-3-5-sonnet-20241022', 'gemini-1.5-pro'][i % 3]!,
  agent: `agent ${i % 2}`,
  tool: i % 2 === 0 ? `tool ${i % 4}` : null,
  tag: `tag-${i % 6}`,
  hasError: i % 7 === 0,
}));

const present = (attributes: Record<string, PlainValue | null>): Record<string, PlainValue> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)) as Record<
    string,
    PlainValue
  >;

/** Agent, model call and, in some, a tool call. */
function sampleRequest(sample: SampleTrace, index: number): RequestSpec {
  const { traceId, startMs: start, durationMs } = sample;
  const whose = present({
    'session.id': sample.session,
    'user.id': sample.user,
    'deployment.environment.name': sample.environment,
  });
  const child = (n: number, name: string, attributes: Record<string, PlainValue>): SpanSpec => ({
    traceId,
    spanId: spanIdOf(index * 16 + n),
    parentSpanId: spanIdOf(index * 16 + 1),
    name,
    start: start + n,
    end: start + durationMs / n,
    attributes: { ...whose, ...attributes },
  });
  const root: SpanSpec = {
    traceId,
    spanId: spanIdOf(index * 16 + 1),
    name: `run ${index % 9}`,
    start,
    end: start + durationMs,
    attributes: {
      ...whose,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': sample.agent,
      'tag.tags': [sample.tag],
    },
    ...(sample.hasError ? { status: { code: 2, message: 'it failed' } } : {}),
  };
  const call = child(2, `chat ${sample.model}`, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': sample.model,
    'gen_ai.usage.input_tokens': 100 * (1 + (index % 4)),
    'gen_ai.usage.output_tokens': 10 * (1 + (index % 3)),
    'gen_ai.input.messages': JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: `question ${index}` }] },
    ]),
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [{ type: 'text', content: `answer ${index}` }], finish_reason: 'stop' },
    ]),
  });
  const tool =
    sample.tool === null
      ? []
      : [
          child(3, `execute_tool ${sample.tool}`, {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': sample.tool,
          }),
        ];
  return { resource: { 'service.name': `service ${index % 2}` }, spans: [root, call, ...tool] };
}

export const SAMPLE_REQUESTS: readonly RequestSpec[] = SAMPLE_TRACES.map(sampleRequest);

/** A trace that is no AI's. */
export const PLAIN_TRACE: RequestSpec = {
  resource: { 'service.name': 'web' },
  spans: [
    {
      traceId: traceIdOf(0xb00),
      spanId: spanIdOf(0xb00),
      name: 'GET /',
      kind: 2,
      start: SAMPLE_START,
      attributes: { 'http.request.method': 'GET', 'url.path': '/' },
    },
  ],
};
