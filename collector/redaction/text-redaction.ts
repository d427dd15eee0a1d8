import type { Allowance } from './allowance.ts';
import { JsonRedaction } from './json-redaction.ts';
import { looksLikeJson, withoutEscapes } from './json-scanner.ts';
import type { Place, Places } from './places.ts';
import { hiddenBySlow, replaceAll } from './search.ts';
import { TokenMatches } from './token-matches.ts';

/** JSON in strings of JSON: each level is gone through once more. */
const MAX_LEVELS = 8;

type Read = ReturnType<typeof withoutEscapes>;

/** A text without escapes is not looked at for that: whether it is broken then shows on the way. */
const read = (text: string): Read =>
  text.includes('\\') ? withoutEscapes(text) : { said: text, strings: [], isBroken: false };

/** Whether a text is quoted as a sentence is: it begins as a JSON string does and is none. */
function isQuotation(text: string): boolean {
  if (!text.trimStart().startsWith('"')) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

interface Walked {
  readonly redacted: string;
  readonly isBroken: boolean;
}

/** What rules take out of the texts of one export request. */
export class TextRedaction {
  readonly #places: Places;
  readonly #allowance: Allowance;
  /** What rules that ask for keys take out, without the others. */
  #keyed: TextRedaction | undefined;

  constructor(places: Places, allowance: Allowance) {
    this.#places = places;
    this.#allowance = allowance;
  }

  /**
   * The text without what the rules take out; the same one where that is nothing. In JSON rules look at what its strings say,
   * and at the keys in it, and leave it JSON; a text that is none, or only begins as such, is looked at as it is first.
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
    const hidden = hiddenBySlow(text, patterns, this.#allowance);
    if (hidden !== null) return hidden;
    const said = read(text);
    const walked = said.isBroken || isQuotation(text) ? null : this.#walk(text, said, place, level);
    const redacted = walked?.isBroken === false ? walked.redacted : this.#noJson(text, walked, place, level);
    return hiddenBySlow(text, patterns, this.#allowance) ?? redacted;
  }

  /**
   * The matches in the whole text go first, since they may begin in what reads as JSON and end in what does not; before them
   * what keys name, which patterns may take.
   */
  #noJson(text: string, walked: Walked | null, place: Place, level: number): string {
    const { whole, patterns } = place.plan;
    let plain = replaceAll(text, patterns, this.#allowance);
    if (plain === text && walked !== null) return walked.redacted;
    if (plain !== text && this.#places.unseen !== null) {
      const redaction = (this.#keyed ??= new TextRedaction(this.#places.keyed, this.#allowance));
      const keyed = redaction.#walk(text, read(text), { ...place, plan: { whole, patterns: [] } }, level);
      plain = replaceAll(keyed.redacted, patterns, this.#allowance);
    }
    return this.#walk(plain, read(plain), place, level).redacted;
  }

  /** Goes through a text token by token as far as it is JSON. */
  #walk(text: string, { said, strings, isBroken }: Read, place: Place, level: number): Walked {
    const { patterns } = place.plan;
    const matches = patterns.map((rule) => new TokenMatches(said, rule, this.#allowance));
    const isToBeWalked =
      isBroken ||
      this.#places.unseen !== null ||
      said.includes('\\') ||
      matches.some(({ isDone }) => !isDone) ||
      patterns.some(({ pattern }) => pattern?.asksForEnds === true);
    if (!isToBeWalked) return { redacted: text, isBroken: false };
    const walk = new JsonRedaction(text, {
      place,
      places: this.#places,
      allowance: this.#allowance,
      strings,
      matches,
      redact: (inner, at) => this.#redact(inner, at, level + 1),
    });
    const redacted = walk.run();
    return {
      redacted: walk.isTooDeep ? (this.#unseen(text) ?? redacted) : redacted,
      isBroken: walk.isBroken,
    };
  }

  /** What stands for a text in which nobody looks at the keys; null where no rule asks for them. */
  #unseen(text: string): string | null {
    const { unseen } = this.#places;
    return unseen === null ? null : this.#allowance.fit(unseen.replacement, text.length);
  }
}
