import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { ownDatabase } from '../../testing/own-database.ts';
import { SparseInsert } from './sparse-insert.ts';

const own = ownDatabase();
const COLUMNS = Array.from({ length: 12 }, (_, n) => `place${n}`);

beforeEach(() => {
  own.writing.exec(`CREATE TABLE wide (id INTEGER PRIMARY KEY, ${COLUMNS.join(', ')})`);
});

test('a row reads as it was given, whichever of its columns are null or zero and however many sets of them came before', () => {
  const insert = new SparseInsert(own.writing, 'wide', COLUMNS);
  const read = own.writing
    .prepare<[number], (string | number | null)[]>(`SELECT ${COLUMNS.join(', ')} FROM wide WHERE id = ?`)
    .raw();
  const value = fc.option(
    fc.oneof(fc.constantFrom(0, -0), fc.integer(), fc.string({ unit: 'grapheme-ascii' })),
  );
  const row = fc.array(value, { minLength: COLUMNS.length, maxLength: COLUMNS.length });
  fc.assert(
    fc.property(row, (values) => {
      expect(read.get(insert.run(values))).toEqual(values);
    }),
    { numRuns: 400 },
  );
});

test('a row of nulls is a row', () => {
  const insert = new SparseInsert(own.writing, 'wide', COLUMNS);
  const id = insert.run(COLUMNS.map(() => null));
  expect(own.writing.prepare('SELECT id, place3 FROM wide').all()).toEqual([{ id, place3: null }]);
});

test('more columns than can be told apart are refused', () => {
  const many = Array.from({ length: 54 }, (_, n) => `place${n}`);
  expect(() => new SparseInsert(own.writing, 'wide', many)).toThrow(RangeError);
});
