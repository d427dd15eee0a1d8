import { spanIdOf, traceIdOf, type RequestSpec, type SpanSpec } from '../../../collector/testing/otlp.ts';
import { json, modelCall, RESOURCE, SCOPE, text } from '../sample-traces.ts';

/** Spans of one step of an agent: itself, a model call, two tools and what one of them does. */
const STEP = 5;
const START_MS = 1_770_000_000_000;

/** A trace of an agent that works for `count` spans: steps with model calls and tools below one root, in requests of 1,000. */
export function agentTrace(traceNumber: number, count: number): RequestSpec[] {
  const spans = Array.from({ length: count }, (_, index) => agentSpan(traceNumber, index, START_MS));
  return Array.from({ length: Math.ceil(count / 1000) }, (_, at) => ({
    resource: RESOURCE,
    scope: SCOPE,
    spans: spans.slice(at * 1000, (at + 1) * 1000),
  }));
}

/** The span at `index` of such a trace; 0 is the root. */
export function agentSpan(traceNumber: number, index: number, start: number): SpanSpec {
  const traceId = traceIdOf(traceNumber);
  const idAt = (place: number): string => spanIdOf(traceNumber * 1_000_000 + place + 1);
  if (index === 0)
    return {
      traceId,
      spanId: idAt(0),
      name: 'invoke_agent planner',
      start,
      end: start + 600_000,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' },
    };
  const place = (index - 1) % STEP;
  const step = index - place;
  const at = start + index * 40;
  const common = { traceId, spanId: idAt(index), start: at, end: at + 35 };
  const failed = index % 97 === 0 ? { status: { code: 2, message: 'timeout' } } : {};
  switch (place) {
    case 0:
      return { ...common, parentSpanId: idAt(0), name: `step ${step}`, end: at + 190 };
    case 1:
      return {
        ...common,
        parentSpanId: idAt(step),
        name: 'chat gpt-4o',
        kind: 3,
        attributes: {
          ...modelCall('gpt-4o', 1200, 80),
          'gen_ai.input.messages': json([{ role: 'user', parts: [text(`question ${index}`)] }]),
          'gen_ai.output.messages': json([
            { role: 'assistant', parts: [text(`answer ${index}`)], finish_reason: 'stop' },
          ]),
        },
      };
    case 2:
    case 3:
      return {
        ...common,
        ...failed,
        parentSpanId: idAt(step),
        name: 'execute_tool search',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.arguments': json({ query: `words ${index}` }),
          'gen_ai.tool.call.result': json({ found: index }),
        },
      };
    default:
      return { ...common, parentSpanId: idAt(step + 3), name: 'GET /documents', kind: 3 };
  }
}

/** Model calls, ten to a trace, as many agents at once would send them. */
export function callOfMany(n: number, start: number): SpanSpec {
  return {
    traceId: traceIdOf(Math.floor(n / 10) + 1),
    spanId: spanIdOf(n + 1),
    name: 'chat gpt-4o',
    start,
    end: start + 1,
    attributes: {
      ...modelCall('gpt-4o', 10, 5),
      'gen_ai.input.messages': json([{ role: 'user', parts: [text(`question ${n}`)] }]),
      'gen_ai.output.messages': json([
        { role: 'assistant', parts: [text(`answer ${n}`)], finish_reason: 'stop' },
      ]),
    },
  };
}
