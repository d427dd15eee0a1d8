import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { fileOf, overwritePage, pagesOf } from '../testing/damage.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, postProtobuf, store } from '../testing/otlp-client.ts';
import { searchCaughtUp } from '../testing/search-store.ts';
import { randomText } from '../testing/random.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const request = (from: number, count = 1): RequestSpec => ({
  spans: Array.from({ length: count }, (_, i) => ({
    traceId: traceIdOf(from),
    spanId: spanIdOf(from + i),
    attributes: { text: randomText(500, from + i) },
  })),
});

async function startOn(dataDir: string): Promise<RunningCollector> {
  const collector = await startCollector({ dataDir });
  onTestFinished(() => collector.stop());
  return collector;
}

const healthOf = ({ url }: RunningCollector): Promise<Health> => read(Health, `${url}/api/v1/health`);
const storedSpans = async ({ url }: RunningCollector): Promise<number> =>
  (await read(SpanPage, `${projectUrl(url)}/spans?limit=1`)).meta.total_items;

async function untilOk(collector: RunningCollector): Promise<void> {
  while ((await healthOf(collector)).status !== 'ok') await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Another program with the database open. */
function otherProgram(dataDir: string): Database.Database {
  const database = new Database(fileOf(dataDir));
  onTestFinished(() => void database.close());
  return database;
}

describe('another program', () => {
  test('that holds the write lock has exporters try again; reading goes on, and it is over by itself', async () => {
    const dataDir = testFolder();
    const collector = await startOn(dataDir);
    await store(collector.url, 'default', request(1));
    const other = otherProgram(dataDir);
    other.exec('BEGIN IMMEDIATE');
    const [http, grpc] = await Promise.all([
      postProtobuf(collector.url, request(2)),
      callGrpc(collector.grpcAddress, traceBytes(request(3))),
    ]);
    expect(errorOf(http)).toMatchObject({
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('locked by another program') as string,
    });
    expect(grpc.code).toBe('UNAVAILABLE');
    expect(await healthOf(collector)).toMatchObject({ status: 'degraded', storage: { fault: 'locked' } });
    expect(await storedSpans(collector)).toBe(1);
    other.exec('ROLLBACK');
    await untilOk(collector);
    await store(collector.url, 'default', request(2), request(3));
    expect(await storedSpans(collector)).toBe(3);
  });

  test('that holds the write lock for long has each exporter answered, also while it is looked whether it is over', async () => {
    const dataDir = testFolder();
    const errors: string[] = [];
    const log = { info: () => {}, warn: () => {}, error: (message: string) => void errors.push(message) };
    const collector = await startCollector({ dataDir, log });
    onTestFinished(() => collector.stop());
    const other = otherProgram(dataDir);
    other.exec('BEGIN IMMEDIATE');
    const code = async (n: number): Promise<unknown> =>
      errorOf(await postProtobuf(collector.url, request(n))).code;
    expect(await code(1)).toBe('STORAGE_UNAVAILABLE');
    const hasLooked = (): boolean => errors.some((error) => error.includes('refused to be written again'));
    await expect.poll(hasLooked).toBe(true);
    expect(await Promise.all([code(2), code(3)])).toEqual(['STORAGE_UNAVAILABLE', 'STORAGE_UNAVAILABLE']);
    other.exec('ROLLBACK');
    await untilOk(collector);
  }, 120_000);

  test('that reads for long keeps nobody from storing or reading', async () => {
    const dataDir = testFolder();
    const collector = await startOn(dataDir);
    const other = otherProgram(dataDir);
    other.exec('BEGIN');
    other.prepare('SELECT COUNT(*) FROM spans').get();
    for (let n = 1; n <= 20; n++) await store(collector.url, 'default', request(n));
    expect(await storedSpans(collector)).toBe(20);
    expect((await healthOf(collector)).status).toBe('ok');
  });

  test('that has the whole file to itself is named at the start', async () => {
    const dataDir = testFolder();
    await (await startCollector({ dataDir })).stop();
    const other = otherProgram(dataDir);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN IMMEDIATE; CREATE TABLE theirs (x)');
    await expect(startCollector({ dataDir })).rejects.toThrow(
      /^it can't be opened: locked by another program \(\S+tracedeck\.db\): close the program/,
    );
  });
});

test('a collector whose lock somebody has deleted keeps the directory all the same', async () => {
  const collector = await startOn(testFolder());
  await store(collector.url, 'default', request(1));
  rmSync(path.join(collector.dataDir, 'lock.db'));
  await expect(startCollector({ dataDir: collector.dataDir })).rejects.toThrow(
    /^another Tracedeck is using the data directory/,
  );
  await store(collector.url, 'default', request(2));
  expect(await storedSpans(collector)).toBe(2);
});

describe('a file that is gone while the collector runs', () => {
  const gone = {
    status: 'degraded',
    otel: { status: 'failing' },
    storage: {
      fault: 'moved',
      is_writable: false,
      message: expect.stringMatching(
        /^the file was moved, deleted or replaced \(\S+tracedeck\.db\): put it back/,
      ) as string,
    },
  };

  async function expectGone(collector: RunningCollector): Promise<void> {
    const refused = await postProtobuf(collector.url, request(3));
    expect(errorOf(refused)).toMatchObject({
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('moved, deleted or replaced') as string,
    });
    const deletion = await send(`${projectUrl(collector.url)}/traces/${traceIdOf(1)}`, { method: 'DELETE' });
    expect(errorOf(deletion)).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    expect(await healthOf(collector)).toMatchObject(gone);
  }

  test('takes nothing until it is back, and is over by itself then', async () => {
    const collector = await startOn(testFolder());
    const file = fileOf(collector.dataDir);
    await store(collector.url, 'default', request(1));
    renameSync(file, `${file}.elsewhere`);
    await expectGone(collector);
    // What was acknowledged is read on.
    expect(await storedSpans(collector)).toBe(1);
    renameSync(`${file}.elsewhere`, file);
    await untilOk(collector);
    await store(collector.url, 'default', request(3));
    expect(await storedSpans(collector)).toBe(2);
  });

  test.for([
    ['the database', 'tracedeck.db'],
    ['its log', 'tracedeck.db-wal'],
    ['its folder', ''],
  ])('%s deleted: the next start goes on with what is there', async ([, name = '']) => {
    const dataDir = path.join(testFolder(), 'data');
    const collector = await startOn(dataDir);
    await store(collector.url, 'default', request(1));
    rmSync(path.join(dataDir, name), { recursive: true });
    await expectGone(collector);
    await collector.stop();
    const next = await startOn(dataDir);
    await store(next.url, 'default', request(3));
    expect((await healthOf(next)).status).toBe('ok');
  });

  test('its folder moved away: nobody makes it anew, and all goes on once it is back', async () => {
    const dataDir = path.join(testFolder(), 'data');
    const collector = await startOn(dataDir);
    await store(collector.url, 'default', request(1));
    renameSync(dataDir, `${dataDir}.elsewhere`);
    await expectGone(collector);
    const file = JSON.stringify(traceRequest(request(3)));
    const upload = (): Promise<Answer> =>
      send(`${projectUrl(collector.url)}/import`, { method: 'POST', body: file });
    const makeToken = (): Promise<Answer> =>
      send(`${collector.url}/api/v1/tokens`, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    for (const refused of [await makeToken(), await upload()])
      expect(errorOf(refused)).toMatchObject({
        status: 503,
        code: 'STORAGE_UNAVAILABLE',
        message: gone.storage.message,
      });
    expect(existsSync(dataDir)).toBe(false);
    renameSync(`${dataDir}.elsewhere`, dataDir);
    await untilOk(collector);
    expect((await makeToken()).status).toBe(201);
    expect((await upload()).status).toBe(200);
    expect(await storedSpans(collector)).toBe(2);
  });

  test('replaced by another: that one is left as it is, also by the log of the first', async () => {
    const other = testFolder();
    const first = await startCollector({ dataDir: other });
    await store(first.url, 'default', request(50, 20));
    await first.stop();
    const collector = await startOn(testFolder());
    await store(collector.url, 'default', request(1, 10));
    const file = fileOf(collector.dataDir);
    copyFileSync(fileOf(other), `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await expectGone(collector);
    await collector.stop();
    expect(readFileSync(file).equals(readFileSync(fileOf(other)))).toBe(true);
    expect(
      readdirSync(collector.dataDir).filter((name) => /^tracedeck-damaged-.*\.db-wal$/.test(name)),
    ).toHaveLength(1);
    expect(await storedSpans(await startOn(collector.dataDir))).toBe(20);
  });
});

describe('a damaged page', () => {
  async function damaged(name: string, type: 'leaf' | 'overflow'): Promise<RunningCollector> {
    const dataDir = testFolder();
    const first = await startCollector({ dataDir });
    for (let n = 1; n <= 5; n++) await store(first.url, 'default', request(1000 * n, 100));
    // What waits for search would be read at the next start, before anybody asks.
    await searchCaughtUp(first.url);
    await first.stop();
    const [page] = pagesOf(dataDir, name, type);
    overwritePage(dataDir, page);
    return startOn(dataDir);
  }

  test('of content: what touches it says so and names the doctor, everything else goes on', async () => {
    const collector = await damaged('chunks', 'overflow');
    expect((await healthOf(collector)).status).toBe('ok');
    const url = projectUrl(collector.url);
    const answers = [];
    for (let n = 1; n <= 5; n++)
      answers.push(await send(`${url}/traces/${traceIdOf(1000 * n)}?include_raw_span=true`));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(5);
    for (const answer of refused) {
      expect(errorOf(answer)).toMatchObject({ status: 500, code: 'STORAGE_ERROR' });
      expect(errorOf(answer).message).toContain('tracedeck doctor --repair');
    }
    // Lists read no content, and the spans' rows are whole.
    expect(await storedSpans(collector)).toBe(500);
    await store(collector.url, 'default', request(9000));
    expect(await storedSpans(collector)).toBe(501);
    // That all this works mends nothing.
    expect(await healthOf(collector)).toMatchObject({
      status: 'degraded',
      otel: { status: 'receiving' },
      storage: {
        fault: 'damaged',
        is_writable: true,
        message: expect.stringContaining('tracedeck doctor --repair') as string,
      },
    });
  });

  test('that is written to: exporters keep what they have, other signals are stored, and it is read on', async () => {
    const collector = await damaged('traces_by_start', 'leaf');
    const refused = await postProtobuf(collector.url, request(9000));
    expect(errorOf(refused)).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    expect(await healthOf(collector)).toMatchObject({
      status: 'degraded',
      otel: { status: 'failing' },
      storage: { fault: 'damaged', is_writable: false },
    });
    const metric = { name: 'm', gauge: { dataPoints: [{ timeUnixNano: '1', asInt: '1' }] } };
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] });
    const headers = { 'content-type': 'application/json' };
    expect((await send(`${collector.url}/v1/metrics`, { headers, body })).status).toBe(200);
    expect((await send(`${projectUrl(collector.url)}/traces/${traceIdOf(1000)}`)).status).toBe(200);
  });
});
