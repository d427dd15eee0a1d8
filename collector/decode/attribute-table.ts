import { toNumber, toStrings } from './attribute-map.ts';
import type { KeyTable } from './key-table.ts';
import type { AttributeValue, Attributes } from './records.ts';
import type { ShortTexts } from './short-texts.ts';
import { BOOL, DOUBLE, INT, KEY, STRING, VALUE } from './value-tags.ts';
import { checkValue, readValue } from './values.ts';
import { MAX_PARTS, WireCursor, tooManyParts } from './wire.ts';

/** After a span with more attributes the lists are emptied, so that they do not keep its memory. */
const KEPT = 1024;
/** Stands for a value that is not a plain text. */
const NO_TEXT = -1;

/**
 * The attributes of the span that is being decoded: where each value lies, decoded only when asked for. One table is
 * filled again for every span; what it answers holds until `clear`.
 */
export class AttributeTable implements Attributes {
  readonly #keys: KeyTable;
  readonly #shortTexts: ShortTexts;
  readonly #cursor = new WireCursor(Buffer.alloc(0));
  #buffer: Buffer = Buffer.alloc(0);
  #names: string[] = [];
  #starts: number[] = [];
  #ends: number[] = [];
  /** Where the text of a value begins, which ends with the value; `NO_TEXT` where it is not a plain text. */
  #texts: number[] = [];
  #count = 0;
  /** By key slot: which attribute holds it, valid where the generation matches. */
  #indexes: number[] = [];
  #generations: number[] = [];
  #generation = 0;
  /** Keys without a slot in the key table. */
  #rare = new Map<string, number>();

  constructor(keys: KeyTable, shortTexts: ShortTexts) {
    this.#keys = keys;
    this.#shortTexts = shortTexts;
  }

  clear(buffer: Buffer): void {
    this.#buffer = buffer;
    this.#count = 0;
    this.#generation++;
    if (this.#starts.length > KEPT)
      this.#names.length = this.#starts.length = this.#ends.length = this.#texts.length = 0;
    if (this.#rare.size > 0) {
      this.#rare.clear();
      // These names may be of any length, and nothing else holds them.
      this.#names.length = 0;
    }
  }

  /** Takes in the KeyValue message at `[start, end)`, checked to its last byte. */
  add(start: number, end: number): void {
    const cursor = this.#cursor;
    cursor.reset(this.#buffer, start, end);
    let keyStart = start;
    let keyEnd = start;
    let valueStart = start;
    let valueEnd = start;
    while (!cursor.done) {
      const tag = cursor.tag();
      if (tag === KEY) {
        const length = cursor.bytes();
        keyStart = cursor.position - length;
        keyEnd = cursor.position;
      } else if (tag === VALUE) {
        const length = cursor.bytes();
        // Only the last value counts, but later readers of the span walk through all of them, so each is checked.
        if (valueEnd > valueStart) checkValue(this.#buffer, valueStart, valueEnd);
        valueStart = cursor.position - length;
        valueEnd = cursor.position;
      } else cursor.skip(tag & 7);
    }
    const textStart = this.#check(valueStart, valueEnd);
    const index = this.#set(keyStart, keyEnd);
    this.#starts[index] = valueStart;
    this.#ends[index] = valueEnd;
    this.#texts[index] = textStart;
  }

  /**
   * Checks a value: nearly every one is a plain field, which is done here; anything else takes the full walk. Answers where its
   * text begins, or `NO_TEXT`.
   */
  #check(start: number, end: number): number {
    if (start === end) return NO_TEXT;
    const cursor = this.#cursor;
    cursor.reset(this.#buffer, start, end);
    const tag = cursor.tag();
    if (tag === STRING) {
      const length = cursor.bytes();
      if (cursor.done) return end - length;
    } else if (tag === INT || tag === BOOL || tag === DOUBLE) {
      cursor.skip(tag & 7);
      if (cursor.done) return NO_TEXT;
    }
    checkValue(this.#buffer, start, end);
    return NO_TEXT;
  }

  /** Answers the index of the attribute with this key. */
  #set(keyStart: number, keyEnd: number): number {
    const index = this.#count++;
    if (index === MAX_PARTS) throw tooManyParts('attributes');
    const known = this.#keys.intern(this.#buffer, keyStart, keyEnd);
    const name = known?.text ?? this.#buffer.toString('utf8', keyStart, keyEnd);
    this.#names[index] = name;
    if (known === undefined) this.#rare.set(name, index);
    else {
      while (this.#generations.length <= known.slot) {
        this.#generations.push(-1);
        this.#indexes.push(0);
      }
      this.#generations[known.slot] = this.#generation;
      this.#indexes[known.slot] = index;
    }
    return index;
  }

  #indexOf(key: string): number {
    const slot = this.#keys.find(key)?.slot;
    const index =
      slot !== undefined && this.#generations[slot] === this.#generation ? this.#indexes[slot]! : -1;
    // A key without a slot may show as the same text where it is no valid UTF-8: the last one counts.
    return this.#rare.size > 0 ? Math.max(index, this.#rare.get(key) ?? -1) : index;
  }

  has(key: string): boolean {
    return this.#indexOf(key) >= 0;
  }

  get(key: string): AttributeValue | undefined {
    const index = this.#indexOf(key);
    if (index < 0) return undefined;
    const textStart = this.#texts[index]!;
    const end = this.#ends[index]!;
    return textStart === NO_TEXT
      ? readValue(this.#buffer, this.#starts[index]!, end)
      : this.#shortTexts.read(this.#buffer, textStart, end);
  }

  string(key: string): string | undefined {
    const value = this.get(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  number(key: string): number | undefined {
    return toNumber(this.get(key));
  }

  strings(key: string): readonly string[] | undefined {
    return toStrings(this.get(key));
  }

  /** A repeated key comes twice. */
  keys(): Iterable<string> {
    if (this.#names.length > this.#count) this.#names.length = this.#count;
    return this.#names;
  }
}
