import net, { type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
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
