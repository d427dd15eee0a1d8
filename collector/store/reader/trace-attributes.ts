import { decodeEntries } from '../attributes/attribute-index.ts';
import { keysOfSet } from '../attributes/content-sets.ts';
import type { IndexValue } from '../attributes/attribute-rules.ts';
import { COLUMN_ATTRIBUTES } from './column-attributes.ts';
import type { Statements } from './list-query.ts';
import { rawJSON } from '../../lib/raw-json.ts';

/** Rows held at once. */
const BATCH = 5000;
/** Values of an answer: a trace may be of a million spans, each with a value of its own. */
const MAX_VALUES = 100_000;

type Shown = string | number | boolean;

interface Row {
  readonly span_id: string;
  readonly start_us: number;
  readonly indexed: string | null;
  readonly [column: `column_${number}`]: string | number | null;
}

/**
 * Of a trace (the id of its row) each indexed key of its spans with the distinct values that they give it, the earliest
 * span's first. A key of which only the presence is indexed has none.
 */
export function attributesOfTrace(
  statements: Statements,
  project: number,
  trace: number,
): Record<string, Shown[]> {
  const found = new FoundValues(keyNames(statements, project));
  let after = '';
  for (;;) {
    const rows = statements.all<Row>(SPANS, [trace, after]);
    for (const row of rows) found.addSpan(row);
    if (rows.length < BATCH) return found.sorted();
    after = rows.at(-1)!.span_id;
  }
}

const COLUMNS = COLUMN_ATTRIBUTES.map(({ sql }, i) => `${sql} AS column_${i}`).join(', ');
const SPANS = `SELECT span_id, start_ns / 1000 AS start_us, indexed, ${COLUMNS} FROM spans
  WHERE trace = ? AND span_id > ? ORDER BY span_id LIMIT ${BATCH}`;

/** What an entry of the index stands for: a key under its id, those of a set of content under minus the set's. */
function keyNames(statements: Statements, project: number): Map<number, readonly string[]> {
  const keys = statements.all<{ id: number; key: string }>(
    'SELECT id, key FROM attribute_keys WHERE project = ?',
    [project],
  );
  const names = new Map<number, readonly string[]>(keys.map(({ id, key }) => [id, [key]]));
  const sets = statements.all<{ id: number; keys: string }>(
    'SELECT id, keys FROM content_sets WHERE project = ?',
    [project],
  );
  for (const set of sets)
    names.set(
      -set.id,
      keysOfSet(set.keys).flatMap((id) => names.get(id) ?? []),
    );
  return names;
}

/** Values by key, each with the start of the first span that has it. */
class FoundValues {
  readonly #names: ReadonlyMap<number, readonly string[]>;
  readonly #keys = new Map<string, Map<Shown | bigint, number>>();
  #count = 0;

  constructor(names: ReadonlyMap<number, readonly string[]>) {
    this.#names = names;
  }

  addSpan(row: Row): void {
    COLUMN_ATTRIBUTES.forEach(({ key, kind }, i) => {
      const value = row[`column_${i}`];
      if (value === null || value === undefined) return;
      const values = kind === 'list' ? (JSON.parse(String(value)) as string[]) : [value];
      for (const one of values) this.#add(key, one, row.start_us);
    });
    if (row.indexed === null) return;
    const entries = decodeEntries(row.indexed);
    for (let i = 0; i < entries.length; i += 2) {
      for (const key of this.#names.get(Number(entries[i])) ?? [])
        this.#add(key, valueOf(entries[i + 1]!), row.start_us);
    }
  }

  #add(key: string, value: Shown | bigint | null, startUs: number): void {
    let values = this.#keys.get(key);
    if (!values) this.#keys.set(key, (values = new Map()));
    if (value === null) return;
    const first = values.get(value);
    if (first !== undefined && first <= startUs) return;
    if (first === undefined && this.#count++ >= MAX_VALUES) return;
    values.set(value, startUs);
  }

  sorted(): Record<string, Shown[]> {
    const byName = [...this.#keys].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(byName.map(([key, values]) => [key, inOrder(values)]));
  }
}

/** Null where only the presence is indexed; a blob of one byte is a boolean. */
function valueOf(entry: IndexValue): Shown | bigint | null {
  if (!(entry instanceof Uint8Array)) return entry;
  return entry.length === 0 ? null : entry[0] === 1;
}

const inOrder = (values: ReadonlyMap<Shown | bigint, number>): Shown[] =>
  [...values]
    .sort(([, a], [, b]) => a - b)
    .map(([value]) => (typeof value === 'bigint' ? rawJSON(String(value)) : value));
