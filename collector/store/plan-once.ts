/**
 * The same SQL with every `?` that is compared, or bounds a page, in a subquery of its own: its plan hangs on no value.
 *
 * SQLite (3.54 and before) reads and plans a statement anew whenever a value is bound that its plan might hang on: a 0 or 1, or any
 * beside a column of a table with an index `WHERE … IS NOT NULL`. That took as long as most of what readers ask, and more than the
 * statement itself where it reads one row.
 */
export const planOnce = (sql: string): string =>
  sql.replaceAll(/(?<=(?:[<=>]|\bIS|\bNOT|\bBETWEEN|\bAND|\bLIMIT|\bOFFSET) )\?/g, '(SELECT ?)');
