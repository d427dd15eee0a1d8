import http from 'node:http';
import net, { type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { jsonOf, send, type SendOptions } from '../testing/http-client.ts';
import { PROTOBUF, store } from '../testing/otlp-client.ts';
import { serve, tracedeck } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

/** Texts longer than what is read unwatched: who watches needs files of its own. */
const TEXT = 'word '.repeat(40_000);

/** Connects as often, and says nothing; those that were hung up on at once are among them. */
async function silentConnections(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => net.connect(Number(port), hostname));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const settled = (socket: Socket): Promise<void> =>
    new Promise((resolve) => {
      for (const event of ['connect', 'error', 'close']) socket.once(event, () => resolve());
      socket.on('error', () => {});
    });
  await Promise.all(sockets.map(settled));
  return sockets;
}

// Elsewhere it is not told how many files there may be.
test.runIf(process.platform === 'linux')(
  'a start with too few files to answer anybody says so, and is none',
  async () => {
    const { exit } = tracedeck(['serve', '--port', '0', '--data-dir', testFolder()], { maxOpenFiles: 60 });
    expect(await exit).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'error: this process may have no more than 60 files open, and 130 are needed: raise that with "ulimit -n"\n',
    });
  },
);

test.runIf(process.platform === 'linux')(
  'more connections than the system has files for are turned away, and nothing else is',
  async () => {
    const collector = await serve(['--data-dir', testFolder()], { maxOpenFiles: 130 });
    const { http, otlp, grpc } = collector.addresses;
    const storeOne = (n: number): Promise<unknown> =>
      store(http, 'default', {
        spans: [{ traceId: traceIdOf(n), spanId: spanIdOf(n), attributes: { text: TEXT } }],
      });
    await storeOne(1);
    const flood = [
      ...(await silentConnections(otlp!, 300)),
      ...(await silentConnections(`http://${grpc!}`, 300)),
    ];
    await storeOne(2);
    const health = (): Promise<Health> => read(Health, `${http}/api/v1/health`);
    expect(await health()).toMatchObject({
      status: 'degraded',
      receivers: {
        http: { status: 'listening', message: null },
        standard_http: { status: 'listening', message: expect.stringContaining('takes no more') },
        grpc: { status: 'listening', message: expect.stringContaining('takes no more') },
      },
      storage: { fault: null },
    });
    // Search reads it, watched, in a thread of its own.
    await expect.poll(async () => (await health()).search.behind_spans).toBe(0);
    expect((await fetch(`${http}/`)).status).toBe(200);
    for (const socket of flood) socket.destroy();
    await expect.poll(async () => (await fetch(`${otlp}/v1/traces`)).status).toBe(405);
    await storeOne(3);
    await expect.poll(async () => (await health()).status, { timeout: 20_000 }).toBe('ok');
    expect((await read(SpanPage, `${projectUrl(http)}/spans`)).meta.total_items).toBe(3);
    collector.process.kill('SIGTERM');
    const { code, stderr } = await collector.exit;
    expect(code).toBe(0);
    expect(stderr.match(/connections are open on a port/g)).toHaveLength(1);
  },
  60_000,
);

test.runIf(process.platform === 'linux')(
  'while the system gives no more files, that is told, who is connected is served, and nothing is lost',
  async () => {
    const options = { maxOpenFiles: 130, filesTaken: 60 };
    const collector = await serve(['--data-dir', testFolder()], options);
    const { http: main, otlp, grpc } = collector.addresses;
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = async (path: string, more: SendOptions = {}): Promise<unknown> => {
      const answer = await send(`${main}${path}`, { agent, ...more });
      expect(answer.status).toBe(200);
      return more.body === undefined ? jsonOf(answer) : null;
    };
    const storeOne = (n: number): Promise<unknown> => {
      const span = { traceId: traceIdOf(n), spanId: spanIdOf(n), attributes: { text: TEXT } };
      return ask('/v1/traces', { headers: PROTOBUF, body: traceBytes({ spans: [span] }) });
    };
    const health = (): Promise<unknown> => ask('/api/v1/health');
    await storeOne(1);
    const flood: Socket[] = [];
    for (const port of [otlp!, main, `http://${grpc!}`]) flood.push(...(await silentConnections(port, 9)));
    const receiver = { status: 'listening', message: expect.stringContaining('no more files') as string };
    const storage = { fault: null };
    await expect.poll(health).toMatchObject({
      status: 'degraded',
      receivers: { http: receiver, standard_http: receiver, grpc: receiver },
      storage,
    });
    await storeOne(2);
    // Long enough to be read watched, which takes files.
    const messages = `/api/v1/project/default/otel/traces/${traceIdOf(2)}/messages`;
    expect(await ask(messages)).toMatchObject({ messages: [] });
    for (const socket of flood) socket.destroy();
    await expect.poll(health).toMatchObject({ status: 'ok', storage, search: { behind_spans: 0 } });
    await store(main, 'default', { spans: [{ traceId: traceIdOf(3), spanId: spanIdOf(3) }] });
    expect((await read(SpanPage, `${projectUrl(main)}/spans`)).meta.total_items).toBe(3);
    collector.process.kill('SIGTERM');
    const { code, stderr } = await collector.exit;
    expect(code).toBe(0);
    expect(stderr).toContain('no more files');
  },
  90_000,
);
