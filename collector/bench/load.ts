import { ExportTraceServiceRequest } from '../decode/protocol.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import { random } from '../testing/random.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue, type SpanSpec } from '../testing/otlp.ts';

const WORDS =
  'the agent reads a document about weather in Paris and London then plans a route compares prices asks a tool for flights checks hotels writes a summary of what it found and returns an answer with sources costs and next steps for the user'.split(
    ' ',
  );
const MODELS = ['gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash'];
/** When the first trace starts. */
export const FIRST_START_MS = 1_770_000_000_000;
const SPANS_A_TRACE = 20;
const TRACES_A_SESSION = 10;
/** Every tenth session has as few, whose messages are 0.4 MB, and the rest of its traces are another's. */
const TRACES_A_SHORT_SESSION = 4;

/** What the generated spans are: `count` spans of about 4 kB as an agent framework writes them, `perRequest` a request. */
export interface LoadOptions {
  readonly count: number;
  readonly perRequest: number;
  /** The place of the first one, where there are others: ids and times follow from it. */
  readonly first?: number;
}

/** Encoded requests, before any clock starts. */
export function makeLoad({ count, perRequest, first = 0 }: LoadOptions): Buffer[] {
  const next = random(1 + first);
  const requests: Buffer[] = [];
  let spans: SpanSpec[] = [];
  for (let i = first; i < first + count; i++) {
    spans.push(makeSpan(i, next));
    if (spans.length < perRequest && i < first + count - 1) continue;
    requests.push(traceBytes({ resource: RESOURCE, scope: { name: 'bench', version: '1.0.0' }, spans }));
    spans = [];
  }
  return requests;
}

/** The same request in OTLP JSON. */
export const jsonBody = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify(wireToJson(ExportTraceServiceRequest, body)));

export const RESOURCE = {
  'service.name': 'bench-agent',
  'service.version': '1.2.3',
  'deployment.environment.name': 'bench',
  'telemetry.sdk.name': 'opentelemetry',
  'telemetry.sdk.language': 'nodejs',
};

export function text(length: number, next: () => number): string {
  let made = '';
  while (made.length < length) made += `${WORDS[Math.floor(next() * WORDS.length)]} `;
  return made;
}

function makeSpan(index: number, next: () => number): SpanSpec {
  const trace = Math.floor(index / SPANS_A_TRACE);
  const place = index % SPANS_A_TRACE;
  const start = FIRST_START_MS + trace * 50 + place;
  const ids = { traceId: traceIdOf(trace + 1), spanId: spanIdOf(index + 1) };
  const parent = index - place + 1;
  const common = {
    'session.id': sessionOf(trace),
    'user.id': `user-${trace % 500}`,
  };
  if (place === 0)
    return {
      ...ids,
      name: 'invoke_agent planner',
      start,
      end: start + 2000,
      attributes: { ...common, ...agent(next) },
    };
  const isCall = place % 2 === 1;
  return {
    ...ids,
    parentSpanId: spanIdOf(parent),
    name: isCall ? 'chat' : 'execute_tool search',
    kind: isCall ? 3 : 1,
    start,
    end: start + 100 + Math.floor(next() * 900),
    attributes: { ...common, ...(isCall ? call(next) : tool(index, next)) },
    ...(next() < 0.01 ? { status: { code: 2, message: 'timeout' } } : {}),
  };
}

function sessionOf(trace: number): string {
  const session = Math.floor(trace / TRACES_A_SESSION);
  const isRest = session % 10 === 8 && trace % TRACES_A_SESSION >= TRACES_A_SHORT_SESSION;
  return `session-${session}${isRest ? '-rest' : ''}`;
}

const agent = (next: () => number): Record<string, PlainValue> => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'planner',
  'gen_ai.input.messages': JSON.stringify([message('user', text(300, next))]),
  'gen_ai.output.messages': JSON.stringify([message('assistant', text(900, next))]),
});

const message = (role: string, content: string): object => ({ role, parts: [{ type: 'text', content }] });

function call(next: () => number): Record<string, PlainValue> {
  const model = MODELS[Math.floor(next() * MODELS.length)]!;
  const history = ['user', 'assistant', 'user'].map((role) => message(role, text(1300, next)));
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': model,
    'gen_ai.response.model': model,
    'gen_ai.request.temperature': 0.7,
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 800 + Math.floor(next() * 4000),
    'gen_ai.usage.output_tokens': 50 + Math.floor(next() * 500),
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: text(600, next) }]),
    'gen_ai.input.messages': JSON.stringify(history),
    'gen_ai.output.messages': JSON.stringify([message('assistant', text(700, next))]),
  };
}

const tool = (index: number, next: () => number): Record<string, PlainValue> => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': `call_${index}`,
  'gen_ai.tool.call.arguments': JSON.stringify({ query: text(200, next) }),
  'gen_ai.tool.call.result': JSON.stringify({ documents: [text(1000, next), text(800, next)] }),
});
