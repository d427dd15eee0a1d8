import { expect, test } from 'vitest';
import { tellApart } from './tell-apart.ts';

const row = (name: string, time: string, id: string) => ({ name, time, id });
const apart = (rows: readonly ReturnType<typeof row>[]) =>
  tellApart(rows, ({ name }) => name, [({ time }) => time, ({ id }) => id]).map((told) => told.apart);

test('only rows by one name are told apart, by the first way in which all of them differ', () => {
  expect(apart([row('plan', '12:00', 'a'), row('book', '12:00', 'b')])).toEqual([null, null]);
  expect(apart([row('plan', '12:00', 'a'), row('book', '12:00', 'b'), row('plan', '12:01', 'c')])).toEqual([
    '12:00',
    null,
    '12:01',
  ]);
  expect(apart([row('plan', '12:00', 'a'), row('plan', '12:01', 'b'), row('plan', '12:00', 'c')])).toEqual([
    'a',
    'b',
    'c',
  ]);
});
