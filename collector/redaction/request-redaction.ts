import { AnyValue, KeyValue, type Field, type Message } from '../decode/protocol.ts';
import { DOUBLE, INT, KEY, STRING, VALUE } from '../decode/value-tags.ts';
import { DecodeError, MAX_MESSAGE_DEPTH, WIRE_BYTES, WireCursor } from '../decode/wire.ts';
import { Allowance } from './allowance.ts';
import { Edits, TooManyEdits, withLength } from './edits.ts';
import { Places, type Place } from './places.ts';
import type { Plans } from './plans.ts';
import { TextRedaction } from './text-redaction.ts';

/** What lies deeper the decoder refuses: of all that it reads by itself, a data point has the most messages around it. */
const MAX_DEPTH = MAX_MESSAGE_DEPTH + 5;
const VALUE_FIELD = KeyValue.byNumber.get(2)!;
/** Lists of attribute keys: they refer to them. */
const REFERENCES: ReadonlySet<string> = new Set(['idKeys', 'descriptionKeys']);

export interface Redacted {
  /** The one that was given, where nothing is replaced. */
  readonly body: Buffer;
  /** Texts and values in which something was replaced. */
  readonly values: number;
  /** Rules that took too long: what they had not looked at is replaced whole. */
  readonly slow: readonly string[];
}

/** Where a message stands. */
interface MessagePlace extends Place {
  /** Inside a value keys are content as well; the keys of attributes are the program's own words and stay. */
  readonly isInValue: boolean;
  readonly depth: number;
}

/** A length-delimited field: its length begins at `start`. */
interface Span {
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/** The redaction of one export request. */
export class RequestRedaction {
  readonly #places: Places;
  readonly #body: Buffer;
  readonly #edits: Edits;
  readonly #allowance: Allowance;
  readonly #redaction: TextRedaction;
  /** Values that stand for others, by their text: one for all that a rule replaces. */
  readonly #texts = new Map<string, Buffer>();
  #values = 0;

  constructor(plans: Plans, body: Buffer, clock: () => number) {
    this.#body = body;
    this.#edits = new Edits(body);
    this.#allowance = new Allowance(body.length, clock);
    this.#places = new Places(plans, this.#allowance);
    this.#redaction = new TextRedaction(this.#places, this.#allowance);
  }

  run(request: Message): Redacted {
    const place = { ...this.#places.outermost, isInValue: false, depth: 0 };
    try {
      const longer = this.#message(request, 0, this.#body.length, place);
      const body = this.#edits.apply(longer);
      return { body, values: this.#values, slow: this.#allowance.slow };
    } catch (error) {
      if (!isMalformed(error)) throw error;
      return { body: this.#body, values: 0, slow: [] };
    }
  }

  /** Goes through a message, edits what is to be replaced in it and answers how much longer it becomes. */
  #message(message: Message, start: number, end: number, place: MessagePlace): number {
    const cursor = new WireCursor(this.#body, start, end);
    let longer = 0;
    while (!cursor.done) {
      const tag = cursor.tag();
      const field = message.byNumber.get(tag >>> 3);
      if ((tag & 7) !== WIRE_BYTES || field === undefined) cursor.skip(tag & 7);
      else longer += this.#field(field, spanAt(cursor), place);
    }
    return longer;
  }

  #field({ type, name }: Field, span: Span, place: MessagePlace): number {
    if (type === 'string') return REFERENCES.has(name) ? 0 : this.#text(span, place);
    if (typeof type === 'string' || 'names' in type || place.depth >= MAX_DEPTH) return 0;
    const inside: MessagePlace = {
      ...place,
      isInValue: place.isInValue || type === AnyValue,
      depth: place.depth + 1,
    };
    const { start, contentStart, end } = span;
    return this.#leniently(() => {
      const number = type === AnyValue && place.plan.patterns.length > 0 ? this.#numberIn(span) : null;
      if (number !== null) return this.#number(number, span, place);
      return this.#edits.within(start, contentStart, end, () =>
        type === KeyValue
          ? this.#keyValue(contentStart, end, inside)
          : this.#message(type, contentStart, end, inside),
      );
    });
  }

  /** The number that an AnyValue is, in digits, as a JSON text would have it; null for any other. */
  #numberIn({ contentStart, end }: Span): string | null {
    const cursor = new WireCursor(this.#body, contentStart, end);
    let number: string | null = null;
    while (!cursor.done) {
      const tag = cursor.tag();
      number = null;
      if (tag === INT) number = String(BigInt.asIntN(64, cursor.varint64()));
      else if (tag === DOUBLE) number = String(cursor.double());
      else cursor.skip(tag & 7);
    }
    return number;
  }

  /** What patterns leave of a number is a text. */
  #number(number: string, { start, end }: Span, place: Place): number {
    const text = this.#redaction.redact(number, place);
    if (text === number) return 0;
    this.#values++;
    return this.#edits.replace(start, end, textValue(text));
  }

  #keyValue(start: number, end: number, place: MessagePlace): number {
    const value = this.#places.unseen === null ? place : this.#placeOfValue(start, end, place);
    const cursor = new WireCursor(this.#body, start, end);
    let longer = 0;
    while (!cursor.done) {
      const tag = cursor.tag();
      if (tag === VALUE) longer += this.#value(spanAt(cursor), value);
      else if (tag === KEY && place.isInValue) longer += this.#text(spanAt(cursor), place);
      else cursor.skip(tag & 7);
    }
    return longer;
  }

  #value(span: Span, place: MessagePlace): number {
    const { whole } = place.plan;
    if (whole === null) return this.#field(VALUE_FIELD, span, place);
    this.#values++;
    const { start, contentStart, end } = span;
    const text = this.#allowance.fit(whole.replacement, end - contentStart);
    let value = this.#texts.get(text);
    if (value === undefined) this.#texts.set(text, (value = textValue(text)));
    return this.#edits.replace(start, end, value);
  }

  /** As the decoder reads it, the last key counts. */
  #placeOfValue(start: number, end: number, place: MessagePlace): MessagePlace {
    const cursor = new WireCursor(this.#body, start, end);
    let key = '';
    while (!cursor.done) {
      const tag = cursor.tag();
      if (tag === KEY) key = cursor.text();
      else cursor.skip(tag & 7);
    }
    return { ...place, ...this.#places.under(place, key) };
  }

  #text({ start, contentStart, end }: Span, place: Place): number {
    if (contentStart === end || (place.plan.patterns.length === 0 && this.#places.unseen === null)) return 0;
    const before = this.#body.toString('utf8', contentStart, end);
    const text = this.#redaction.redact(before, place);
    if (text === before) return 0;
    this.#values++;
    return this.#edits.replace(start, end, Buffer.from(text));
  }

  /** What is malformed has nothing replaced in it: the decoder refuses it, or passes over it. */
  #leniently(redact: () => number): number {
    const values = this.#values;
    try {
      return redact();
    } catch (error) {
      if (!isMalformed(error)) throw error;
      this.#values = values;
      return 0;
    }
  }
}

const isMalformed = (error: unknown): boolean =>
  error instanceof DecodeError && !(error instanceof TooManyEdits);

/** An AnyValue that holds a text. */
const textValue = (text: string): Buffer =>
  Buffer.concat([Buffer.from([STRING]), withLength(Buffer.from(text))]);

function spanAt(cursor: WireCursor): Span {
  const start = cursor.position;
  const length = cursor.bytes();
  return { start, contentStart: cursor.position - length, end: cursor.position };
}
