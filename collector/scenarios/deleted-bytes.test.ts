import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { databaseFile } from '../lib/database-file.ts';
import { projectUrl } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { searchCaughtUp } from '../testing/search-store.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector | undefined;
afterEach(async () => {
  await collector?.stop();
  collector = undefined;
});

/** In many columns, so that it lies in rows of tables, in their indexes, and among what search knows. */
const SECRET = 'unmistakable';

const spansOf = (trace: number, word: string): SpanSpec[] =>
  Array.from({ length: 40 }, (_, n) => ({
    traceId: traceIdOf(trace),
    spanId: spanIdOf(trace * 100 + n),
    name: `${word} span ${n}`,
    start: trace,
    end: trace + 1,
    attributes: {
      'session.id': `${word}-session`,
      'user.id': `${word}-user`,
      'gen_ai.operation.name': 'chat',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': `${word} asked ${n}`,
    },
  }));

/** How often it is in the files of a directory. */
function occurrences(dataDir: string): Readonly<Record<string, number>> {
  const file = databaseFile(dataDir);
  const files = [file, `${file}-wal`].filter((name) => existsSync(name));
  return Object.fromEntries(
    files.map((name) => [
      path.basename(name),
      readFileSync(name).toString('latin1').split(SECRET).length - 1,
    ]),
  );
}

const NONE = { 'tracedeck.db': 0, 'tracedeck.db-wal': 0 };
const inAll = (dataDir: string): number => Object.values(occurrences(dataDir)).reduce((a, b) => a + b);
const expectNoneSoon = (dataDir: string): Promise<void> =>
  expect.poll(() => occurrences(dataDir), { interval: 200 }).toEqual(NONE);

/** Twenty traces, these among them with the secret. */
async function startWithSecrets(dataDir: string, secret = [5, 10, 15, 20]): Promise<RunningCollector> {
  collector = await startCollector({ dataDir });
  for (let trace = 1; trace <= 20; trace++)
    await store(collector.url, 'default', {
      spans: spansOf(trace, secret.includes(trace) ? SECRET : 'plain'),
    });
  expect(inAll(dataDir)).toBeGreaterThan(50);
  return collector;
}
async function deleteSecrets({ url }: RunningCollector, secret = [5, 10, 15, 20]): Promise<void> {
  for (const trace of secret)
    expect((await send(`${projectUrl(url)}/traces/${traceIdOf(trace)}`, { method: 'DELETE' })).status).toBe(
      204,
    );
}

test('what was deleted is soon in no file any more, nor after the end', async () => {
  const dataDir = testFolder();
  const running = await startWithSecrets(dataDir);
  await deleteSecrets(running);
  await expectNoneSoon(dataDir);
  await running.stop();
  collector = undefined;
  expect(occurrences(dataDir)).toEqual({ 'tracedeck.db': 0 });
});

test('also where it is less of what search knows than would be merged by itself', async () => {
  const dataDir = testFolder();
  const running = await startWithSecrets(dataDir, [7]);
  await searchCaughtUp(running.url);
  await deleteSecrets(running, [7]);
  await expectNoneSoon(dataDir);
});

test('what somebody else who read kept from it is gone soon after the next start', async () => {
  const dataDir = testFolder();
  const running = await startWithSecrets(dataDir);
  const reading = new Database(databaseFile(dataDir), { readonly: true });
  reading.exec('BEGIN; SELECT COUNT(*) FROM traces');
  await deleteSecrets(running);
  await running.stop();
  collector = undefined;
  reading.close();
  expect(inAll(dataDir)).toBeGreaterThan(0);
  collector = await startCollector({ dataDir });
  await expectNoneSoon(dataDir);
});
