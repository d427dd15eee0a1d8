import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { Salvage } from './salvage.ts';

const PAGE = 4096;
const ROWS = 3000;
/** The row with the wrong key, and the one that can't be told from it. */
const MOST_LOST = 2;

interface Table {
  readonly file: string;
  readonly bytes: Buffer;
  /** Numbers of the pages that have its rows. */
  readonly leaves: readonly number[];
}

/** A table whose keys take one to three bytes and have gaps. */
function makeTable(schema: string): Table {
  const file = path.join(testFolder(), 'x.db');
  const database = new Database(file);
  database.exec(schema);
  const insert = database.prepare('INSERT INTO t (id, a, n) VALUES (?, ?, ?)');
  database.transaction(() => {
    for (let i = 0; i < ROWS; i++) insert.run(i * (i > 2000 ? 9 : 1) + 1, 'x'.repeat(50), i);
  })();
  const leaves = database
    .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 't' AND pagetype = 'leaf'")
    .pluck()
    .all();
  database.close();
  return { file, bytes: readFileSync(file), leaves };
}

/** Where in the file the id of a row begins, and the bytes that it takes. */
function idOf({ bytes, leaves }: Table, leaf: number, cell: number): { at: number; size: number } {
  const page = (leaves[leaf % leaves.length]! - 1) * PAGE;
  const count = bytes.readUInt16BE(page + 3);
  const afterVarint = (at: number): number => (bytes[at]! & 0x80 ? afterVarint(at + 1) : at + 1);
  const at = afterVarint(page + bytes.readUInt16BE(page + 8 + 2 * (cell % count)));
  return { at, size: afterVarint(at) - at };
}

function salvaged<T>(file: string, use: (salvage: Salvage) => T): T {
  const salvage = new Salvage(file);
  try {
    return use(salvage);
  } finally {
    salvage.close();
  }
}

const TABLE = 'CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER)';
const INDEX = 'CREATE INDEX t_by_n ON t (n)';
const MAP = 'PRAGMA auto_vacuum = INCREMENTAL';

test.for([
  { name: 'with an index', schema: `${MAP}; ${TABLE}; ${INDEX}` },
  { name: 'without an index', schema: `${MAP}; ${TABLE}` },
])('of a table $name one flipped bit of a key costs its row and the one beside it at most', ({ schema }) => {
  const table = makeTable(schema);
  const [leaf, cell, byte, bit] = [fc.nat(1000), fc.nat(1000), fc.nat(8), fc.nat(7)];
  fc.assert(
    fc.property(leaf, cell, byte, bit, (inTable, inPage, inId, inByte) => {
      const damaged = Buffer.from(table.bytes);
      const { at, size } = idOf(table, inTable, inPage);
      damaged[at + (inId % size)]! ^= 1 << inByte;
      writeFileSync(table.file, damaged);
      const rows = salvaged(table.file, (salvage) => [...salvage.rows('t')]);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const numbers = new Set(rows.map(({ n }) => n).filter((n) => typeof n === 'bigint' && n < ROWS));
      expect(numbers.size).toBeGreaterThanOrEqual(ROWS - MOST_LOST);
    }),
    { seed: 7, numRuns: 150 },
  );
});

test('rows are found by their keys beside one whose key is wrong', () => {
  const table = makeTable(`${MAP}; ${TABLE}`);
  const cells = table.bytes.readUInt16BE((table.leaves[20]! - 1) * PAGE + 3);
  // SQLite looks at the row in the middle of a page first.
  const { at } = idOf(table, 20, Math.floor((cells - 1) / 2));
  const damaged = Buffer.from(table.bytes);
  damaged[at]! &= 0x80;
  writeFileSync(table.file, damaged);
  const lost = salvaged(table.file, (salvage) =>
    Array.from({ length: 2000 }, (_, i) => BigInt(i + 1)).filter((id) => !salvage.find('t', id)),
  );
  expect(lost).toHaveLength(1);
});
