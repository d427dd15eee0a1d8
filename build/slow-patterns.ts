/** What one part of a regular expression takes, on one way through its alternatives. */
type Part =
  /** Characters of this alphabet; unbounded where it is repeated without end. */
  | {
      readonly kind: 'characters';
      readonly of: ReadonlySet<string>;
      readonly isRequired: boolean;
      readonly isUnbounded: boolean;
    }
  /** `^` of the whole text. */
  | { readonly kind: 'start' }
  /** `$`, `\b` and the like: nothing is taken, but they can fail. */
  | { readonly kind: 'assertion' }
  /** `(?<!…)` of one character. */
  | { readonly kind: 'notBehind'; readonly of: ReadonlySet<string> };

type Characters = Extract<Part, { kind: 'characters' }>;
type Way = readonly Part[];

/** Enough characters to tell classes apart. */
const ALPHABET = [
  ...Array.from({ length: 0x180 }).keys(),
  0x301,
  0xe01,
  0x2028,
  0x3000,
  0x4e00,
  0xfeff,
  0x1f600,
].map((code) => String.fromCodePoint(code));

/** A character, a class or an escape. */
const ATOM = /\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[A-Z]|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/iy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y;

/**
 * Why a search for the pattern may take time by the square of the text, or worse; undefined where it can't. On the safe side: it knows
 * that a repetition ends where a character must stand that is none of its own, and nothing cleverer.
 */
export function whySlow(pattern: string, flags: string): string | undefined {
  const ways = new Parser(pattern, flags).read();
  return typeof ways === 'string' ? ways : ways.map(whySlowWay).find((why) => why !== undefined);
}

function whySlowWay(way: Way): string | undefined {
  for (const [i, part] of way.entries())
    if (isRepetition(part) && way.slice(i + 1).some(canFail)) {
      const why = whySlowRepetition(way.slice(0, i), part);
      if (why !== undefined) return why;
    }
  return undefined;
}

/** `before` is what stands before the repetition: where that can be told from it in one way only, each character is walked once. */
function whySlowRepetition(before: Way, repetition: Characters): string | undefined {
  for (let i = before.length - 1; i >= 0; i--) {
    const part = before[i]!;
    if (part.kind === 'start') return undefined;
    if (part.kind === 'notBehind' && [...repetition.of].every((one) => part.of.has(one))) return undefined;
    if (part.kind !== 'characters') continue;
    const areApart = !overlap(part, repetition);
    if (part.isRequired && areApart) return undefined;
    const endsOfItself = before
      .slice(i + 1)
      .some((between) => between.kind === 'characters' && between.isRequired && !overlap(between, part));
    if (part.isUnbounded && !areApart && !endsOfItself) return 'two repetitions share what they take';
  }
  return 'a repetition is searched for from each place within it';
}

const isRepetition = (part: Part): part is Characters => part.kind === 'characters' && part.isUnbounded;
const canFail = (part: Part): boolean =>
  part.kind === 'assertion' || (part.kind === 'characters' && part.isRequired);
const overlap = (a: Characters, b: Characters): boolean => [...a.of].some((one) => b.of.has(one));

class Parser {
  readonly #pattern: string;
  readonly #flags: string;
  #at = 0;
  #isBeyondUs = false;

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#flags = flags.replaceAll(/[gyd]/g, '');
  }

  read(): readonly Way[] | string {
    const ways = this.#alternatives();
    return this.#isBeyondUs ? 'a repetition holds another or a choice' : ways;
  }

  #take(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.#at;
    const found = what.exec(this.#pattern);
    if (found) this.#at = what.lastIndex;
    return found;
  }

  #alternatives(): Way[] {
    const all: Way[] = [];
    let ways: Way[] = [[]];
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ')') {
      if (this.#take(/\|/y)) {
        all.push(...ways);
        ways = [[]];
        continue;
      }
      const next = this.#quantified(this.#term());
      ways = ways.flatMap((way) => next.map((more) => [...way, ...more]));
    }
    return [...all, ...ways];
  }

  #term(): Way[] {
    const group = this.#take(GROUP)?.[0];
    if (group !== undefined) {
      const ways = this.#alternatives();
      this.#at++;
      if (group === '(?!') return [[], ...ways.map((way) => [...way, ASSERTION])];
      return group === '(?<!' ? ways.map(notBehind) : ways;
    }
    if (this.#take(/\^/y)) return [[this.#flags.includes('m') ? ASSERTION : { kind: 'start' }]];
    if (this.#take(/\$|\\b/iy)) return [[ASSERTION]];
    const of = charactersOf(this.#take(ATOM)![0], this.#flags);
    return [[{ kind: 'characters', of, isRequired: true, isUnbounded: false }]];
  }

  #quantified(ways: Way[]): Way[] {
    const quantifier = this.#take(QUANTIFIER);
    if (!quantifier) return ways;
    const [, sign, least = sign === '+' ? '1' : '0', comma, most] = quantifier;
    const isUnbounded = sign === '*' || sign === '+' || (comma === ',' && most === '');
    if (!isUnbounded) return Number(least) > 0 ? ways : [[], ...ways];
    const parts = ways.flat();
    if (ways.length > 1 || parts.some(isRepetition)) this.#isBeyondUs = true;
    return [[repeated(parts, Number(least) > 0)]];
  }
}

function repeated(parts: Way, isRequired: boolean): Part {
  const of = new Set(parts.flatMap((part) => (part.kind === 'characters' ? [...part.of] : [])));
  return { kind: 'characters', of, isRequired, isUnbounded: true };
}

const known = new Map<string, ReadonlySet<string>>();

function charactersOf(atom: string, flags: string): ReadonlySet<string> {
  const key = `${flags}/${atom}`;
  const whole = new RegExp(`^(?:${atom})$`, flags);
  const of = known.get(key) ?? new Set(ALPHABET.filter((one) => whole.test(one)));
  known.set(key, of);
  return of;
}

const ASSERTION: Part = { kind: 'assertion' };

const notBehind = (way: Way): Way =>
  way.map((part) =>
    way.length === 1 && part.kind === 'characters' ? { kind: 'notBehind', of: part.of } : ASSERTION,
  );
