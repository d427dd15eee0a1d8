import type { Allowance } from './allowance.ts';
import type { Match } from './engine.ts';
import type { ActiveRule } from './rules.ts';
import { matchesIn } from './search.ts';

/** What a rule's matches in a whole text have to do with one token of it. */
export interface Touch {
  /** Something in the token may match. */
  readonly isTouched: boolean;
  /** A match comes into it from before, not out of a string that it ends with. */
  readonly isEntered: boolean;
}

const UNTOUCHED: Touch = { isTouched: false, isEntered: false };

/** The matches of one rule in a text, for its tokens one after the other. */
export class TokenMatches {
  readonly rule: ActiveRule;
  /** Matches end with the string that they begin in. */
  readonly #endsWithString: boolean;
  readonly #matches: Iterator<Match>;
  #match: Match | undefined;
  /** The match has ended with its string, whatever it matches behind it. */
  #isOver = false;

  constructor(text: string, rule: ActiveRule, allowance: Allowance) {
    this.rule = rule;
    this.#endsWithString = rule.pattern?.namesQuotes !== true;
    this.#matches = matchesIn(text, rule, allowance);
    this.#advance();
  }

  /** There are no more matches. */
  get isDone(): boolean {
    return this.#match === undefined;
  }

  /** For a token at `[start, end)`, behind those that were asked for before. */
  touch(start: number, end: number, isString: boolean): Touch {
    let touch = UNTOUCHED;
    for (let match = this.#match; match !== undefined && match.start < end; match = this.#match) {
      if (match.end > start) {
        const isEntered = touch.isEntered || (match.start < start && !this.#isOver);
        touch = { isTouched: true, isEntered };
        this.#isOver ||= isString && this.#endsWithString && match.start >= start;
      }
      if (match.end > end) break;
      this.#advance();
    }
    return touch;
  }

  #advance(): void {
    const next = this.#matches.next();
    this.#match = next.done === true ? undefined : next.value;
    this.#isOver = false;
  }
}
