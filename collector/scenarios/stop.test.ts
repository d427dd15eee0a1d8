import { existsSync, mkdirSync, rmSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCollector, PortTakenError, StoppedError } from '../collector.ts';
import { defaultConfig, type Config } from '../config/config.ts';
import { Health } from '../contract/health.ts';
import { TraceDetail } from '../contract/traces.ts';
import { silentLog } from '../testing/silent-log.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { holdCommits } from '../testing/hold-commits.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { postJson, postProtobuf, store } from '../testing/otlp-client.ts';
import { serve, tracedeck, type Served } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector } from '../testing/start-collector.ts';

let served: Served | undefined;
afterEach(async () => {
  served?.process.kill('SIGKILL');
  await served?.exit;
  served = undefined;
});

const span = (n: number): RequestSpec => ({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] });

function storedSpans(dataDir: string): unknown[] {
  const database = new Database(path.join(dataDir, 'tracedeck.db'), { readonly: true });
  try {
    return database.prepare('SELECT span_id FROM spans ORDER BY span_id').pluck().all();
  } finally {
    database.close();
  }
}

function onFreePorts(dataDir: string): Config {
  const config = defaultConfig({});
  config.server.port = config.otel.http.port = config.otel.grpc.port = 0;
  config.storage.data_dir = dataDir;
  return config;
}

/** A database that was closed leaves no write-ahead log. */
const isClosed = (dataDir: string): boolean => !existsSync(path.join(dataDir, 'tracedeck.db-wal'));

// The last as a terminal and a launcher send them: to the whole group, and once more.
describe.for(['SIGTERM', 'SIGINT', 'SIGINT SIGINT SIGTERM'])('%s', (signals) => {
  test('stores and answers what was accepted, closes the database and exits 0', async () => {
    served = await serve([]);
    const { http, otlp, grpc, data_dir } = served.addresses;
    const release = holdCommits(data_dir);
    const answers = [postProtobuf(http, span(1)), postJson(otlp!, span(2))];
    const call = callGrpc(grpc!, traceBytes(span(3)));
    while ((await read(Health, `${http}/api/v1/health`)).queue.spans < 3);
    for (const signal of signals.split(' ')) served.process.kill(signal as NodeJS.Signals);
    // Once it takes no more, the stop is under way.
    await expect(untilRefused(http)).resolves.toBeUndefined();
    release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await call).code).toBe('OK');
    expect(await served.exit).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(isClosed(data_dir)).toBe(true);
    expect(storedSpans(data_dir)).toEqual([1, 2, 3].map(spanIdOf));
  });

  test('during the start ends it without a word', async () => {
    const dataDir = path.join(testFolder(), 'data');
    const ports = ['--port', '--otlp-port', '--grpc-port'].flatMap((flag) => [flag, '0']);
    const command = tracedeck(['serve', ...ports, '--data-dir', dataDir]);
    // The database is being opened.
    while (!existsSync(path.join(dataDir, 'lock.db'))) await turn();
    for (const signal of signals.split(' ')) command.process.kill(signal as NodeJS.Signals);
    expect(await command.exit).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(isClosed(dataDir)).toBe(true);
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
  });
});

async function untilRefused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const connects = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = net.connect(Number(port), hostname, () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  while (await connects());
}

test('clients that never finish do not keep it from closing the database and exiting 0', async () => {
  served = await serve([]);
  const { http, otlp, grpc, data_dir } = served.addresses;
  await store(http, 'default', span(1));
  const halfSent =
    'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
  const sockets = [http, otlp!].map((url) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(halfSent);
    return socket;
  });
  const session = http2.connect(`http://${grpc}`);
  session.on('error', () => {});
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.on('error', () => {});
  stream.write(Buffer.from([0, 0, 0, 0, 9]));
  const events = await openStream(`${projectUrl(http)}/sse`);
  const exit = served.exit;
  served.process.kill('SIGTERM');
  expect(await exit).toMatchObject({ code: 0, signal: null });
  await events.ended;
  for (const socket of sockets) socket.destroy();
  session.destroy();
  expect(isClosed(data_dir)).toBe(true);
  expect(storedSpans(data_dir)).toEqual([spanIdOf(1)]);
});

test('a stop that takes too long is cut short, and says what it waited for', async () => {
  served = await serve([]);
  const { http, data_dir } = served.addresses;
  const release = holdCommits(data_dir);
  onTestFinished(release);
  // The one is tried for five seconds, and then the other.
  const answers = [postProtobuf(http, span(1))];
  while ((await read(Health, `${http}/api/v1/health`)).queue.spans < 1);
  answers.push(postProtobuf(http, span(2)));
  while ((await read(Health, `${http}/api/v1/health`)).queue.spans < 2);
  const outcomes = Promise.allSettled(answers);
  served.process.kill('SIGTERM');
  expect(await served.exit).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'error: the stop took too long and was cut short: it waited for the thread that writes the database\n',
    ) as string,
  });
  await outcomes;
});

describe('a collector in this process', () => {
  test('may be stopped twice: both wait for the end', async () => {
    const dataDir = testFolder();
    const collector = await startCollector({ dataDir });
    const release = holdCommits(dataDir);
    const answer = postProtobuf(collector.url, span(1));
    while ((await read(Health, `${collector.url}/api/v1/health`)).queue.spans === 0);
    const stops = [collector.stop(), collector.stop()];
    release();
    await Promise.race(stops);
    expect(isClosed(dataDir)).toBe(true);
    await Promise.all(stops);
    expect((await answer).status).toBe(200);
    await collector.stop();
  });

  test('that is stopped while it starts has let go of everything', async () => {
    const dataDir = testFolder();
    const config = onFreePorts(dataDir);
    for (const turns of [0, 1, 30, 100]) {
      const collector = createCollector(config, { log: silentLog });
      const started = collector.start();
      started.catch(() => {});
      for (let n = 0; n < turns; n++) await turn();
      await collector.stop();
      await expect(started).rejects.toThrow(StoppedError);
      expect(isClosed(dataDir)).toBe(true);
      expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
    }
  });

  test('that is stopped while its ports open says nothing of those that it leaves closed', async () => {
    const warned: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
    const collector = createCollector(onFreePorts(testFolder()), { log });
    // oxlint-disable-next-line typescript/unbound-method -- each server calls it on itself
    const { listen } = net.Server.prototype;
    const opened = vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function (
      this: net.Server,
      ...args
    ) {
      void collector.stop();
      return listen.apply(this, args);
    });
    onTestFinished(() => opened.mockRestore());
    await expect(collector.start()).rejects.toThrow(StoppedError);
    expect({ warned, opened: opened.mock.calls.length }).toEqual({ warned: [], opened: 1 });
  });

  test('finds its data again when it is started once more', async () => {
    const dataDir = testFolder();
    const first = await startCollector({ dataDir });
    await store(first.url, 'kept', span(1), span(2));
    const before = await read(TraceDetail, `${projectUrl(first.url, 'kept')}/traces/${traceIdOf(1)}`);
    await first.stop();
    const second = await startCollector({ dataDir });
    const again = `${projectUrl(second.url, 'kept')}/traces/${traceIdOf(1)}`;
    expect(await read(TraceDetail, again)).toEqual(before);
    await store(second.url, 'kept', span(2), span(3));
    expect((await read(TraceDetail, again)).span_count).toBe(3);
    await second.stop();
  });

  test('that can not start has let go of everything', async () => {
    const dataDir = testFolder();
    const occupant = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    const config = onFreePorts(dataDir);
    config.server.port = (occupant.address() as net.AddressInfo).port;
    const refused = createCollector(config, { log: silentLog });
    await expect(refused.start()).rejects.toThrow(PortTakenError);
    await refused.stop();
    expect(isClosed(dataDir)).toBe(true);
    await (await startCollector({ dataDir })).stop();
    occupant.close();
  });
});

test('what stands where running.json was keeps nothing from ending', async () => {
  const dataDir = testFolder();
  const collector = await startCollector({ dataDir });
  await store(collector.url, 'default', span(1));
  rmSync(path.join(dataDir, 'running.json'));
  mkdirSync(path.join(dataDir, 'running.json'));
  await collector.stop();
  expect(isClosed(dataDir)).toBe(true);
  expect(storedSpans(dataDir)).toEqual([spanIdOf(1)]);
});
