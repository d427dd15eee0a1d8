import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { Salvage } from './salvage.ts';

const ROWS = 5000;
const PAGE = 4096;

test('a last row that is zeros costs itself, not the table', () => {
  const file = path.join(testFolder(), 'x.db');
  const database = new Database(file);
  database.pragma('auto_vacuum = INCREMENTAL');
  database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER); CREATE INDEX t_by_n ON t (n)');
  const insert = database.prepare('INSERT INTO t (a, n) VALUES (?, 1)');
  database.transaction(() => {
    for (let i = 0; i < ROWS; i++) insert.run('x'.repeat(50));
  })();
  const last = database
    .prepare<[], number>(
      "SELECT pageno FROM dbstat WHERE name = 't' AND pagetype = 'leaf' ORDER BY path DESC",
    )
    .pluck()
    .get()!;
  database.close();
  const bytes = readFileSync(file);
  const page = bytes.subarray((last - 1) * PAGE, last * PAGE);
  // The first of the cells in the page, the last of its rows.
  const cell = page.readUInt16BE(8 + 2 * (page.readUInt16BE(3) - 1));
  page.fill(0, cell, cell + 40);
  writeFileSync(file, bytes);

  const salvage = new Salvage(file);
  onTestFinished(() => salvage.close());
  const ids = new Set(Array.from(salvage.rows('t'), ({ id }) => id));
  expect(ids.size).toBe(ROWS - 1);
  expect(ids.has(BigInt(ROWS - 1))).toBe(true);
});
