import type { Allowance } from './allowance.ts';
import { JsonScanner, looksLikeJson } from './json-scanner.ts';
import type { Place, Places } from './places.ts';
import type { ActiveRule } from './rules.ts';
import { matchesIn, replaceAll, replaceParts, type Part } from './search.ts';
import type { TokenMatches } from './token-matches.ts';

/** What the redaction of one JSON text works with. */
interface Parts {
  /** Where the text stands. */
  readonly place: Place;
  readonly places: Places;
  readonly allowance: Allowance;
  /** The unescaped keys and strings of the text that have escapes, in order. */
  readonly strings: readonly string[];
  /** The matches of each pattern that holds for the whole text, found in the text without escapes. */
  readonly matches: readonly TokenMatches[];
  /** Applies the rules to a string by itself, and to JSON in it. */
  readonly redact: (text: string, place: Place) => string;
}

/** A value that a rule replaces whole, while its end is looked for. */
interface Hidden {
  readonly start: number;
  /** How many brackets are around it. */
  readonly depth: number;
  readonly replacement: string;
}

/**
 * The redaction of one JSON text, token by token. Patterns see strings without escapes; a changed one is written as JSON again,
 * and all else keeps its characters. A match that enters a value from its key or quote replaces it whole; one that needs the text
 * around a string or key replaces the part that lies in it.
 */
export class JsonRedaction {
  readonly #text: string;
  readonly #parts: Parts;
  readonly #scanner: JsonScanner;
  readonly #hasKeyRules: boolean;
  /** Whether a pattern has `^` or `$`: it may then match a string by itself where it did not match in the whole text. */
  readonly #asksForEnds: boolean;
  /** The places of the enclosing objects and lists, the innermost last. */
  readonly #around: Place[];
  /** Where the next value stands. */
  #place: Place;
  #hidden: Hidden | null = null;
  /** How many strings with escapes have been passed. */
  #escaped = 0;
  /** Added to an offset in the text, gives the same place in the text without escapes. */
  #shift = 0;
  #written = '';
  #copied = 0;

  constructor(text: string, parts: Parts) {
    this.#text = text;
    this.#parts = parts;
    this.#scanner = new JsonScanner(text);
    this.#hasKeyRules = parts.places.unseen !== null;
    this.#asksForEnds = parts.place.plan.patterns.some(({ pattern }) => pattern?.asksForEnds === true);
    this.#around = [parts.place];
    this.#place = parts.place;
  }

  get isBroken(): boolean {
    return this.#scanner.isBroken;
  }

  get isTooDeep(): boolean {
    return this.#scanner.isTooDeep;
  }

  /** The redacted text. What follows the end of its JSON stays as it is. */
  run(): string {
    const scanner = this.#scanner;
    while (scanner.next()) {
      if (scanner.kind === 'open') this.#open();
      else if (scanner.kind === 'close') this.#close();
      else this.#word();
    }
    // The text was cut off inside of the value.
    if (this.#hidden !== null) this.#hide(this.#hidden, this.#text.length);
    return this.#written + this.#text.slice(this.#copied);
  }

  #open(): void {
    const { depth, start } = this.#scanner;
    const { whole } = this.#place.plan;
    if (whole !== null) this.#hidden ??= { start, depth: depth - 1, replacement: whole.replacement };
    this.#around.push(this.#place);
  }

  #close(): void {
    const { depth, after } = this.#scanner;
    this.#around.pop();
    this.#place = this.#around.at(-1)!;
    if (this.#hidden?.depth !== depth) return;
    this.#hide(this.#hidden, after);
    this.#hidden = null;
  }

  /** A key, a string or a literal. */
  #word(): void {
    const { kind, start, end, hasEscape } = this.#scanner;
    const content = this.#text.slice(start, end);
    const said = hasEscape ? this.#parts.strings[this.#escaped++]! : content;
    const { isTouched, entering, parts } = this.#touch(said.length);
    this.#shift += said.length - content.length;
    if (this.#hidden !== null) return;
    if (kind === 'key') this.#key(said, isTouched, parts);
    else this.#value(said, isTouched, parts, this.#place.plan.whole ?? entering);
  }

  /** How the matches in the whole text touch the token, whose unescaped content has this length. */
  #touch(length: number): {
    readonly isTouched: boolean;
    readonly entering: ActiveRule | null;
    readonly parts: readonly Part[];
  } {
    const start = this.#scanner.start + this.#shift;
    let isTouched = false;
    let entering: ActiveRule | null = null;
    const parts: Part[] = [];
    for (const matches of this.#parts.matches) {
      const touch = matches.touch(start, start + length, this.#scanner.kind);
      isTouched ||= touch.isTouched;
      if (touch.isEntered) entering ??= matches.rule;
      parts.push(...touch.parts);
    }
    return { isTouched, entering, parts };
  }

  #key(said: string, isTouched: boolean, parts: readonly Part[]): void {
    const around = this.#around.at(-1)!;
    if (this.#hasKeyRules) this.#place = this.#parts.places.under(around, said);
    if (!isTouched && !this.#mayMatch(around)) return;
    this.#writeChanged(said, this.#without(said, parts, around));
  }

  #value(said: string, isTouched: boolean, parts: readonly Part[], hiding: ActiveRule | null): void {
    const { redact, allowance } = this.#parts;
    const isJson = parts.length > 0 && looksLikeJson(said);
    const whole = hiding ?? (isJson ? this.#ruleOfUnseen(said, parts) : null);
    if (whole !== null) this.#write(allowance.fit(whole.replacement, said.length));
    else if (parts.length > 0 && !isJson) this.#writeChanged(said, this.#without(said, parts, this.#place));
    else if (isTouched || this.#mayMatch(this.#place) || this.#mayHoldJson(said))
      this.#writeChanged(said, redact(said, this.#place));
  }

  #without(said: string, parts: readonly Part[], { plan }: Place): string {
    const { allowance } = this.#parts;
    return parts.length === 0
      ? replaceAll(said, plan.patterns, allowance)
      : replaceParts(said, parts, plan.patterns, allowance);
  }

  /** For JSON in a string, which must stay JSON: the rule of a part that it does not match in the string alone, if any. */
  #ruleOfUnseen(said: string, parts: readonly Part[]): ActiveRule | null {
    const unseen = parts.find(({ start, end, rule }) => {
      for (const match of matchesIn(said, rule, this.#parts.allowance))
        if (match.start <= start && match.end >= end) return false;
      return true;
    });
    return unseen?.rule ?? null;
  }

  /** Whether patterns may match here that the matches in the whole text do not show. */
  #mayMatch(place: Place): boolean {
    return this.#asksForEnds || place.plan.patterns.length > this.#parts.place.plan.patterns.length;
  }

  /** Whether the string may hold JSON in which the matches in the whole text do not show everything. */
  #mayHoldJson(said: string): boolean {
    return (this.#hasKeyRules || (this.#scanner.hasEscape && said.includes('\\'))) && looksLikeJson(said);
  }

  #writeChanged(before: string, after: string): void {
    if (after !== before) this.#write(after);
  }

  /** Writes a string in the place of the token. */
  #write(said: string): void {
    const { kind, start, after, isClosed } = this.#scanner;
    const string = JSON.stringify(said);
    this.#splice(kind === 'literal' ? start : start - 1, after, isClosed ? string : string.slice(0, -1));
  }

  #hide({ start, replacement }: Hidden, end: number): void {
    this.#splice(start, end, JSON.stringify(this.#parts.allowance.fit(replacement, end - start)));
  }

  #splice(start: number, end: number, text: string): void {
    this.#written += this.#text.slice(this.#copied, start) + text;
    this.#copied = end;
  }
}
