import type { Allowance } from './allowance.ts';
import { JsonRedaction } from './json-redaction.ts';
import { looksLikeJson, withoutEscapes } from './json-scanner.ts';
import type { Place, Places } from './places.ts';
import { replaceAll } from './search.ts';
import { TokenMatches } from './token-matches.ts';

/** JSON in strings of JSON: each level is gone through once more. */
const MAX_LEVELS = 8;

/** As `withoutEscapes` has it, of a text that has none and was not looked at. */
const withoutAny = (text: string): ReturnType<typeof withoutEscapes> => ({
  said: text,
  strings: [],
  isBroken: false,
});

/** What rules take out of the texts of one export request. */
export class TextRedaction {
  readonly #places: Places;
  readonly #allowance: Allowance;

  constructor(places: Places, allowance: Allowance) {
    this.#places = places;
    this.#allowance = allowance;
  }

  /**
   * The text without what the rules take out; the same one where that is nothing. In JSON rules look at what its strings say,
   * and at the keys in it, and leave it JSON; a text that is none, or only begins as such, is looked at as it is as well.
   */
  redact(text: string, place: Place): string {
    return this.#redact(text, place, 0);
  }

  #redact(text: string, place: Place, level: number): string {
    if (!looksLikeJson(text)) return replaceAll(text, place.plan.patterns, this.#allowance);
    if (level < MAX_LEVELS) return this.#json(text, place, level);
    return this.#unseen(text) ?? replaceAll(text, place.plan.patterns, this.#allowance);
  }

  #json(text: string, place: Place, level: number): string {
    const { patterns } = place.plan;
    const { said, strings, isBroken } = text.includes('\\') ? withoutEscapes(text) : withoutAny(text);
    const matches = patterns.map((rule) => new TokenMatches(said, rule, this.#allowance));
    const isToBeWalked =
      isBroken ||
      this.#places.unseen !== null ||
      said.includes('\\') ||
      matches.some(({ isDone }) => !isDone) ||
      patterns.some(({ pattern }) => pattern?.asksForEnds === true);
    let redacted = text;
    if (isToBeWalked) {
      const walk = new JsonRedaction(text, {
        place,
        places: this.#places,
        allowance: this.#allowance,
        strings,
        matches,
        redact: (inner, at) => this.#redact(inner, at, level + 1),
      });
      redacted = walk.run();
      if (walk.isTooDeep) redacted = this.#unseen(text) ?? redacted;
      if (walk.isBroken) redacted = replaceAll(redacted, patterns, this.#allowance);
    }
    const slow = patterns.find(({ name }) => this.#allowance.isSlow(name));
    return slow === undefined ? redacted : this.#allowance.fit(slow.replacement, text.length);
  }

  /** What stands for a text in which nobody looks at the keys; null where no rule asks for them. */
  #unseen(text: string): string | null {
    const { unseen } = this.#places;
    return unseen === null ? null : this.#allowance.fit(unseen.replacement, text.length);
  }
}
