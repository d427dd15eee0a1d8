import { describe, expect, test } from 'vitest';
import { createExtractor } from './extract.ts';
import { type SpanSketch, spanInput } from './fixtures/span-input.ts';

const extractor = createExtractor();
const extract = (sketch: SpanSketch) => extractor.extract(spanInput(sketch));

describe('framework', () => {
  test('is null for spans that have nothing to do with AI', () => {
    expect(extract({ attributes: { 'http.request.method': 'GET', 'session.id': 's' } }).framework).toBeNull();
    expect(extract({}).framework).toBeNull();
  });

  test('is not named by an id alone, or by a scope that others use too', () => {
    expect(extract({ attributes: { 'gen_ai.conversation.id': 'c' } })).toMatchObject({
      framework: null,
      sessionId: 'c',
    });
    expect(extract({ scope: 'ai', attributes: { 'http.method': 'GET' } }).framework).toBeNull();
  });

  test('an agent framework wins over the convention it is written in', () => {
    const attributes = { 'openinference.span.kind': 'LLM', 'ai.operationId': 'ai.generateText.doGenerate' };
    expect(extract({ attributes }).framework).toBe('vercel-ai');
  });

  test("is not Langfuse for TanStack AI's chat that failed, which has its input under Langfuse's key", () => {
    const failed = {
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'gpt-4o',
      'langfuse.observation.input': '[{"role":"user","content":"Rain?"}]',
    };
    expect(extract({ attributes: failed, statusCode: 2 }).framework).toBe('otel-genai');
  });

  test("is not named by what Traceloop's span processor writes on every span", () => {
    const everywhere = {
      'traceloop.workflow.name': 'trip',
      'traceloop.entity.path': 'plan',
      'traceloop.association.properties.plan': 'pro',
    };
    const fetched = { ...everywhere, 'http.request.method': 'GET' };
    expect(extract({ attributes: fetched })).toMatchObject({ framework: null, category: 'http' });
    const asked = { ...everywhere, 'gen_ai.operation.name': 'chat' };
    expect(extract({ scope: 'com.anthropic.sdk.typescript', attributes: asked }).framework).toBe('anthropic');
    expect(extract({ scope: 'opentelemetry.instrumentation.openai', attributes: asked }).framework).toBe(
      'traceloop',
    );
  });
});

describe('metadata', () => {
  test.each([
    ['of a text', { metadata: '{"guild":1234567890123456789}' }],
    ['of a map', { metadata: new Map([['guild', 1_234_567_890_123_456_789n]]) }],
    ['of attributes', { 'langsmith.metadata.guild': 1_234_567_890_123_456_789n }],
  ])('%s keeps all digits', (_, attributes) => {
    expect(extract({ attributes }).metadata).toBe('{"guild":1234567890123456789}');
  });
});

test('metadata may hold NaN, as Python writes it', () => {
  expect(extract({ attributes: { metadata: '{"score":NaN}' } }).metadata).toBe('{"score":NaN}');
});

describe('category of plain spans', () => {
  test.each([
    ['http', { 'http.request.method': 'GET' }],
    ['http', { 'http.method': 'GET' }],
    ['http', { 'url.full': 'https://example.com' }],
    ['db', { 'db.system': 'postgresql', 'http.request.method': 'POST' }],
    ['db', { 'db.system.name': 'postgresql' }],
    ['other', { 'messaging.system': 'kafka' }],
  ] as const)('%s', (category, attributes) => {
    expect(extract({ attributes })).toMatchObject({ category, observationType: 'span', framework: null });
  });
});

describe('session, user and environment', () => {
  test('come from the span first, then from its resource', () => {
    const resource = {
      'session.id': 'r',
      'user.id': 'ru',
      'deployment.environment': 'prod',
      'service.name': 'shop',
    };
    expect(extract({ resource })).toMatchObject({
      sessionId: 'r',
      userId: 'ru',
      environment: 'prod',
      serviceName: 'shop',
    });
    const attributes = { 'traceloop.association.properties.session_id': 's', 'enduser.id': 'u' };
    expect(extract({ resource, attributes })).toMatchObject({
      sessionId: 's',
      userId: 'u',
      environment: 'prod',
    });
  });

  test('the first key in the order of the table counts', () => {
    const attributes = { 'thread.id': 't', 'gen_ai.conversation.id': 'c', 'session.id': 's' };
    expect(extract({ attributes }).sessionId).toBe('s');
    expect(extract({ attributes: { ...attributes, 'session.id': '' } }).sessionId).toBe('c');
  });

  test("a thread of the operating system is no session, a conversation's is", () => {
    expect(extract({ attributes: { 'thread.id': 139n } }).sessionId).toBeNull();
    expect(extract({ attributes: { 'thread.id': 't' } }).sessionId).toBe('t');
  });
});

describe('errors', () => {
  test.each([
    ['a status', { statusCode: 2 }],
    ['an exception event', { events: [{ name: 'exception' }] }],
    ['error.type', { attributes: { 'error.type': '500' } }],
  ])('%s marks the span', (_what, sketch: SpanSketch) => {
    expect(extract(sketch).hasError).toBe(true);
  });

  test('other events do not', () => {
    expect(extract({ statusCode: 1, events: [{ name: 'rows' }] }).hasError).toBe(false);
  });
});

describe('time to the first token', () => {
  test('from an event', () => {
    const events = [{ name: 'First Token Stream Event', afterMs: 120 }];
    expect(extract({ attributes: { 'gen_ai.operation.name': 'chat' }, events }).timeToFirstTokenMs).toBe(120);
  });

  test.each([
    ['a moment', 250, 250],
    ['a moment before the span, as its milliseconds round down', -0.5, 0],
    ['a moment after the span', 5000, null],
  ])('from %s', (_, afterMs, expected) => {
    const at = new Date(1_764_000_000_000 + afterMs).toISOString();
    const attributes = { 'mastra.span.type': 'model_inference', 'mastra.completion_start_time': at };
    expect(extract({ attributes }).timeToFirstTokenMs).toBe(expected);
  });

  test('in milliseconds where seconds would lie past the end of the span', () => {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.server.time_to_first_token': 350n };
    expect(extract({ attributes, durationMs: 900 }).timeToFirstTokenMs).toBe(350);
  });
});

test('a placeholder of a span in progress is running, whoever records the span', () => {
  const attributes = { 'ai.operationId': 'ai.generateText', 'logfire.span_type': 'pending_span' };
  expect(extract({ attributes })).toMatchObject({ running: true, framework: 'vercel-ai' });
  expect(extract({ attributes: { 'logfire.span_type': 'span' } }).running).toBe(false);
});

test("Braintrust's time to the first token is read to the microsecond, and is none past a day", () => {
  const read = (seconds: number): number | null =>
    extract({
      attributes: {
        'braintrust.span_attributes.type': 'llm',
        'braintrust.metrics.time_to_first_token': seconds,
      },
    }).timeToFirstTokenMs;
  expect(read(1.005)).toBe(1005);
  expect(read(86_400)).toBe(86_400_000);
  expect(read(86_401)).toBeNull();
});
