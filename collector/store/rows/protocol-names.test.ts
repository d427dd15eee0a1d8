import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SpanKind, StatusCode, namesOf } from '../../contract/common.ts';
import { SPAN_KINDS, STATUS_CODES, kindName, nameSql, statusName } from './protocol-names.ts';

test.for([
  ['span kinds', SPAN_KINDS, namesOf(SpanKind)],
  ['status codes', STATUS_CODES, namesOf(StatusCode)],
] as const)('the names of %s are those of the contract', ([, names, contract]) => {
  expect(names).toEqual(contract);
});

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
