import { GrowingTexts } from '../decode/growing-texts.ts';
import type { AttributeValue } from '../decode/records.ts';
import { parseRecordedJson } from '../lib/recorded-json.ts';
import { closeJson, withoutStub } from './cut-json.ts';
import { MAX_DEPTH, isDeeperThan, isObject, messageValue } from './json.ts';
import { MOST_READ, notMoreThan } from './most-messages.ts';

const RECENT_ARRAYS = 8;

interface ParsedArray {
  /** The text up to, not including, its closing bracket. */
  readonly body: string;
  readonly items: readonly unknown[];
}

/** An object that ends in a list. */
interface Holder {
  readonly items: readonly unknown[];
  /** How many brackets there are behind that of the list. */
  readonly closing: number;
}

export interface CutValue {
  readonly value: unknown;
  /** True where its end is missing. */
  readonly isCut: boolean;
}

/**
 * What reading has done already, for as long as one conversation is being told. Histories repeat each other: the same
 * text is parsed once, and a list that only grew has its new end parsed. Equal texts give the same (shared, never
 * changed) objects, so that later stages may remember what they found by identity.
 */
export class ReadCache {
  /** To decode spans with: a history that goes on from one before it has only the rest of it decoded and parsed. */
  readonly texts = new GrowingTexts();
  readonly #parsed = new Map<string, unknown>();
  readonly #cut = new Map<string, CutValue>();
  readonly #holders = new WeakMap<object, Holder>();
  #recent: ParsedArray[] = [];
  readonly #memos = new Map<unknown, Map<object, unknown>>();
  readonly #mostRead: number;

  /** `mostRead`: of the objects that `once` makes something of in one way, as a message of each. */
  constructor(mostRead = MOST_READ) {
    this.#mostRead = mostRead;
  }

  /** The value of a JSON text, as `parseRecordedJson`; undefined when it is none, is cut off, or nests too deeply to be shown. */
  parse(text: string): unknown {
    const known = this.#parsed.get(text);
    if (known !== undefined || this.#parsed.has(text)) return known;
    const value = this.#parseGrown(text) ?? this.#parseWhole(text);
    this.#parsed.set(text, value);
    return value;
  }

  /** An attribute's value, parsed when it is the text of a JSON object or list; other text stays as it is. */
  structured(value: AttributeValue | undefined): unknown {
    return typeof value === 'string' ? this.decode(value, /^\s*[[{]/) : messageValue(value);
  }

  /** As `structured`, for an attribute that holds messages: a text that an SDK's limit of lengths cut off is read as far as it goes. */
  messages(value: AttributeValue | undefined): CutValue {
    const whole = this.structured(value);
    if (typeof whole !== 'string' || !/^\s*(?:\[\s*)?\{/.test(whole)) return { value: whole, isCut: false };
    let cut = this.#cut.get(whole);
    if (cut === undefined) this.#cut.set(whole, (cut = this.#readCut(whole)));
    return cut;
  }

  /** The same for values that exporters write as JSON whatever they are: a quoted string loses its quotes. */
  decoded(value: unknown): unknown {
    return typeof value === 'string' ? this.decode(value, /^\s*[[{"]/) : value;
  }

  decode(text: string, start: RegExp): unknown {
    // One that grew begins as the one before it did.
    if (this.texts.growthOf(text) === undefined && !start.test(text)) return text;
    return this.parse(text) ?? text;
  }

  /** Calls `make` once for each object; the function itself is the name of the memory. Throws TooManyMessages. */
  once<K extends object, V>(object: K, make: (object: K) => V): V {
    let memo = this.#memos.get(make);
    if (memo === undefined) this.#memos.set(make, (memo = new Map()));
    const known = memo.get(object);
    if (known !== undefined) return known as V;
    const value = make(object);
    memo.set(object, value);
    notMoreThan(this.#mostRead, memo.size);
    return value;
  }

  /** Other words that begin like a list of objects stay as they are. */
  #readCut(text: string): CutValue {
    const closed = closeJson(text);
    const value = closed === undefined ? undefined : withoutStub(this.parse(closed));
    const isNothing = value === undefined || (Array.isArray(value) && value.length === 0);
    return isNothing ? { value: text, isCut: false } : { value, isCut: true };
  }

  readonly #parseWhole = (text: string): unknown =>
    text.startsWith('[') ? this.#parseArray(text) : this.#parseHolder(text);

  /** Undefined where what it goes on from was not parsed, or not as one list that goes on. */
  #parseGrown(text: string): unknown {
    const growth = this.texts.growthOf(text);
    const before = growth && this.#parsed.get(growth.from);
    if (growth === undefined || before === undefined) return undefined;
    if (Array.isArray(before)) return grow(before, growth.rest);
    const list = this.#holders.get(before as object);
    const items = list && grow(list.items, growth.rest.slice(0, -list.closing));
    return items && this.#hold(before as object, items, list.closing);
  }

  /** An object that ends in its list of messages: the list is parsed apart, so that it may continue one known. */
  #parseHolder(text: string): unknown {
    const isBatch = text.endsWith(']]}');
    const mark = isBatch ? '"messages":[[' : '"messages":[';
    const start = text.endsWith(']}') ? text.indexOf(mark) : -1;
    if (start === -1) return parseOrUndefined(text);
    const end = text.length - (isBatch ? 2 : 1);
    const messages = this.#parseArray(text.slice(start + mark.length - 1, end));
    const rest = Array.isArray(messages)
      ? parseOrUndefined(`${text.slice(0, start)}"messages":0}`)
      : undefined;
    if (!isObject(rest)) return parseOrUndefined(text);
    return this.#hold(rest, messages as unknown[], text.length - end);
  }

  /** `closing` is how many brackets there are behind that of the list. */
  #hold(rest: object, items: readonly unknown[], closing: number): object {
    const holder = { ...rest, messages: closing === 2 ? [items] : items };
    this.#holders.set(holder, { items, closing });
    return holder;
  }

  #parseArray(text: string): unknown {
    const known = this.#recent.find(({ body }) => text.length > body.length + 1 && beginsWith(text, body));
    const items = known && grow(known.items, text.slice(known.body.length));
    const value = items ?? parseOrUndefined(text);
    if (Array.isArray(value) && value.length > 0) {
      const body = text.slice(0, text.lastIndexOf(']'));
      this.#recent = [
        { body, items: value as unknown[] },
        ...this.#recent.filter((recent) => recent !== known).slice(0, RECENT_ARRAYS - 1),
      ];
    }
    return value;
  }
}

/** As `startsWith`, which compares letter by letter: ten times as fast on histories of a hundred kilobytes. */
const beginsWith = (text: string, start: string): boolean => text.slice(0, start.length) === start;

/** The list of these items and then `rest`, up to its bracket; undefined where that is none. */
function grow(items: readonly unknown[], rest: string): readonly unknown[] | undefined {
  if (items.length === 0 || !rest.startsWith(',')) return undefined;
  const added = parseOrUndefined(`[${rest.slice(1)}`);
  return Array.isArray(added) ? [...items, ...(added as unknown[])] : undefined;
}

function parseOrUndefined(text: string): unknown {
  try {
    const value = parseRecordedJson(text);
    return isDeeperThan(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}
