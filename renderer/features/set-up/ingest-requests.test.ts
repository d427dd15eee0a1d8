import { describe, expect, test } from 'vitest';
import type { IngestRequest } from '../../../collector/contract/ingest-requests.ts';
import { findings, fixesOf, requestProblem, requestTone } from './ingest-requests.ts';

function request(rest: Partial<IngestRequest> = {}): IngestRequest {
  return {
    time: '2026-01-01T00:00:00.000Z',
    project: 'default',
    signal: 'traces',
    transport: 'http',
    path: '/v1/traces',
    encoding: null,
    content_type: 'application/json',
    bytes: 10,
    spans: 1,
    rejected: 0,
    redacted: 0,
    status: 200,
    code: null,
    message: null,
    advice: null,
    duration_ms: 1,
    user_agent: null,
    ...rest,
  };
}

const WRONG_PATH = { status: 404, code: 'NOT_FOUND', advice: 'Nothing is received at this path.' };

describe('a request', () => {
  test('that was stored whole has nothing wrong', () => {
    expect(requestTone(request())).toBe('ok');
    expect(requestProblem(request())).toBeNull();
  });
  test('that was taken with advice, or in part, is worth a look', () => {
    expect(requestTone(request({ advice: 'Switch content capture on.' }))).toBe('warn');
    expect(requestTone(request({ rejected: 2 }))).toBe('warn');
  });
  test('says why items of it were rejected, in the words that the exporter got', () => {
    const message = 'data point of m\u202e without a time';
    const rejected = (count: number): string | null =>
      requestProblem(request({ signal: 'metrics', rejected: count, message }));
    expect(rejected(1)).toBe('1 of its items was rejected: data point of m⟨U+202E⟩ without a time.');
    expect(rejected(2)).toBe('2 of its items were rejected: data point of m⟨U+202E⟩ without a time.');
  });
  test('that was refused says why, by its advice, its code or at least its status', () => {
    expect(requestTone(request(WRONG_PATH))).toBe('bad');
    expect(requestProblem(request(WRONG_PATH))).toBe(WRONG_PATH.advice);
    const undecodable = { status: 400, code: 'INVALID_OTLP', message: 'spans must be a list' };
    expect(requestProblem(request(undecodable))).toMatch(/no OTLP.*: spans must be a list$/);
    expect(requestProblem(request({ status: 400, code: 'NEW_ONE' }))).toBe('Refused: NEW_ONE.');
    expect(requestProblem(request({ status: 502 }))).toBe('Answered 502.');
  });
});

test('what is wrong is told once, with how often and when last', () => {
  const requests = [
    request({ ...WRONG_PATH, time: '2026-01-01T00:00:09.000Z' }),
    request(),
    request({ status: 400, code: 'INVALID_OTLP' }),
    request(WRONG_PATH),
  ];
  expect(findings(requests)).toEqual([
    { problem: WRONG_PATH.advice, tone: 'bad', fixes: [], count: 2, lastTime: '2026-01-01T00:00:09.000Z' },
    expect.objectContaining({ count: 1 }),
  ]);
});

test('variables in an advice are taken out to be pasted, without the signs around them', () => {
  const fixes = (advice: string): readonly string[] => fixesOf(request({ advice }));
  expect(
    fixes(
      'set OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318, to which exporters add /v1/traces, or OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.',
    ),
  ).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318',
    'OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
  ]);
  expect(fixes('set OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<token>".')).toEqual([
    'OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<token>"',
  ]);
  expect(fixes('with LANGFUSE_BASE_URL=http://127.0.0.1:4318: no scores')).toEqual([
    'LANGFUSE_BASE_URL=http://127.0.0.1:4318',
  ]);
  expect(fixes('set SEMANTICKERNEL_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true.'), 'the end of a name').toEqual(
    [],
  );
  expect(fixes('Begin its endpoint with http://.')).toEqual([]);
  expect(fixesOf(request({ rejected: 1, message: 'data point of OTEL_X=evil without a time' }))).toEqual([]);
});
