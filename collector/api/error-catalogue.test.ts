import { mkdtempSync, rmSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../auth/tokens.ts';
import { Health } from '../contract/health.ts';
import { IngestRequestList } from '../contract/ingest-requests.ts';
import { ERROR_CATALOGUE, STATUS_TEXTS, type ErrorCode } from '../errors.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { corruptTable } from '../testing/corrupt-table.ts';
import { openStream } from '../testing/event-stream.ts';
import { holdCommits } from '../testing/hold-commits.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, postJson, store } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
let guarded: RunningCollector;
let broken: RunningCollector;
let brokenDir: string;
const logged: string[] = [];
const oneSpan = (n: number): RequestSpec => ({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] });

beforeAll(async () => {
  collector = await startCollector({
    configure: ({ otel, stream }) => {
      otel.ingestion.channel_capacity = 1;
      otel.ingestion.max_body_bytes = 10_000;
      stream.max_connections = 1;
    },
  });
  await store(collector.url, 'default', oneSpan(1));
  guarded = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
  brokenDir = mkdtempSync(path.join(tmpdir(), 'tracedeck-broken-'));
  const whole = await startCollector({ dataDir: brokenDir });
  await store(whole.url, 'default', oneSpan(1));
  await whole.stop();
  corruptTable(brokenDir, 'spans');
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  broken = await startCollector({ dataDir: brokenDir, log });
});
afterAll(async () => {
  for (const one of [collector, guarded, broken]) await one.stop();
  rmSync(brokenDir, { recursive: true, force: true });
});

const get = (path_: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(`${projectUrl(collector.url)}${path_}`, { headers });
const withToken = (token: string): Promise<Answer> =>
  send(`${guarded.url}/api/v1/projects`, { headers: { authorization: `Bearer ${token}` } });

/** While a request waits that fills the buffer. */
async function pastTheBuffer(): Promise<Answer> {
  const release = holdCommits(collector.dataDir);
  const waiting = postJson(collector.url, oneSpan(2));
  try {
    while ((await read(Health, `${collector.url}/api/v1/health`)).queue.spans === 0);
    return await postJson(collector.url, oneSpan(3));
  } finally {
    release();
    expect((await waiting).status).toBe(200);
  }
}

async function whilePaused(): Promise<Answer> {
  await send(`${collector.url}/api/v1/ingest/pause`, { method: 'POST' });
  try {
    return await postJson(collector.url, oneSpan(3));
  } finally {
    await send(`${collector.url}/api/v1/ingest/resume`, { method: 'POST' });
  }
}

async function pastTheStreams(): Promise<Answer> {
  const stream = await openStream(`${projectUrl(collector.url)}/sse`);
  try {
    return await get('/sse');
  } finally {
    stream.close();
  }
}

/** How a client comes to each row of the catalogue: a row without one does not compile. */
const WAYS: Readonly<Record<ErrorCode, () => Promise<Answer>>> = {
  TRACE_NOT_FOUND: () => get(`/traces/${traceIdOf(9)}`),
  SPAN_NOT_FOUND: () => get(`/traces/${traceIdOf(1)}/spans/${spanIdOf(9)}`),
  SESSION_NOT_FOUND: () => get('/sessions/none'),
  PROJECT_NOT_FOUND: () => send(`${collector.url}/api/v1/projects/none`, { method: 'DELETE' }),
  TOKEN_NOT_FOUND: () => send(`${collector.url}/api/v1/tokens/none`, { method: 'DELETE' }),
  NOT_FOUND: () => get('/none'),
  METHOD_NOT_ALLOWED: () => send(`${projectUrl(collector.url)}/spans`, { method: 'PUT' }),
  VALIDATION_ERROR: () => get('/traces?page=0'),
  INVALID_FILTER: () => get('/traces?filters=x'),
  INVALID_ORDER_BY: () => get('/traces?order_by=x'),
  INVALID_CURSOR: () => send(`${collector.url}/api/v1/traces?cursor=x`),
  INVALID_PROJECT_ID: () => postJson(`${collector.url}/otel/.x`, oneSpan(1)),
  INVALID_OTLP: () => postJson(collector.url, '['),
  AUTH_REQUIRED: () => send(`${guarded.url}/api/v1/projects`),
  TOKEN_EXPIRED: () => withToken(createToken(guarded.dataDir, { name: null, ttlMs: 1 }, 0)),
  TOKEN_INVALID: () => withToken('x'),
  HOST_NOT_ALLOWED: () => get('/traces', { host: 'evil.example' }),
  ORIGIN_NOT_ALLOWED: () => postJson(collector.url, oneSpan(1), { origin: 'https://evil.example' }),
  PAYLOAD_TOO_LARGE: () => postJson(collector.url, ' '.repeat(10_001)),
  UNSUPPORTED_MEDIA_TYPE: () => postJson(collector.url, oneSpan(1), { 'content-type': 'text/plain' }),
  TOO_MANY_STREAMS: pastTheStreams,
  RECEIVING_PAUSED: whilePaused,
  BUFFER_FULL: pastTheBuffer,
  STORAGE_ERROR: () => send(`${projectUrl(broken.url)}/spans`),
  STORAGE_UNAVAILABLE: () => postJson(broken.url, oneSpan(2)),
};

test.for(Object.entries(ERROR_CATALOGUE) as [ErrorCode, (typeof ERROR_CATALOGUE)[ErrorCode]][])(
  '%s comes over a socket with its status, its body and its headers',
  async ([code, { status, retryable }]) => {
    const answer = await WAYS[code]();
    expect(errorOf(answer)).toMatchObject({ code, status });
    const { headers } = answer;
    expect(headers['retry-after'] ?? 'none').toMatch(retryable ? /^[1-9]\d*$/ : /^none$/);
    expect(headers['www-authenticate'] ?? 'none').toBe(status === 401 ? 'Bearer' : 'none');
    expect(headers.allow ?? 'none').toBe(status === 405 ? 'GET, HEAD' : 'none');
  },
);

test('statuses are called what HTTP calls them', () => {
  for (const [status, text] of Object.entries(STATUS_TEXTS)) expect(STATUS_CODES[status]).toBe(text);
  for (const { status } of Object.values(ERROR_CATALOGUE))
    expect(STATUS_TEXTS).toHaveProperty(String(status));
});

describe('a file that the disk has damaged', () => {
  test('is STORAGE_ERROR for readers and 503 for exporters, says nothing internal, and the log has the cause', async () => {
    logged.length = 0;
    const answers = [
      await send(`${projectUrl(broken.url)}/spans`),
      await send(`${projectUrl(broken.url)}/traces/${traceIdOf(1)}`),
      await send(`${broken.url}/api/v1/spans`),
    ];
    for (const answer of answers) {
      expect(errorOf(answer)).toMatchObject({ status: 500, code: 'STORAGE_ERROR' });
      expect(String(answer.body)).toContain('tracedeck doctor --repair');
    }
    const refused = await postJson(broken.url, oneSpan(2));
    expect(errorOf(refused)).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    const { data } = await read(IngestRequestList, `${broken.url}/api/v1/ingest/requests`);
    expect(data.find(({ code }) => code === 'STORAGE_UNAVAILABLE')?.advice).toContain('tracedeck doctor');
    for (const answer of [...answers, refused]) {
      expect(String(answer.body)).not.toMatch(/malformed|sqlite|SELECT|INSERT|\.ts|\.js|\/tmp/i);
    }
    expect(logged.length).toBeGreaterThan(0);
    for (const message of logged) expect(message).toContain('malformed');
  });

  test('leaves all that does not need the damaged part as it was', async () => {
    expect((await send(`${broken.url}/api/v1/settings`)).status).toBe(200);
    expect(errorOf(await send(`${broken.url}/nothing`)).status).toBe(404);
    const log = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'still stored' } }] }] }],
    };
    const body = JSON.stringify(log);
    expect((await send(`${broken.url}/v1/logs`, { headers: JSON_TYPE, body })).status).toBe(200);
  });
});
