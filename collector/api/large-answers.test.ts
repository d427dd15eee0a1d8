import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SpanPage } from '../contract/spans.ts';
import { openForWriting } from '../store/file/database.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { LOG_TIME, logBytes } from '../testing/otlp-logs.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'tracedeck-test-'));
let collector: RunningCollector;
let project: string;
beforeAll(async () => {
  const first = await startCollector({ dataDir });
  const span = { traceId: traceIdOf(1), spanId: spanIdOf(1), attributes: { 'session.id': 'long' } };
  await store(first.url, 'default', { spans: [span, { ...span, spanId: spanIdOf(2) }] });
  await storeSignal(
    first.url,
    'default',
    'logs',
    logBytes({ logs: [{ time: LOG_TIME, body: 'a word', traceId: traceIdOf(1), spanId: spanIdOf(2) }] }),
  );
  await store(first.url, 'default', {
    spans: [2, 3].map((n) => ({
      traceId: traceIdOf(n),
      spanId: spanIdOf(n),
      attributes: { 'session.id': 'many' },
    })),
  });
  await first.stop();
  // What so much would be is only told to be there: nothing may try to read it.
  const database = openForWriting(dataDir, 'normal');
  database.exec('UPDATE spans SET raw_size = 200000000');
  database.exec('UPDATE log_records SET raw_size = 300000000');
  database.exec(`UPDATE traces SET span_count = 200001 WHERE trace_id = '${traceIdOf(2)}'`);
  database.exec(`UPDATE traces SET span_count = 100001 WHERE trace_id = '${traceIdOf(3)}'`);
  database.exec(`UPDATE sessions SET trace_count = 200001, span_count = 100001 WHERE session_id = 'many'`);
  database.close();
  collector = await startCollector({ dataDir });
  project = projectUrl(collector.url);
});
afterAll(async () => {
  await collector.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('more than fits into one answer is refused with what to ask for instead', () => {
  const trace = `traces/${traceIdOf(1)}`;
  const inLogs = 'read those in pages from …/logs';
  test.for([
    [`${trace}/messages`, `trace ${traceIdOf(1)} holds 668 MB`, 'read what its spans say one by one'],
    ['sessions/long/messages', 'session long holds 668 MB', 'read what its traces say one by one'],
    [
      `${trace}/spans/${spanIdOf(2)}/messages`,
      `span ${spanIdOf(2)} with its log records holds 477 MB`,
      inLogs,
    ],
    [`${trace}/spans/${spanIdOf(2)}`, `span ${spanIdOf(2)} with its log records holds 287 MB`, inLogs],
    [
      `${trace}?include_raw_span=true`,
      `trace ${traceIdOf(1)} holds 382 MB`,
      `read them in pages from …/${trace}/spans, or the tree with fields=tree`,
    ],
    ['spans?include_raw_span=true', 'this page holds 763 MB', 'ask for fewer with a smaller limit'],
    ['logs', 'this page holds 287 MB', 'ask for fewer with a smaller limit'],
  ])('%s', async ([asked, what, instead]) => {
    expect(await readError(`${project}/${asked}`)).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: `${what}, too much for one answer: ${instead}`,
    });
  });
});

test.for([
  [
    `traces/${traceIdOf(3)}/messages`,
    `trace ${traceIdOf(3)} has 100001 spans: read what its spans say one by one`,
  ],
  ['sessions/many/messages', 'session many has 100001 spans: read what its traces say one by one'],
  ['sessions/many', 'session many has 200001 traces: read them in pages from …/traces?session_id=…'],
  [
    `traces/${traceIdOf(2)}?fields=tree`,
    `trace ${traceIdOf(2)} has 200001 spans: read them in pages from …/traces/${traceIdOf(2)}/spans`,
  ],
])('of more than can be told at once is said how many there are: %s', async ([asked, message]) => {
  expect(await readError(`${project}/${asked}`)).toEqual({ status: 400, code: 'VALIDATION_ERROR', message });
});

test('what is shown without it is there', async () => {
  expect((await read(SpanPage, `${project}/spans`)).meta.total_items).toBe(4);
});
