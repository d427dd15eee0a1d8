import type { PageMeta } from '../../contract/common.ts';
import { countOf } from '../../contract/words.ts';
import { MAX_CHARACTERS, bounded, fitting, shortened, withoutEmpty } from './bounds.ts';

interface Page<T> {
  readonly data: readonly T[];
  readonly meta: PageMeta;
}

/** Characters of one text in a row, where nothing else is asked for. */
export const MAX_VALUE = 500;

/** One row of some of the fields of an object, as a line of JSON without what says nothing. */
export function rowText<T extends object>(
  item: T,
  fields: readonly (keyof T & string)[],
  maxValue = MAX_VALUE,
): string {
  const row = Object.fromEntries(fields.map((field) => [field, item[field]]));
  return JSON.stringify(shortened(withoutEmpty(row), maxValue));
}

/** A page of a list: which part of it that is, and a row a line, as many as have room. `things` is what they are, `none` what to say where there are none. */
export function pageText<T extends object>(
  things: string,
  none: string,
  { data, meta }: Page<T>,
  fields: readonly (keyof T & string)[],
  maxValue = MAX_VALUE,
): string {
  const { page, limit, total_items: all, total_pages: pages } = meta;
  if (all === 0) return none;
  if (data.length === 0) return `${things} have ${countOf(pages, 'page')}, and no page ${page}.`;
  const rows = data.map((item) => rowText(item, fields, maxValue));
  const told = fitting(rows, MAX_CHARACTERS);
  const first = (page - 1) * limit + 1;
  const last = first + told.length - 1;
  const head = `${things} ${first} to ${last} of ${all}`;
  if (told.length === rows.length)
    return bounded([`${head}, page ${page} of ${pages}:`, ...rows].join('\n'), SHORTER);
  const rest = `… ${countOf(rows.length - told.length, 'more row')} of page ${page}: ${pageAfter(last, told.length)}`;
  return [`${head}:`, bounded(told.join('\n'), SHORTER), rest].join('\n');
}

/** Of a single row, which may have any number of values. */
const SHORTER = 'the rest has no room';

/** Where to go on after `last` rows, with pages of as many as had room: it may begin with some that were told, and leaves none out. */
const pageAfter = (last: number, limit: number): string =>
  `go on with limit=${limit} and page=${Math.floor(last / limit) + 1}`;
