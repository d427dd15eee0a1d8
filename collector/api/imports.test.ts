import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { ImportReport } from '../contract/imports.ts';
import { errorOf, read } from '../testing/api-client.ts';
import { exactly } from '../testing/exact-schema.ts';
import { jsonOf, send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest } from '../testing/otlp.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let dataDir: string;
let collector: RunningCollector;
const logged: string[] = [];
const start = async (): Promise<void> => {
  const ignore = (): void => {};
  const log = { info: ignore, warn: ignore, error: (message: string) => void logged.push(message) };
  collector = await startCollector({ dataDir, log });
};
beforeEach(async () => {
  dataDir = testFolder();
  logged.length = 0;
  await start();
});
afterEach(() => collector.stop());

const span = (n: number) => ({ traceId: traceIdOf(1), spanId: spanIdOf(n) });
const line = (...numbers: number[]): string =>
  `${JSON.stringify(traceRequest({ spans: numbers.map(span) }))}\n`;
const upload = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  send(`${collector.url}/api/v1/project/default/otel/import`, { method: 'POST', headers, body });
const reportOf = (answer: Answer): ImportReport => {
  expect(answer.status, String(answer.body)).toBe(200);
  return exactly(ImportReport, jsonOf(answer));
};
const storedSpans = async (): Promise<number> =>
  (await read(Health, `${collector.url}/api/v1/health`)).storage.spans;
const leftOvers = (): string[] => {
  const folder = path.join(dataDir, 'tracedeck-imports');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const ALL = { requests: 2, items: 3, bad: 0, problems: [], trace_id: traceIdOf(1) };

test.for<[says: string, file: string | Buffer, type: Record<string, string>]>([
  ['JSON lines', line(1, 2) + line(3), { 'content-type': 'application/x-ndjson' }],
  ['JSON lines of no type', line(1, 2) + line(3), {}],
  ['JSON lines of an empty type', line(1, 2) + line(3), { 'content-type': '' }],
  ['JSON lines of what is no type', line(1, 2) + line(3), { 'content-type': 'nonsense' }],
  ['packed JSON lines', gzipSync(line(1, 2) + line(3)), { 'content-type': 'application/gzip' }],
])('a file of %s is stored, and nothing of it stays behind', async ([, file, headers]) => {
  expect(reportOf(await upload(file, headers))).toEqual(ALL);
  expect(await storedSpans()).toBe(3);
  expect(leftOvers()).toEqual([]);
});

test('a file of protobuf is stored', async () => {
  const body = traceBytes({ spans: [span(1)] });
  expect(reportOf(await upload(body))).toMatchObject({ requests: 1, items: 1, trace_id: traceIdOf(1) });
});

test('what is wrong in a file is passed over and told with its place', async () => {
  const report = reportOf(await upload(`${line(1)}no json\n${line(2)}`));
  expect(report).toMatchObject({ requests: 2, items: 2, bad: 1 });
  expect(report.problems).toEqual([{ at: 'line 2', reason: expect.stringContaining('OTLP') as string }]);
});

test.for<[what: string, file: string | Buffer, why: string]>([
  ['something else', '%PDF-1.7', 'the file is neither OTLP JSON nor protobuf'],
  ['nothing', '', 'the file is empty'],
  ['JSON of something else', '{"a":1}', 'document 1 is no OTLP JSON: '],
  [
    'what was cut off',
    gzipSync(line(1)).subarray(0, 40),
    'after record 0 the compressed data is damaged (unexpected end of file)',
  ],
  ['spans without ids', JSON.stringify(traceRequest({ spans: [{ traceId: '', spanId: '' }] })), 'refused: '],
])('a file of %s is refused: nothing of it is stored', async ([, file, why]) => {
  const { status, code, message } = errorOf(await upload(file));
  expect({ status, code }).toEqual({ status: 400, code: 'INVALID_OTLP' });
  expect(message).toMatch(/^nothing in the file could be stored: /);
  expect(message).toContain(why);
  expect(await storedSpans()).toBe(0);
  expect(leftOvers()).toEqual([]);
});

test('a refusal says how many parts there are beside the one that it names', async () => {
  const { message } = errorOf(await upload(`{"data":${line(1).trim()}}\n`.repeat(3)));
  expect(message).toMatch(/; 2 more of its parts neither$/);
});

test('what holds nothing that is known is refused, an export of nothing is not', async () => {
  const wrapped = `{"time":"x","data":${line(1).trim()}}\n`;
  expect(errorOf(await upload(wrapped))).toMatchObject({
    code: 'INVALID_OTLP',
    message: expect.stringContaining('"time" is no field of ExportTraceServiceRequest') as string,
  });
  const empty = { requests: 1, items: 0, bad: 0, trace_id: null };
  expect(reportOf(await upload('{"resourceSpans":[]}'))).toMatchObject(empty);
});

test('the trace to show is the first that is stored: not that of a link, nor of a span that was refused', async () => {
  const links = [{ traceId: traceIdOf(7), spanId: spanIdOf(7) }];
  const { traceId, spanId } = span(1);
  const file = (...spans: object[]): string =>
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const linked = { links, traceId, spanId, name: 'linked' };
  expect(reportOf(await upload(file(linked)))).toMatchObject({ items: 1, trace_id: traceId });
  const refused = { traceId: '0'.repeat(32), spanId, name: 'refused' };
  expect(reportOf(await upload(file(refused, linked)))).toMatchObject({ bad: 1, trace_id: traceId });
});

test('a pause is for exporters: who imports a file means it', async () => {
  await send(`${collector.url}/api/v1/ingest/pause`, { method: 'POST' });
  expect(reportOf(await upload(line(1)))).toMatchObject({ items: 1 });
});

test('a project that can be none is refused', async () => {
  const url = `${collector.url}/api/v1/project/.x/otel/import`;
  expect(errorOf(await send(url, { method: 'POST', body: line(1) })).code).toBe('INVALID_PROJECT_ID');
});

test('a client that goes away leaves nothing on the disk', async () => {
  const { hostname, port } = new URL(collector.url);
  const socket = net.connect(Number(port), hostname);
  socket.write(
    'POST /api/v1/project/default/otel/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{',
  );
  await expect.poll(leftOvers).toHaveLength(1);
  socket.destroy();
  await expect.poll(leftOvers).toEqual([]);
  expect(logged).toEqual([]);
});

test('what a process that died left of an upload goes with the next start', async () => {
  await collector.stop();
  mkdirSync(path.join(dataDir, 'tracedeck-imports'));
  writeFileSync(path.join(dataDir, 'tracedeck-imports', 'half'), line(1));
  const mine = path.join(dataDir, 'imports');
  mkdirSync(mine);
  await start();
  expect(leftOvers()).toEqual([]);
  expect(existsSync(mine)).toBe(true);
});

test('the thread that reads files may die: whoever waits is told, and the next file is read', async () => {
  const workers: Worker[] = [];
  const remember = (worker: Worker): void => void workers.push(worker);
  process.on('worker', remember);
  try {
    reportOf(await upload(line(1)));
    const before = workers.length;
    await workers.at(-1)!.terminate();
    expect(reportOf(await upload(line(2)))).toMatchObject({ items: 1 });
    expect(workers).toHaveLength(before + 1);
  } finally {
    process.off('worker', remember);
  }
});
