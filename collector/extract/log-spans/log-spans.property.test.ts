import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogDecoder } from '../../decode/logs.ts';
import { MAX_PARTS } from '../../decode/wire.ts';
import type { PlainValue } from '../../testing/otlp.ts';
import { logBytes, type LogSpec } from '../../testing/otlp-logs.ts';
import { createExtractor } from '../extract.ts';
import { LogSpans } from './log-spans.ts';

const extractor = createExtractor();

/** What is made of each record, in fields that can be compared. */
function placesOf(logs: readonly LogSpec[], scope = 'com.anthropic.claude_code.events') {
  const spans = new LogSpans();
  const places: unknown[] = [];
  new LogDecoder().decode(logBytes({ scope: { name: scope }, logs }), (log) => {
    const place = spans.place(log);
    if (place === null) return void places.push(null);
    const { traceId, spanId, span } = place;
    if (span !== null) extractor.extract(span);
    places.push({
      traceId,
      spanId,
      span: span && [
        span.traceId,
        span.spanId,
        span.parentSpanId,
        span.name,
        span.startUnixNano,
        span.endUnixNano,
      ],
    });
  });
  return places;
}

const names = [
  'user_prompt',
  'api_request',
  'api_error',
  'assistant_response',
  'tool_result',
  'tool_decision',
];
const events = [
  ...names.flatMap((name) => [name, `claude_code.${name}`]),
  ...['user_prompt', 'sse_event', 'tool_result', 'api_request', 'agent_response'].map(
    (name) => `codex.${name}`,
  ),
  'codex.',
  '',
];
const keys = [
  'event.name',
  'session.id',
  'prompt.id',
  'conversation.id',
  'duration_ms',
  'cost_usd',
  'input_token_count',
  'success',
  'error',
  'error.message',
  'tool_name',
  'tool_parameters',
  'prompt',
  'span.type',
  'claude_code.log_event',
];
const value: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double().filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number)),
  fc.boolean(),
  fc.constantFrom('1e400', '-5', 'NaN', '{"mcp_server_name":', '99999999999999', 'true'),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.string({ minLength: 600, maxLength: 700 }),
);
const record: fc.Arbitrary<LogSpec> = fc.record({
  time: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  eventName: fc.constantFrom(...events),
  attributes: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...keys), value),
      fc.constantFrom({}, { 'session.id': 's', 'prompt.id': 'p', 'conversation.id': 'c' }),
    )
    .map(([own, ids]) => ({ ...own, ...ids })),
});

describe('whatever a record holds', () => {
  test('nothing is thrown, and the same record is the same span', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (logs) => {
        const places = placesOf(logs);
        expect(placesOf(logs)).toEqual(places);
        expect(logs.flatMap((log) => placesOf([log]))).toEqual(places);
      }),
    );
  });

  test('a span ends when its record was written, and begins no later', () => {
    fc.assert(
      fc.property(record, (log) => {
        const [place] = placesOf([log]) as [{ span: readonly unknown[] | null } | null];
        if (!place?.span) return;
        const [, , , , start, end] = place.span as readonly bigint[];
        expect(end).toBe(log.time);
        expect(start! <= end!).toBe(true);
      }),
    );
  });
});

describe('a record is none of ours', () => {
  const ours: LogSpec = {
    attributes: { 'event.name': 'user_prompt', 'session.id': 's', 'prompt.id': 'p' },
  };
  test.each([
    ['names no prompt', { attributes: { 'event.name': 'user_prompt', 'session.id': 's' } }],
    ['names no session', { attributes: { 'event.name': 'user_prompt', 'prompt.id': 'p' } }],
    ['has a trace', { ...ours, traceId: '1'.repeat(32) }],
    ['has no time', { ...ours, time: 0n }],
    ['has no name', { attributes: { 'session.id': 's', 'prompt.id': 'p' } }],
  ])('when it %s', (_what, log) => expect(placesOf([log])).toEqual([null]));

  test("when its scope is another's", () => {
    expect(placesOf([ours], 'app')).toEqual([null]);
    expect(placesOf([ours])).not.toEqual([null]);
  });
});

test('a record that was written anew, as a file has it, is the same span', () => {
  const attributes = { 'event.name': 'api_request', 'session.id': 's', 'prompt.id': 'p', duration_ms: 5 };
  const backwards = Object.fromEntries(Object.entries(attributes).toReversed());
  expect(placesOf([{ attributes: backwards, severity: 9 }])).toEqual(placesOf([{ attributes }]));
});

test('a record of as many attributes as a span may have is a span', () => {
  const many = Object.fromEntries(Array.from({ length: MAX_PARTS - 3 }, (_, i) => [`k${i}`, i]));
  const named = { 'event.name': 'api_request', 'session.id': 's', 'prompt.id': 'p' };
  expect(placesOf([{ attributes: { ...named, ...many } }])).toMatchObject([{ span: expect.any(Array) }]);
});

test('records of one moment that differ are two spans', () => {
  const call = (model: string): LogSpec => ({
    attributes: { 'event.name': 'api_request', 'session.id': 's', 'prompt.id': 'p', model },
  });
  const ids = (placesOf([call('a'), call('b')]) as { spanId: string }[]).map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(2);
});

describe("a record of Codex's without a trace", () => {
  const record = (traceId?: string): LogSpec => ({
    eventName: 'event otel/src/events/session_telemetry.rs:1187',
    attributes: {
      'event.name': 'codex.sse_event',
      'conversation.id': 'c',
      input_token_count: 5,
      'event.timestamp': traceId ?? '',
    },
    ...(traceId === undefined ? {} : { traceId }),
  });

  test('is a span, also where its name is a place in the source', () => {
    expect(placesOf([record()], '')).toMatchObject([{ span: expect.arrayContaining(['codex.response']) }]);
  });

  test('is none where others of its conversation have traces: the spans say it', () => {
    expect(placesOf([record('1'.repeat(32)), record()], '')).toEqual([null, null]);
    const others = Array.from({ length: 1024 }, (_, i) => ({
      attributes: { 'event.name': 'codex.user_prompt', 'conversation.id': `other ${i}` },
      traceId: '2'.repeat(32),
    }));
    const places = placesOf([record('1'.repeat(32)), ...others, record()], '');
    expect(places.at(-1), 'kept in mind for ever').not.toBeNull();
  });

  const asked = (attributes: LogSpec['attributes']): LogSpec => ({
    ...record('1'.repeat(32)),
    spanId: '2'.repeat(16),
    attributes: { 'event.name': 'codex.api_request', 'conversation.id': 'c', ...attributes },
  });
  const refused = (status: number) =>
    placesOf([asked({ 'http.response.status_code': status, 'error.message': `http ${status}` })], '');

  test.each([400, 403, 429])('is one below the span of its trace that was refused with %i', (status) => {
    const [place] = refused(status);
    const [traceId, spanId] = ['1'.repeat(32), '2'.repeat(16)];
    const span = [traceId, expect.not.stringMatching(spanId), spanId, 'codex.api_request'];
    expect(place).toMatchObject({ traceId, spanId, span: expect.arrayContaining(span) });
    expect(refused(status)).toEqual([place]);
  });

  test.each([401, 408, 500])(
    'is none of a request with %i, which may go well when it is sent again',
    (status) => {
      expect(refused(status)).toEqual([null]);
    },
  );

  test('is none of a request that went well', () => {
    expect(placesOf([asked({ 'http.response.status_code': 200 })], '')).toEqual([null]);
  });
});
