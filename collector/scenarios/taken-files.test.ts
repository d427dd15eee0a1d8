import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { repair } from '../doctor/repair.ts';
import { fileOf } from '../testing/damage.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { postProtobuf, store } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { testFolder } from '../testing/test-folder.ts';

const request = (from: number, count = 1): RequestSpec => ({
  spans: Array.from({ length: count }, (_, i) => ({ traceId: traceIdOf(from), spanId: spanIdOf(from + i) })),
});

async function startOn(dataDir: string): Promise<RunningCollector> {
  const collector = await startCollector({ dataDir });
  onTestFinished(() => collector.stop());
  return collector;
}

const storedSpans = async ({ url }: RunningCollector): Promise<number> =>
  (await read(SpanPage, `${projectUrl(url)}/spans?limit=1`)).meta.total_items;

async function expectMoved({ url }: RunningCollector): Promise<void> {
  expect((await postProtobuf(url, request(9000))).status).toBe(503);
  expect((await read(Health, `${url}/api/v1/health`)).storage.fault).toBe('moved');
}

/** In this process SQLite would have it share the memory of the collector's connections. */
function asAnotherProcess(file: string, sql: string): void {
  const program = `const database = new (require('better-sqlite3'))(process.argv[1]);
    database.exec(process.argv[2]); database.close();`;
  execFileSync(process.execPath, ['-e', program, file, sql]);
}

// Windows deletes no file that is open.
test.skipIf(process.platform === 'win32').for([
  ['moves the log', 'PRAGMA wal_checkpoint(PASSIVE)'],
  ['empties the log', 'PRAGMA wal_checkpoint(TRUNCATE)'],
  [
    'writes',
    'PRAGMA wal_checkpoint(RESTART); CREATE TABLE theirs (x); INSERT INTO theirs VALUES (zeroblob(100000))',
  ],
])(
  'with the shared memory deleted nothing that was acknowledged is lost when another program %s',
  async ([, sql = '']) => {
    const collector = await startOn(testFolder());
    const file = fileOf(collector.dataDir);
    for (let n = 0; n < 5; n++) await store(collector.url, 'default', request(1 + 100 * n, 100));
    rmSync(`${file}-shm`);
    await expectMoved(collector);
    asAnotherProcess(file, sql);
    await expectMoved(collector);
    await collector.stop();
    const database = new Database(file);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
    expect(await storedSpans(await startOn(collector.dataDir))).toBe(500);
  },
);

test('the next start after the database was emptied begins with an empty one, and what the log held is kept', async () => {
  const collector = await startOn(testFolder());
  const { dataDir } = collector;
  await store(collector.url, 'default', request(1, 100));
  truncateSync(fileOf(dataDir));
  await expectMoved(collector);
  await collector.stop();
  const kept = readdirSync(dataDir).filter((name) => name.startsWith('tracedeck-damaged-'));
  expect(kept).toEqual([expect.stringMatching(/\.db$/)]);
  expect(statSync(path.join(dataDir, kept[0]!)).size).toBeGreaterThan(0);
  const next = await startOn(dataDir);
  await store(next.url, 'default', request(500, 3));
  expect(await storedSpans(next)).toBe(3);
  await next.stop();
  // A folder of its own, in which a repair reads it.
  const folder = testFolder();
  copyFileSync(path.join(dataDir, kept[0]!), fileOf(folder));
  const { spans } = repair({ dataDirectory: folder, now: new Date(), total: () => {}, onRow: () => {} });
  expect(spans).toBe(100);
});
