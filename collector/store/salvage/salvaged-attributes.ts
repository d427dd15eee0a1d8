import { decodeEntries } from '../attributes/attribute-index.ts';
import { isContent } from '../attributes/attribute-rules.ts';
import { keysOfSet } from '../attributes/content-sets.ts';
import type { IndexedAttribute, IndexedKey } from '../rows/span-row.ts';
import { attempt, type Salvage, type SalvagedRow } from './salvage.ts';

/** What spans have in the attribute index, read from their rows. */
export class SalvagedAttributes {
  readonly #salvage: Salvage;
  /** One object a key, by which the writer knows it again. */
  readonly #keys = new Map<number, IndexedKey | null>();

  constructor(salvage: Salvage) {
    this.#salvage = salvage;
  }

  /** The attributes of one span's row; one whose key is lost is left out. */
  read({ indexed }: SalvagedRow): IndexedAttribute[] {
    const entries = typeof indexed === 'string' ? (attempt(() => decodeEntries(indexed)) ?? []) : [];
    const found: IndexedAttribute[] = [];
    for (let i = 0; i + 1 < entries.length; i += 2) {
      for (const id of this.#keysUnder(Number(entries[i]))) {
        const key = this.#key(id);
        if (key !== null) found.push({ key, value: entries[i + 1]! });
      }
    }
    return found;
  }

  /** The keys that an entry stands for: one, or with a negative id those of a set of content. */
  #keysUnder(id: number): readonly number[] {
    if (id >= 0) return [id];
    const keys = this.#salvage.find('content_sets', BigInt(-id))?.['keys'];
    return typeof keys === 'string' ? (attempt(() => keysOfSet(keys)) ?? []) : [];
  }

  #key(id: number): IndexedKey | null {
    const known = this.#keys.get(id);
    if (known !== undefined) return known;
    const row = this.#salvage.find('attribute_keys', BigInt(id));
    const key = row ? indexedKey(row) : null;
    this.#keys.set(id, key);
    return key;
  }
}

const indexedKey = (row: SalvagedRow): IndexedKey => ({
  name: String(row['key']),
  contentOnly: isContent(String(row['key'])),
  type: row['key_type'] as IndexedKey['type'],
  entity: row['entity_type'] as IndexedKey['entity'],
});
