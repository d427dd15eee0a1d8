import { cpus } from 'node:os';
import { writeFileSync } from 'node:fs';
import type { Health } from '../contract/health.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { extractionMicros } from './extraction.ts';
import { LONG_SESSION, longSession, longTrace } from './histories.ts';
import { makeLoad } from './load.ts';
import { Connection, percentiles, timeEach, type Times } from './measure.ts';
import { startServer, type BenchServer } from './server.ts';

/**
 * `npm run bench [-- --spans N --json FILE]`: what this machine does with generated spans of about 4 kB, everything
 * switched on. Figures only, no verdict.
 */
const SPANS_A_REQUEST = 512;
const CONNECTIONS = 4;

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}
const figures: Figure[] = [];

function figure(name: string, value: number, unit: string): void {
  figures.push({ name, value, unit });
  const digits = value >= 100 ? 0 : 2;
  console.log(`${name.padEnd(54)} ${value.toFixed(digits).padStart(10)} ${unit}`);
}

function timesFigure(name: string, times: Times): void {
  figure(`${name}, p50`, times.p50, 'ms');
  figure(`${name}, p99`, times.p99, 'ms');
}

/** Sends every request over the connections and resolves when the last one is acknowledged. Answers each one's time. */
async function sendAll(
  server: BenchServer,
  requests: readonly Buffer[],
): Promise<{ seconds: number; acks: number[] }> {
  const acks: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new Connection(server.url);
      while (next < requests.length) {
        const body = requests[next++]!;
        const sent = performance.now();
        await connection.request('/v1/traces', body);
        acks.push(performance.now() - sent);
      }
      connection.close();
    }),
  );
  return { seconds: (performance.now() - start) / 1000, acks };
}

async function benchIngestion(server: BenchServer, count: number): Promise<void> {
  const requests = makeLoad({ count, perRequest: SPANS_A_REQUEST });
  const bytes = requests.reduce((sum, request) => sum + request.length, 0);
  figure('bytes a span', bytes / count, 'B');
  const { seconds, acks } = await sendAll(server, requests);
  figure(`spans committed, protobuf, ${SPANS_A_REQUEST} a request`, count / seconds, '/s');
  timesFigure('acknowledgement of a full request', percentiles(acks));
  figure('peak resident memory while ingesting', server.peakMemory() / 2 ** 20, 'MB');
  figure('on disk a span', server.databaseBytes() / count, 'B');
}

/** How long search lags behind after a flood, and what it costs. */
async function benchIndexing(server: BenchServer, count: number): Promise<void> {
  const connection = new Connection(server.url);
  const behind = async (): Promise<number> => {
    const health = JSON.parse(String(await connection.request('/api/v1/health'))) as Health;
    return health.search.behind_spans;
  };
  const waiting = await behind();
  const start = performance.now();
  figure('spans that search is behind after the last request', waiting, '');
  while ((await behind()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - start) / 1000;
  figure('search has caught up after', seconds, 's');
  figure('spans indexed', waiting / seconds, '/s');
  figure('on disk a span, search included', server.databaseBytes() / count, 'B');
  figure('peak resident memory with indexing', server.peakMemory() / 2 ** 20, 'MB');
  connection.close();
}

async function benchLoneSpans(server: BenchServer): Promise<void> {
  const connection = new Connection(server.url);
  const bodies = Array.from({ length: 300 }, (_, i) =>
    traceBytes({
      spans: [
        { traceId: traceIdOf(0xf0000000 + i), spanId: spanIdOf(0xf0000000 + i), start: 1_760_000_000_000 },
      ],
    }),
  );
  const times = await timeEach(bodies.length, (i) => connection.request('/v1/traces', bodies[i]));
  timesFigure('acknowledgement of a lone span', times);
  connection.close();
}

const BY_ATTRIBUTE = encodeURIComponent('[{"key":"gen_ai.request.temperature","op":"gt","value":0.5}]');
const BY_FIELD = encodeURIComponent('[{"key":"status_code","op":"eq","value":"ERROR"}]');

async function benchQueries(server: BenchServer): Promise<void> {
  const connection = new Connection(server.url);
  const project = '/api/v1/project/default/otel';
  const trace = traceIdOf(1000);
  const paths: [string, string][] = [
    ['trace list, first page', '/traces'],
    ['trace list, page 40 of 50', '/traces?page=40&limit=50'],
    ['trace list by session', '/traces?session_id=session-7'],
    ['trace list by user', '/traces?user_id=user-7'],
    ['span list, first page', '/spans'],
    ['span list, page 500', '/spans?page=500'],
    ['session list, first page', '/sessions'],
    ['trace with its spans', `/traces/${trace}`],
    ['trace list by model', '/traces?model=gpt-4o-mini'],
    ['trace list by indexed attribute', `/traces?filters=${BY_ATTRIBUTE}`],
    ['span list by field', `/spans?filters=${BY_FIELD}`],
    ['search of traces, a word of all', '/traces?search=weather'],
    ['search of traces, two words and a beginning', '/traces?search=weather%20paris%20comp'],
    ['search of traces, a phrase', '/traces?search=%22weather%20in%20paris%22'],
    ['search of traces, an id', '/traces?search=call_4322'],
    ['search of spans, a word of all', '/spans?search=weather'],
    ['search of spans, an id', '/spans?search=call_4322'],
    ['search of sessions, a word of all', '/sessions?search=weather'],
    ['filter options of traces', '/traces/filter-options'],
    ['filter options of spans', '/spans/filter-options'],
    ['stats by model', '/stats?group_by=model'],
    ['messages of a trace', `/traces/${trace}/messages`],
    ['messages of a session', '/sessions/session-7/messages'],
  ];
  for (const [name, path] of paths) {
    await timeEach(5, () => connection.request(project + path));
    timesFigure(name, await timeEach(40, () => connection.request(project + path)));
  }
  connection.close();
}

/** Conversations whose every call repeats what was said before: what a person waits for, and what it costs. */
async function benchConversations(server: BenchServer): Promise<void> {
  const connection = new Connection(server.url);
  const project = '/api/v1/project/default/otel';
  const trace = longTrace();
  let sessionBytes = 0;
  for (const request of trace.requests) await connection.request('/v1/traces', request);
  for (const { requests, bytes } of longSession()) {
    sessionBytes += bytes;
    for (const request of requests) await connection.request('/v1/traces', request);
  }
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  const asked: [string, string, number][] = [
    [
      `messages of 200 spans with ${megabytes(trace.bytes)} MB of histories`,
      `/traces/${trace.traceId}/messages`,
      20,
    ],
    [`messages of 2,000 calls with ${megabytes(sessionBytes)} MB`, `/sessions/${LONG_SESSION}/messages`, 5],
  ];
  for (const [name, path, runs] of asked) {
    await timeEach(2, () => connection.request(project + path));
    const before = server.cpuMs();
    const times = await timeEach(runs, () => connection.request(project + path));
    figure(`${name}, best`, times.best, 'ms');
    figure(`${name}, p50`, times.p50, 'ms');
    figure(`${name}, processor`, (server.cpuMs() - before) / runs, 'ms');
  }
  connection.close();
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

const count = Number(argument('spans') ?? 100_000);
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${count} spans\n`,
);
const server = await startServer();
try {
  figure('start to listening, empty', server.startMs, 'ms');
  await benchIngestion(server, count);
  await benchIndexing(server, count);
  await benchLoneSpans(server);
  await benchQueries(server);
  await benchConversations(server);
  figure('detection and extraction, processor a span', extractionMicros(), 'µs');
} finally {
  await server.stop();
}
const file = argument('json');
if (file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
