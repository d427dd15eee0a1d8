import type { PageMeta } from '../../contract/common.ts';
import { bounded, shortened, withoutEmpty } from './bounds.ts';

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

/** A page of a list: which part of it that is, and a row a line. `things` is what they are, `none` what to say where there are none. */
export function pageText<T extends object>(
  things: string,
  none: string,
  { data, meta }: Page<T>,
  fields: readonly (keyof T & string)[],
  maxValue = MAX_VALUE,
): string {
  const { page, limit, total_items: all, total_pages: pages } = meta;
  if (all === 0) return none;
  if (data.length === 0) return `There are ${pages} pages of ${things}, and no page ${page}.`;
  const first = (page - 1) * limit + 1;
  const head = `${things} ${first} to ${first + data.length - 1} of ${all}, page ${page} of ${pages}:`;
  return bounded(
    [head, ...data.map((item) => rowText(item, fields, maxValue))].join('\n'),
    'ask for fewer with limit',
  );
}
