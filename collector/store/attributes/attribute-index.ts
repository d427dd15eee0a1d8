import { PRESENT, indexedBoolean, type IndexValue } from './attribute-rules.ts';
import { ContentSets } from './content-sets.ts';
import type { WritableDatabase } from '../file/database.ts';
import { RowCounts } from './row-counts.ts';
import { parseWithAllDigits } from '../../lib/all-digits.ts';
import { RowBatch } from '../writing/row-batch.ts';
import type { IndexedAttribute, IndexedKey } from '../rows/span-row.ts';
import { UnusedNames } from '../writing/unused-names.ts';
import { Remembered } from '../remembered.ts';

/** Keys a project; those that an exporter makes up beyond are not indexed. */
const MAX_KEYS = 2000;
/** Key ids that are remembered a project, and projects. */
const MAX_REMEMBERED = 10_000;
const MAX_PROJECTS = 100;

/** A span's rows in the index before the span has its id: key, value, key, value, …; a set of content under minus its id. */
export type IndexEntries = readonly IndexValue[];

const NOTHING: IndexEntries = [];

/**
 * The attribute index, written in the transaction of the span. What a span has in it stands in the span's row as
 * well (`indexed`), so that it is found again without a second index when it is replaced or deleted. A key goes with the
 * last span that has it.
 */
export class AttributeIndex {
  readonly #findKey;
  readonly #insertKey;
  readonly #counts: RowCounts;
  readonly #rows;
  readonly #delete;
  readonly #sets: ContentSets;
  readonly #unused: UnusedNames<{ project: number }>;
  /** By project; a key is one object as long as it is known. Null: not indexed. */
  readonly #ids = new Remembered<number, Remembered<IndexedKey, number | null>>(MAX_PROJECTS);

  constructor(database: WritableDatabase) {
    this.#findKey = database.prepare<[number, string], { id: number; entity_type: string }>(
      'SELECT id, entity_type FROM attribute_keys WHERE project = ? AND key = ?',
    );
    this.#insertKey = database.prepare(
      `INSERT INTO attribute_keys (project, key, key_type, entity_type) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET entity_type = excluded.entity_type RETURNING id`,
    );
    this.#counts = new RowCounts(database, 'attribute_keys');
    this.#rows = new RowBatch(database, 'INSERT OR IGNORE INTO attribute_index (key, value, trace, span)', 4);
    this.#delete = database.prepare(
      'DELETE FROM attribute_index WHERE key = ? AND value = ? AND trace = ? AND span = ?',
    );
    this.#sets = new ContentSets(database);
    this.#unused = new UnusedNames(
      database,
      'attribute_keys',
      'attribute_index WHERE key = attribute_keys.id',
      'content_set_keys WHERE key = attribute_keys.id',
    );
  }

  /** After a rollback: keys that were just inserted are gone. */
  reset(): void {
    this.#ids.clear();
    this.#counts.reset();
    this.#rows.reset();
    this.#sets.reset();
    this.#unused.reset();
  }

  /** The entries of a span's attributes, those of content as one set; keys and sets that are new get their row. */
  entries(project: number, attributes: readonly IndexedAttribute[]): IndexEntries {
    if (attributes.length === 0) return NOTHING;
    const ids = this.#ids.of(project, () => new Remembered(MAX_REMEMBERED));
    const read = (key: IndexedKey): number | null => this.#storedId(project, key);
    const entries: IndexValue[] = [];
    const content: number[] = [];
    for (const { key, value } of attributes) {
      const id = ids.of(key, read);
      if (id === null) continue;
      if (key.contentOnly) content.push(id);
      else entries.push(id, value);
    }
    const set = content.length > 1 ? this.#sets.idOf(project, content) : null;
    for (const key of set === null ? content : [-set]) entries.push(key, PRESENT);
    return entries;
  }

  #storedId(project: number, key: IndexedKey): number | null {
    const row = this.#findKey.get(project, key.name);
    if (row?.entity_type === key.entity) return row.id;
    if (!row && this.#counts.of(project) >= MAX_KEYS) return null;
    if (!row) this.#counts.addOne(project);
    const inserted = this.#insertKey.get(project, key.name, key.type, key.entity) as { id: number };
    return inserted.id;
  }

  add(trace: number, span: number | bigint, entries: IndexEntries): void {
    for (let i = 0; i < entries.length; i += 2) this.#rows.add(entries[i], entries[i + 1], trace, span);
  }

  /** Writes what was added and drops the keys that no span has any more: at the end of a transaction. */
  flush(): void {
    this.#rows.flush();
    for (const key of this.#sets.drop()) this.#unused.note(key);
    const gone = this.#unused.drop();
    for (const { project } of gone) this.#ids.forget(project);
    if (gone.length > 0) this.#counts.reset();
  }

  /** Takes out a span that is replaced or deleted; `indexed` is what its row had. */
  removeSpan(trace: number, span: number, indexed: string | null): void {
    if (indexed === null) return;
    this.#rows.flush();
    const entries = decodeEntries(indexed);
    for (let i = 0; i < entries.length; i += 2) {
      const value = entries[i + 1];
      this.#delete.run(entries[i], value, trace, span);
      // Older rows have large doubles in `indexed` with all their digits, as if they were integers.
      if (typeof value === 'bigint') this.#delete.run(entries[i], Number(value), trace, span);
      const key = Number(entries[i]);
      if (key < 0) this.#sets.note(-key);
      else this.#unused.note(key);
    }
  }
}

/**
 * The entries as a JSON array: one of the keys of which only the presence counts, then key, value, …; integers with all
 * their digits, doubles beyond those that hold any integer with an exponent, which tells them apart. Null where there are none.
 */
export function encodeEntries(entries: IndexEntries): string | null {
  if (entries.length === 0) return null;
  let present = '';
  let others = '';
  for (let i = 0; i < entries.length; i += 2) {
    const value = entries[i + 1]!;
    if (typeof value === 'object' && value.length === 0)
      present += `${present === '' ? '' : ','}${String(entries[i])}`;
    else others += `,${String(entries[i])},${encodeValue(value)}`;
  }
  return `[[${present}]${others}]`;
}

function encodeValue(value: IndexValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number')
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value.toExponential() : String(value);
  return String(value[0] === 1);
}

type Item = number | bigint | string | boolean | null;

/** Rows from before have keys and values only, and null for a presence. */
export function decodeEntries(text: string): IndexEntries {
  const items = parseWithAllDigits(text) as (Item | Item[])[];
  const [first] = items;
  const present = Array.isArray(first) ? first.flatMap((key) => [key, null]) : [];
  const others = (Array.isArray(first) ? items.slice(1) : items) as Item[];
  return [...present, ...others].map((item) => {
    if (item === null) return PRESENT;
    return typeof item === 'boolean' ? indexedBoolean(item) : item;
  });
}
