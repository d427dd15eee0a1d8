import { byteHash } from './byte-hash.ts';
import { MAX_REMEMBERED_NAME } from './name-cache.ts';

/** An attribute key seen before. `slot` numbers the keys of one table from 0. */
export interface KnownKey {
  readonly text: string;
  readonly slot: number;
  readonly bytes: Uint8Array;
  /** The key that last came after it. */
  next: KnownKey | undefined;
}

/** Keys kept; an exporter that makes up keys must not fill memory. */
const MAX_KEYS = 8192;
const MASK = MAX_KEYS * 4 - 1;

/**
 * Turns the bytes of an attribute key into one shared string without decoding it again: the same few hundred keys
 * come with every span, and mostly in the same order, so that the one that is expected next is looked at first. Past its limit
 * unknown keys, and long ones, are decoded each time and have no slot.
 */
export class KeyTable {
  readonly #buckets: (KnownKey | undefined)[] = Array.from({ length: MASK + 1 });
  readonly #byText = new Map<string, KnownKey>();
  #last: KnownKey | undefined;

  get size(): number {
    return this.#byText.size;
  }

  find(text: string): KnownKey | undefined {
    return this.#byText.get(text);
  }

  /** The key in `[start, end)`; undefined where the table is full and does not know it. */
  intern(buffer: Buffer, start: number, end: number): KnownKey | undefined {
    const last = this.#last;
    const expected = last?.next;
    const isExpected = expected !== undefined && sameBytes(expected.bytes, buffer, start, end);
    const found = isExpected ? expected : this.#lookUp(buffer, start, end);
    if (last !== undefined) last.next = found;
    this.#last = found;
    return found;
  }

  #lookUp(buffer: Buffer, start: number, end: number): KnownKey | undefined {
    let bucket = byteHash(buffer, start, end) & MASK;
    for (;;) {
      const known = this.#buckets[bucket];
      if (known === undefined) return this.#add(bucket, buffer, start, end);
      if (sameBytes(known.bytes, buffer, start, end)) return known;
      bucket = (bucket + 1) & MASK;
    }
  }

  #add(bucket: number, buffer: Buffer, start: number, end: number): KnownKey | undefined {
    if (this.#byText.size >= MAX_KEYS || end - start > MAX_REMEMBERED_NAME) return undefined;
    const text = buffer.toString('utf8', start, end);
    // Two invalid UTF-8 sequences may show as one text; only the first is known by it.
    if (this.#byText.has(text)) return undefined;
    const bytes = new Uint8Array(buffer.subarray(start, end));
    const known = { text, slot: this.#byText.size, bytes, next: undefined };
    this.#buckets[bucket] = known;
    this.#byText.set(text, known);
    return known;
  }
}

function sameBytes(bytes: Uint8Array, buffer: Buffer, start: number, end: number): boolean {
  if (bytes.length !== end - start) return false;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== buffer[start + i]) return false;
  return true;
}
