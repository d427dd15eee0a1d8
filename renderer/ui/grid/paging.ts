/** Rows that a list asks for at once. */
export const PAGE_SIZE = 50;

export type RowRange = { readonly first: number; readonly last: number };

/** The numbers (from 1) of the pages that hold the rows from `first` to `last`. */
export function pagesOfRange({ first, last }: RowRange, pageSize: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.max(from, Math.floor(last / pageSize));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index + 1);
}
