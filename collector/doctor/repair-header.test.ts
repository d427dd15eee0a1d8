import { closeSync, copyFileSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { fileOf, overwritePage } from '../testing/damage.ts';
import { testFolder } from '../testing/test-folder.ts';
import { copyOfWhole, expectSound, LOGS, makeWhole, mend, POINTS, SPANS } from '../testing/doctor-data.ts';

makeWhole();

function overwrite(dataDir: string, from: number, bytes: readonly number[]): void {
  const handle = openSync(fileOf(dataDir), 'r+');
  writeSync(handle, Buffer.from(bytes), 0, bytes.length, from);
  closeSync(handle);
}

test.for<[what: string, from: number, bytes: number[]]>([
  ['all but the name of the format', 16, Array<number>(84).fill(0)],
  ['the size of pages, which can not be', 16, [0xa5, 0xa5]],
  ['the size of pages, which is that of another file', 16, [0x10, 0]],
  ['the versions of the format', 18, [9, 9]],
  ['the format of the list of tables', 44, [0xa5, 0xa5, 0xa5, 0xa5]],
  ['the encoding, and so the names of tables', 56, [0, 0, 0, 2]],
  ['the encoding and the format of ours', 56, [0, 0, 0, 2, 0, 0, 0, 0]],
])('a header in which this is damaged costs nothing: %s', async ([, from, bytes]) => {
  const dataDir = copyOfWhole();
  overwrite(dataDir, from, bytes);
  expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unusable: 0 });
  await expectSound(dataDir, SPANS);
});

test('a log of another file, with pages of another size, costs nothing and is kept', async () => {
  const [dataDir, other] = [copyOfWhole(), path.join(testFolder(), 'other.db')];
  const database = new Database(other);
  database.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; CREATE TABLE other (text)');
  copyFileSync(`${other}-wal`, `${fileOf(dataDir)}-wal`);
  database.close();
  const log = readFileSync(`${fileOf(dataDir)}-wal`);
  expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unusable: 0 });
  const logs = readdirSync(dataDir).filter((name) => name.endsWith('-wal'));
  expect(logs.map((name) => readFileSync(path.join(dataDir, name)))).toEqual([log]);
  await expectSound(dataDir, SPANS);
});

test.for([0, 0xa5, 0xff])('the first two pages cost nothing, overwritten with %i', async (byte) => {
  const dataDir = copyOfWhole();
  for (const page of [2, 1]) overwritePage(dataDir, page, { byte });
  expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unusable: 0 });
  await expectSound(dataDir, SPANS);
});
