import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { random, randomText } from '../../testing/random.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { LeafPages } from './leaf-pages.ts';

const ROWS = 800;

/** A table of every kind of value and of every length around what fits on a page. */
function makeTable(): { file: string; root: number } {
  const file = path.join(testFolder(), 'x.db');
  const database = new Database(file);
  database.pragma('auto_vacuum = INCREMENTAL');
  database.exec(
    'CREATE TABLE other (id INTEGER PRIMARY KEY, a); CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d)',
  );
  const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?, ?, ?)');
  const next = random(3);
  database.transaction(() => {
    for (let i = 0; i < ROWS; i++) {
      const integer =
        BigInt.asIntN(64, BigInt(Math.floor(next() * 2 ** 32)) ** BigInt(i % 3)) * (i % 2 ? 1n : -1n);
      insert.run(
        i * 7,
        integer,
        i / 8 + 0.25,
        randomText((i * 37) % 12_000, i),
        i % 5 ? Buffer.from([i % 256]) : null,
      );
    }
    for (let i = 0; i < 300; i++) database.prepare('INSERT INTO other VALUES (?, ?)').run(i, 'x'.repeat(50));
  })();
  database.exec('DELETE FROM t WHERE id % 70 = 0');
  const root = database
    .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    .pluck()
    .get()!;
  database.close();
  return { file, root };
}

test('every row is found and read as SQLite reads it', () => {
  const { file, root } = makeTable();
  const database = new Database(file, { readonly: true });
  const expected = database
    .prepare<[], unknown[]>('SELECT id, NULL, a, b, c, d FROM t ORDER BY id')
    .raw()
    .safeIntegers();
  const pages = new LeafPages(file);
  const rows = [...pages.places(root)]
    .map(([, place]) => pages.row(place))
    .sort((a, b) => Number(a.id - b.id));
  expect(rows.map(({ id, values }) => [id, ...values])).toEqual(expected.all());
  expect(rows.length).toBeGreaterThan(700);
  pages.close();
  database.close();
});

test('rows without row ids are found on every page of their tree', () => {
  const file = path.join(testFolder(), 'x.db');
  const database = new Database(file);
  database.pragma('auto_vacuum = INCREMENTAL');
  database.exec('CREATE TABLE t (a, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID');
  const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?)');
  database.transaction(() => {
    for (let i = 0; i < ROWS; i++) insert.run(BigInt(i % 7), BigInt(i), randomText((i * 37) % 6000, i));
  })();
  database.exec('DELETE FROM t WHERE b % 10 = 0');
  const root = database.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 't'");
  const expected = database.prepare<[], unknown[]>('SELECT b, a, c FROM t ORDER BY b').raw().safeIntegers();
  const pages = new LeafPages(file);
  const rows = [...pages.recordPlaces(root.pluck().get()!)].map((place) => pages.record(place));
  expect(rows.map(([a, b, c]) => [b, a, c]).sort((x, y) => Number(x[0]) - Number(y[0]))).toEqual(
    expected.all(),
  );
  expect(rows).toHaveLength(ROWS * 0.9);
  pages.close();
  database.close();
});

test('a file without a map of its pages has none that are found, and what is no database is refused', () => {
  const file = path.join(testFolder(), 'x.db');
  const database = new Database(file);
  database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 2)');
  database.close();
  const pages = new LeafPages(file);
  expect([...pages.places(2)]).toEqual([]);
  pages.close();
  expect(() => new LeafPages(new URL(import.meta.url).pathname)).toThrow(/is no database$/);
});
