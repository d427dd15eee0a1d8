import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest';
import { findInstance } from '../instance.ts';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { traceBytes, spanIdOf, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, postJson, postProtobuf, rpcStatusOf, store } from '../testing/otlp-client.ts';
import { officialExporter, exportSpans, recordSpans } from '../testing/official-exporters.ts';
import { randomText } from '../testing/random.ts';
import { makeSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const request = (n: number): RequestSpec => ({
  spans: [{ traceId: traceIdOf(n), spanId: spanIdOf(n), attributes: { text: randomText(20_000, n) } }],
});

/** A collector whose data lies on a disk of 16 MB; skips the test where there can be none. */
async function onSmallDisk(context: TestContext): Promise<[RunningCollector, SmallDisk]> {
  const disk = makeSmallDisk(16);
  if (typeof disk === 'string') return context.skip(disk);
  onTestFinished(() => disk.remove());
  const dataDir = path.join(disk.folder, 'data');
  mkdirSync(dataDir);
  const collector = await startCollector({ dataDir });
  onTestFinished(() => collector.stop());
  return [collector, disk];
}

const healthOf = ({ url }: RunningCollector): Promise<Health> => read(Health, `${url}/api/v1/health`);

async function untilHealth(
  collector: RunningCollector,
  wanted: (health: Health) => boolean,
): Promise<Health> {
  for (;;) {
    const health = await healthOf(collector);
    if (wanted(health)) return health;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const storedSpans = async ({ url }: RunningCollector): Promise<number> =>
  (await read(SpanPage, `${projectUrl(url)}/spans?limit=1`)).meta.total_items;

/** Sends until one is refused; the numbers of those that were taken are those before it. */
async function fillUp(collector: RunningCollector): Promise<number> {
  for (let n = 1; ; n++) {
    const { status } = await postProtobuf(collector.url, request(n));
    if (status !== 200) return n;
  }
}

describe('a full disk', () => {
  test('refuses exporters as retryable, is read on, shows in health, and is over when there is room', async (context) => {
    const [collector, disk] = await onSmallDisk(context);
    await store(collector.url, 'default', request(9_999_999));
    disk.fill();
    const refused = await fillUp(collector);
    const answer = await postJson(collector.otlpUrl, request(refused));
    expect(errorOf(answer)).toMatchObject({
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('disk full') as string,
    });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    const call = await callGrpc(collector.grpcAddress, traceBytes(request(refused)));
    expect(call.code).toBe('UNAVAILABLE');
    expect(rpcStatusOf(call.status!).retrySeconds).toBeGreaterThan(0);

    // All that was acknowledged can be read, and nothing else is there.
    expect(await storedSpans(collector)).toBe(refused);
    const trace = `${projectUrl(collector.url)}/traces/${traceIdOf(9_999_999)}`;
    expect((await send(`${trace}?include_raw_span=true`)).status).toBe(200);
    expect(await healthOf(collector)).toMatchObject({
      status: 'degraded',
      otel: { status: 'failing' },
      storage: {
        fault: 'disk_full',
        is_writable: false,
        message: expect.stringMatching(/^disk full \(.*tracedeck\.db\): free some space/) as string,
      },
    });

    disk.free();
    // By itself: nobody sends anything.
    const health = await untilHealth(collector, ({ status }) => status === 'ok');
    expect(health.storage).toMatchObject({ fault: null, message: null, is_writable: true });
    expect((await postProtobuf(collector.url, request(refused))).status).toBe(200);
    expect(await storedSpans(collector)).toBe(refused + 1);
  });

  test("costs nothing: the official exporter's retry delivers what was refused", async (context) => {
    const [collector, disk] = await onSmallDisk(context);
    disk.fill();
    const refused = await fillUp(collector);
    const { root, child } = await recordSpans();
    const exporter = officialExporter('protobuf over HTTP', {
      url: `${collector.url}/v1/traces`,
      compression: 'none',
    });
    const delivered = exportSpans(exporter, [root, child]);
    await untilHealth(collector, ({ storage }) => storage.fault === 'disk_full');
    disk.free();
    await delivered;
    await exporter.shutdown();
    expect(await storedSpans(collector)).toBe(refused - 1 + 2);
  });

  test('takes no token, in the same words, and nothing is left of it', async (context) => {
    const [collector, disk] = await onSmallDisk(context);
    const makeToken = (): Promise<Answer> =>
      send(`${collector.url}/api/v1/tokens`, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    const left = (): string[] =>
      readdirSync(collector.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /^(auth|tokens)/.test(name),
      );
    disk.fill();
    expect(errorOf(await makeToken())).toMatchObject({
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('ENOSPC') as string,
    });
    expect(left()).toEqual([]);
    disk.free();
    expect((await makeToken()).status).toBe(201);
    const before = left();
    disk.fill();
    expect(errorOf(await makeToken())).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    expect(left()).toEqual(before);
  });

  test('takes deletes as soon as there is any room, and they make more', async (context) => {
    const [collector, disk] = await onSmallDisk(context);
    await store(collector.url, 'default', request(9_999_999));
    disk.fill();
    const refused = await fillUp(collector);
    const trace = `${projectUrl(collector.url)}/traces/${traceIdOf(9_999_999)}`;
    const whileFull = await send(trace, { method: 'DELETE' });
    expect([204, 503]).toContain(whileFull.status);
    disk.free();
    await untilHealth(collector, ({ status }) => status === 'ok');
    const again = await send(trace, { method: 'DELETE' });
    // It may have left every list before there was no room for the rest of its deletion.
    expect(whileFull.status === 503 ? [204, 404] : [404]).toContain(again.status);
    expect(await storedSpans(collector)).toBe(refused - 1);
  });
});

describe('a start on a full disk', () => {
  const stored = 20;

  async function filled(context: TestContext, left: number): Promise<[dataDir: string, SmallDisk]> {
    const [collector, disk] = await onSmallDisk(context);
    for (let n = 1; n <= stored; n++) await store(collector.url, 'default', request(n));
    await collector.stop();
    disk.fill(left);
    return [collector.dataDir, disk];
  }

  test('runs, is read, and is found by other programs when there is room', async (context) => {
    // The memory that readers and the writer share, the head of the log and a page.
    const [dataDir, disk] = await filled(context, 44 * 1024);
    const collector = await startCollector({ dataDir });
    onTestFinished(() => collector.stop());
    expect(await storedSpans(collector)).toBe(stored);
    expect((await postProtobuf(collector.url, request(stored + 1))).status).toBe(503);
    expect((await healthOf(collector)).storage).toMatchObject({ fault: 'disk_full', is_writable: false });
    disk.free();
    await untilHealth(collector, ({ status }) => status === 'ok');
    expect((await postProtobuf(collector.url, request(stored + 1))).status).toBe(200);
    await expect.poll(() => findInstance(dataDir), { interval: 200 }).toBe(collector.url);
  });

  test('without room even for what readers share asks for some, and for nothing that needs a collector', async (context) => {
    const [dataDir] = await filled(context, 0);
    await expect(startCollector({ dataDir })).rejects.toThrow(
      /^it can't be opened: disk full \(\S+tracedeck\.db\): free some space$/,
    );
  });
});

test('a folder that is read-only is refused at the start, with what to do', async (context) => {
  const disk = makeSmallDisk(16);
  if (typeof disk === 'string') return context.skip(disk);
  onTestFinished(() => disk.remove());
  disk.setReadOnly(true);
  await expect(startCollector({ dataDir: disk.folder })).rejects.toThrow(
    /^the data directory [^\n]+ can't be written \([^\n]+\): choose another with --data-dir$/,
  );
  disk.setReadOnly(false);
  await (await startCollector({ dataDir: disk.folder })).stop();
});
