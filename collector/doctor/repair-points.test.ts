import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PAGE_BYTES } from '../store/file/page-size.ts';
import { fileOf, overwritePage, pagesOf } from '../testing/damage.ts';
import { copyOfWhole, expectSound, LOGS, makeWhole, mend, POINTS, SPANS } from '../testing/doctor-data.ts';

makeWhole();

/** The page that leads to those with points: which ones, but for the last, and how one of them is left out. */
function innerPage(dataDir: string): { readonly leaves: readonly number[]; leaveOut: (at: number) => void } {
  const [root = 0] = pagesOf(dataDir, 'metric_points', 'internal');
  const bytes = readFileSync(fileOf(dataDir));
  const page = bytes.subarray((root - 1) * PAGE_BYTES, root * PAGE_BYTES);
  const count = page.readUInt16BE(3);
  const leaves = Array.from({ length: count }, (_, i) => page.readUInt32BE(page.readUInt16BE(12 + 2 * i)));
  const leaveOut = (at: number): void => {
    page.copyWithin(12 + 2 * at, 12 + 2 * (at + 1), 12 + 2 * count);
    page.writeUInt16BE(count - 1, 3);
    writeFileSync(fileOf(dataDir), bytes);
  };
  return { leaves, leaveOut };
}

/** How many rows lie on a page. */
const rowsOn = (dataDir: string, page: number): number =>
  readFileSync(fileOf(dataDir)).readUInt16BE((page - 1) * PAGE_BYTES + 3);

function change(dataDir: string, sql: string): void {
  const database = new Database(fileOf(dataDir));
  database.unsafeMode(true);
  database.pragma('writable_schema = ON');
  database.exec(sql);
  database.close();
}

test('points of a damaged series that SQLite is led past without an error are saved as well', async () => {
  const dataDir = copyOfWhole();
  // Enough for three pages.
  change(
    dataDir,
    'INSERT INTO metric_points SELECT series, time_ns + 1000000000000, start_ns, value, fields FROM metric_points',
  );
  const { leaves, leaveOut } = innerPage(dataDir);
  const lost = rowsOn(dataDir, leaves[0]!);
  expect(rowsOn(dataDir, leaves[1]!)).toBeGreaterThan(1);
  // With the one point that lies between it and the next.
  leaveOut(1);
  overwritePage(dataDir, leaves[0]);
  expect(mend(dataDir)).toMatchObject({
    spans: SPANS,
    logs: LOGS,
    points: 2 * POINTS - lost - 1,
    unusable: 0,
  });
  await expectSound(dataDir, SPANS);
});

test('points of a table of which only its pages are known are saved', async () => {
  const dataDir = copyOfWhole();
  change(dataDir, "UPDATE sqlite_schema SET sql = 'CREATE TABLE metric' WHERE name = 'metric_points'");
  expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unusable: 0 });
  await expectSound(dataDir, SPANS);
});
