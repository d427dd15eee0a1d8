import type { Statement } from 'better-sqlite3';
import type { PageMeta } from '../../contract/common.ts';
import type { ReadableDatabase } from '../file/database.ts';
import { addPreviewFunction } from '../chunks/preview-reader.ts';
import { planOnce } from '../plan-once.ts';

/** A condition in the making. The SQL is ours, values are always bound. */
export class Where {
  readonly #clauses: string[] = [];
  readonly values: unknown[] = [];

  add(clause: string, ...values: unknown[]): this {
    this.#clauses.push(clause);
    this.values.push(...values);
    return this;
  }

  /** Adds the clause unless the value is absent. */
  when<T>(value: T | undefined, clause: string, bound: (value: T) => unknown[] = (given) => [given]): this {
    return value === undefined ? this : this.add(clause, ...bound(value));
  }

  get sql(): string {
    return this.#clauses.join(' AND ');
  }
}

/** The same condition, for which SQLite does not use an index of its column: a unary plus keeps it from that. */
export const unindexed = (sql: string): string => `+${sql}`;

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export const pageMeta = ({ page, limit }: PageRequest, totalItems: number): PageMeta => ({
  page,
  limit,
  total_items: totalItems,
  total_pages: Math.ceil(totalItems / limit),
});

/** `ORDER BY` of one of the contract's sort keys; ties break on `ids` in the same direction. */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export function orderBy(
  order: Order,
  expressions: Readonly<Record<string, string>>,
  ...ids: readonly string[]
): string {
  const direction = order.direction === 'asc' ? 'ASC' : 'DESC';
  return `ORDER BY ${[expressions[order.field], ...ids].map((sql) => `${sql} ${direction}`).join(', ')}`;
}

/** Prepared statements by their text: filters make a few hundred at most, and a bound keeps it so. */
export class Statements {
  readonly #database: ReadableDatabase;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: ReadableDatabase) {
    this.#database = database;
    // SQLite's own lower() knows ASCII only.
    database.function('lower_all', { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? text.toLowerCase() : null,
    );
    addPreviewFunction(database);
  }

  all<Row>(sql: string, values: readonly unknown[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get<Row>(sql: string, values: readonly unknown[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  /** The first column of every row. */
  column<T>(sql: string, values: readonly unknown[]): T[] {
    return this.#prepare(sql)
      .pluck()
      .all(...values) as T[];
  }

  /** One number, 0 where there is no row. */
  count(sql: string, values: readonly unknown[]): number {
    return this.get<{ n: number }>(sql, values)?.n ?? 0;
  }

  #prepare(sql: string): Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= 300) this.#prepared.clear();
    const statement = this.#database.prepare(planOnce(sql));
    this.#prepared.set(sql, statement);
    return statement;
  }
}
