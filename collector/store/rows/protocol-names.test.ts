import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SPAN_KINDS, STATUS_CODES } from '../../contract/span-names.ts';
import { kindName, nameSql, statusName } from './protocol-names.ts';

test('filters know each number by the name that is shown', () => {
  const database = new Database(':memory:');
  const nameInSql = (number: number, names: readonly string[]): unknown =>
    database
      .prepare(`SELECT ${nameSql('?', names)}`)
      .pluck()
      .get(number);
  const numbers = [-1, ...SPAN_KINDS.keys(), SPAN_KINDS.length];
  expect(numbers.map((number) => nameInSql(number, SPAN_KINDS))).toEqual(numbers.map(kindName));
  expect(numbers.map((number) => nameInSql(number, STATUS_CODES))).toEqual(numbers.map(statusName));
  database.close();
});
