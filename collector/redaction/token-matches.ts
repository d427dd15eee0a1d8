import type { Allowance } from './allowance.ts';
import type { Match } from './engine.ts';
import type { JsonScanner } from './json-scanner.ts';
import type { ActiveRule } from './rules.ts';
import { matchesIn, type Part } from './search.ts';

/** What a rule's matches in a whole text have to do with one token of it. */
export interface Touch {
  /** Something in the token may match. */
  readonly isTouched: boolean;
  /** A match comes into it from before, not out of a string that it ends with. */
  readonly isEntered: boolean;
  /** What matches take of it that need what stands around it: alone it may have none. They count from where it begins. */
  readonly parts: readonly Part[];
}

const UNTOUCHED: Touch = { isTouched: false, isEntered: false, parts: [] };

/** What is no sign of JSON between two values. */
const CONTENT = /[^\s":,[\]{}]/;
/** As far is looked for it. */
const MAX_BETWEEN = 256;

/** The matches of one rule in a text, for its tokens one after the other. */
export class TokenMatches {
  readonly rule: ActiveRule;
  readonly #text: string;
  readonly #allowance: Allowance;
  /** Matches end with the string that they begin in. */
  readonly #endsWithString: boolean;
  readonly #matches: Iterator<Match>;
  #match: Match | undefined;
  /** The match has ended with its string, whatever it matches behind it. */
  #isOver = false;

  constructor(text: string, rule: ActiveRule, allowance: Allowance) {
    this.rule = rule;
    this.#text = text;
    this.#allowance = allowance;
    this.#endsWithString = rule.pattern?.namesQuotes !== true;
    this.#matches = matchesIn(text, rule, allowance);
    this.#advance();
  }

  /** There are no more matches. */
  get isDone(): boolean {
    return this.#match === undefined;
  }

  /** For a token at `[start, end)`, behind those that were asked for before. */
  touch(start: number, end: number, kind: JsonScanner['kind']): Touch {
    let touch = UNTOUCHED;
    for (let match = this.#match; match !== undefined && match.start < end; match = this.#match) {
      if (match.end > start) {
        const isEntered = touch.isEntered || (match.start < start && !this.#isOver);
        const isInside = match.start >= start && match.end <= end;
        const parts =
          isInside || this.#isOver
            ? touch.parts
            : [...touch.parts, ...this.#partsOf(match, { start, end }, kind)];
        touch = { isTouched: true, isEntered, parts };
        this.#isOver ||= kind === 'string' && this.#endsWithString && match.start >= start;
      }
      if (match.end > end) break;
      this.#advance();
    }
    return touch;
  }

  /** What a match takes of a token that it comes into, or goes on behind. */
  #partsOf(match: Match, token: Match, kind: JsonScanner['kind']): Part[] {
    const taken = { start: Math.max(match.start, token.start), end: Math.min(match.end, token.end) };
    const found = this.#findsAnotherBy(match, token, kind, taken) ? this.#quoted(token) : [taken];
    return found
      .filter(({ start, end }) => start < end)
      .map(({ start, end }) => ({ start: start - token.start, end: end - token.start, rule: this.rule }));
  }

  /** A match that goes on into another value is after that one, where the pattern spells the token out or runs through it. */
  #findsAnotherBy(match: Match, token: Match, kind: JsonScanner['kind'], taken: Match): boolean {
    const between = this.#text.slice(token.end, Math.min(match.end, token.end + MAX_BETWEEN));
    if (!CONTENT.test(between)) return false;
    if (this.#endsWithString && kind === 'string') return false;
    if (this.#endsWithString && kind === 'key' && match.start < token.start - 1) return true;
    return this.rule.pattern?.spells(this.#text.slice(taken.start, taken.end)) === true;
  }

  /** What the rule matches of a token that stands alone in its quotes. */
  #quoted({ start, end }: Match): Match[] {
    const from = Math.max(start - 1, 0);
    return [...matchesIn(this.#text.slice(from, end + 1), this.rule, this.#allowance)].map((match) => ({
      start: Math.max(match.start + from, start),
      end: Math.min(match.end + from, end),
    }));
  }

  #advance(): void {
    const next = this.#matches.next();
    this.#match = next.done === true ? undefined : next.value;
    this.#isOver = false;
  }
}
