import { expect, test } from 'vitest';
import { sharedPage, type PageOf } from './shared-page.ts';

type Row = { readonly id: string; readonly spans: number; readonly models: readonly string[] };

const row = (id: string, spans = 1): Row => ({ id, spans, models: ['gpt-5'] });
const pageOf = (...data: Row[]): PageOf<Row> => ({
  data,
  meta: { page: 1, limit: 50, total_items: data.length, total_pages: 1 },
});
const shared = (before: PageOf<Row> | undefined, after: PageOf<Row>): PageOf<Row> =>
  sharedPage(before, after, ({ id }) => id);

test('rows that another one moves down stay the same objects', () => {
  const before = pageOf(row('b'), row('a'));
  const after = shared(before, pageOf(row('c'), row('b'), row('a')));
  expect(after).toEqual(pageOf(row('c'), row('b'), row('a')));
  expect(after.data[1]).toBe(before.data[0]);
  expect(after.data[2]).toBe(before.data[1]);
});

test('a row that has changed is a new one, made of what has not', () => {
  const before = pageOf(row('b'), row('a'));
  const after = shared(before, pageOf(row('b', 2), row('a')));
  expect(after.data[0]).toEqual(row('b', 2));
  expect(after.data[0]).not.toBe(before.data[0]);
  expect(after.data[0]?.models).toBe(before.data[0]?.models);
  expect(after.data[1]).toBe(before.data[1]);
});

test('a page that says the same is the same', () => {
  const before = pageOf(row('b'), row('a'));
  expect(shared(before, pageOf(row('b'), row('a')))).toBe(before);
});

test('where only the total has changed, the rows are the same list', () => {
  const before = pageOf(row('b'), row('a'));
  const told = { ...pageOf(row('b'), row('a')), meta: { ...before.meta, total_items: 3 } };
  const after = shared(before, told);
  expect(after).toEqual(told);
  expect(after.data).toBe(before.data);
});

test('rows that are gone, or stand in another order, are not told again', () => {
  const before = pageOf(row('c'), row('b'), row('a'));
  expect(shared(before, pageOf(row('a'), row('c')))).toEqual(pageOf(row('a'), row('c')));
  expect(shared(before, pageOf())).toEqual(pageOf());
});

test('a row that stands twice on a page is told twice', () => {
  const twice = pageOf(row('a'), row('b'), row('a', 2));
  expect(shared(pageOf(row('a')), twice)).toEqual(twice);
  expect(shared(twice, twice)).toEqual(twice);
});

test('the first page is what came', () => {
  const first = pageOf(row('a'));
  expect(shared(undefined, first)).toBe(first);
});
