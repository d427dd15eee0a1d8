import { send } from './http-client.ts';
import { keyValues, spanIdOf, traceIdOf, traceRequest, type PlainValue, type SpanSpec } from './otlp.ts';
import { storeSignal } from './otlp-client.ts';
import { LOG_TIME, logRequest } from './otlp-logs.ts';
import { metricRequest, metricTime } from './otlp-metrics.ts';

/** What `storeRichData` stores, by the names of path parameters. */
export const RICH = {
  project_id: 'default',
  trace_id: traceIdOf(0x71c4),
  span_id: spanIdOf(2),
  session_id: 'rich session',
  name: 'rich.gauge',
} as const;

const METRICS = ['gauge', 'sum', 'histogram', 'exponential', 'summary'] as const;
export const RICH_METRICS = METRICS.map((kind) => `rich.${kind}`);

const START = 1_770_000_000_000;

const INPUT = [
  {
    role: 'user',
    name: 'Ada',
    parts: [
      { type: 'text', content: 'What is on these?' },
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'iVBORw0KGgo=' },
      { type: 'uri', modality: 'image', mime_type: 'image/png', uri: 'https://pictures.example/1.png' },
      { type: 'file', modality: 'document', mime_type: 'application/pdf', file_id: 'file-1' },
      { type: 'hologram', depth: 3 },
    ],
  },
  { role: 'assistant', parts: [{ type: 'tool_call', id: 'call-1', name: 'look', arguments: { at: 1 } }] },
  {
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: 'call-1', name: 'look', response: { seen: 'a cat' } }],
  },
];
const OUTPUT = [
  {
    role: 'assistant',
    finish_reason: 'stop',
    parts: [
      { type: 'reasoning', content: 'It said a cat.' },
      { type: 'text', content: 'A cat.' },
    ],
  },
];
const TOOLS = [{ type: 'function', name: 'look', description: 'Looks', parameters: { type: 'object' } }];

const WHOSE = { 'session.id': RICH.session_id, 'user.id': 'ada' };
const span = (
  n: number,
  parent: number | null,
  name: string,
  attributes: Record<string, PlainValue>,
  more: Partial<SpanSpec> = {},
): SpanSpec => ({
  traceId: RICH.trace_id,
  spanId: spanIdOf(n),
  ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
  name,
  start: START + n * 10,
  end: START + 1000 - n * 10,
  attributes: { ...WHOSE, ...attributes },
  ...more,
});

const usage = (input: number, output: number): Record<string, PlainValue> => ({
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
});
const chat = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.response.model': 'gpt-4o-2024-08-06',
};

/** An agent that calls a model, whose call is told twice, and a tool that fails. */
const SPANS: readonly SpanSpec[] = [
  span(1, null, 'run', {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'looker',
    'tag.tags': ['nightly'],
    metadata: '{"run":7}',
    'custom.flag': true,
    'custom.size': 3,
    'custom.word': 'big',
    ...usage(100, 20),
  }),
  span(
    2,
    1,
    'chat gpt-4o',
    {
      ...chat,
      'gen_ai.agent.name': 'looker',
      'gen_ai.agent.id': 'agent-7',
      'gen_ai.agent.description': 'It looks.',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.id': 'call-1',
      'gen_ai.tool.description': 'Looks at something.',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.time_to_first_chunk': 0.25,
      'gen_ai.server.request.duration': 0.5,
      'gen_ai.usage.cache_read.input_tokens': 40,
      'gen_ai.usage.cache_creation.input_tokens': 10,
      'gen_ai.input.messages': JSON.stringify(INPUT),
      'gen_ai.output.messages': JSON.stringify(OUTPUT),
      'gen_ai.tool.definitions': JSON.stringify(TOOLS),
      ...usage(100, 20),
    },
    { events: [{ name: 'cache.hit', time: START + 30, attributes: { key: 'k' } }] },
  ),
  span(3, 2, 'chat gpt-4o', { ...chat, 'gen_ai.response.time_to_first_chunk': 0.25, ...usage(90, 20) }),
  span(
    4,
    1,
    'execute_tool look',
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.id': 'call-2',
      'gen_ai.tool.call.arguments': '{"at":2}',
      'error.type': 'Blind',
    },
    {
      status: { code: 2, message: 'it is dark' },
      events: [
        {
          name: 'exception',
          time: START + 60,
          attributes: {
            'exception.type': 'Blind',
            'exception.message': 'it is dark',
            'exception.stacktrace': 'at look',
          },
        },
      ],
    },
  ),
  span(
    5,
    1,
    'chat gpt-4o',
    { ...chat, 'error.type': 'Overloaded' },
    {
      status: { code: 2, message: 'try later' },
      events: [
        {
          name: 'exception',
          time: START + 70,
          attributes: {
            'exception.type': 'Overloaded',
            'exception.message': 'try later',
            'exception.stacktrace': 'at chat',
          },
        },
      ],
    },
  ),
];

const RESOURCE = { 'service.name': 'shop', 'deployment.environment.name': 'production' };

/** The spans in OTLP JSON, one of them with a link. */
export function richTraces(): object {
  const request = traceRequest({ resource: RESOURCE, spans: SPANS }) as {
    resourceSpans: { scopeSpans: { spans: { spanId: string; links?: object[] }[] }[] }[];
  };
  const linked = request.resourceSpans[0]?.scopeSpans[0]?.spans.find(({ spanId }) => spanId === RICH.span_id);
  linked!.links = [
    { traceId: traceIdOf(0xf00), spanId: spanIdOf(0xf00), attributes: keyValues({ why: 'retry' }) },
  ];
  return request;
}

/** Two traces more, so that lists have a second page. */
const others = (): object =>
  traceRequest({
    resource: RESOURCE,
    spans: [RICH.session_id, 'other session'].map((session, i) => ({
      traceId: traceIdOf(0x9000 + i),
      spanId: spanIdOf(0x9000 + i),
      name: 'later',
      start: START + 60_000 * (i + 1),
      attributes: { ...chat, 'session.id': session },
    })),
  });

const logs = (): object =>
  logRequest({
    resource: RESOURCE,
    logs: [
      {
        time: LOG_TIME,
        observed: LOG_TIME + 1n,
        severity: 9,
        severityText: 'INFO',
        eventName: 'looked',
        body: { at: 1 },
        attributes: { where: 'here' },
        traceId: RICH.trace_id,
        spanId: RICH.span_id,
      },
    ],
  });

const times = { startTimeUnixNano: metricTime(0), timeUnixNano: metricTime(1) };
const POINTS: Readonly<Record<(typeof METRICS)[number], object>> = {
  gauge: { gauge: { dataPoints: [{ ...times, asDouble: 0.5 }] } },
  sum: { sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ ...times, asInt: '7' }] } },
  histogram: {
    histogram: {
      aggregationTemporality: 1,
      dataPoints: [
        { ...times, count: '3', sum: 6, min: 1, max: 3, bucketCounts: ['1', '2'], explicitBounds: [2] },
      ],
    },
  },
  exponential: {
    exponentialHistogram: {
      aggregationTemporality: 1,
      dataPoints: [
        {
          ...times,
          count: '4',
          sum: 3,
          min: -1,
          max: 4,
          scale: 0,
          zeroCount: '1',
          zeroThreshold: 0.1,
          positive: { offset: 0, bucketCounts: ['2'] },
          negative: { offset: 0, bucketCounts: ['1'] },
        },
      ],
    },
  },
  summary: {
    summary: {
      dataPoints: [{ ...times, count: '2', sum: 3, quantileValues: [{ quantile: 0.5, value: 1 }] }],
    },
  },
};

const metrics = (): object =>
  metricRequest(
    METRICS.map((kind) => ({ name: `rich.${kind}`, unit: 's', description: 'Made up', ...POINTS[kind] })),
    { resource: RESOURCE },
  );

/** Attribute keys that `RICH` data has one of each type of. */
export const RICH_ATTRIBUTES = ['custom.flag', 'custom.size', 'custom.word'];

/** Data in which every field of every answer has a value somewhere. */
export async function storeRichData(url: string): Promise<void> {
  await storeSignal(url, RICH.project_id, 'traces', richTraces());
  await storeSignal(url, RICH.project_id, 'traces', others());
  await storeSignal(url, RICH.project_id, 'logs', logs());
  await storeSignal(url, RICH.project_id, 'metrics', metrics());
  await sendRefused(url);
}

/** An export request that is refused with advice, from an exporter that says who it is and how it packs. */
async function sendRefused(url: string): Promise<void> {
  const { status } = await send(`${url}/otel/${RICH.project_id}/v1/traces`, {
    headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'user-agent': 'rich exporter' },
    body: 'x',
  });
  if (status !== 415) throw new Error(`a refused export was answered ${status}`);
}
