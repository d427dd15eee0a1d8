/** How many of the latest instructions are looked at for an earlier edition of others. */
const REACH = 16;

interface Instructions {
  readonly name: string;
  readonly words: string;
}

/**
 * Which instructions are others with a piece of them changed: programs write the time, a person's name or what they remember
 * into a prompt that stays the same.
 */
export class EditedInstructions {
  readonly #latest: Instructions[] = [];
  readonly #known = new Map<string, Instructions>();

  /** The words of instructions by the name that they have elsewhere, asked for once. */
  note(name: string, words: () => string): void {
    if (this.#known.has(name)) return;
    const instructions = { name, words: words() };
    this.#known.set(name, instructions);
    this.#latest.push(instructions);
    if (this.#latest.length > REACH) this.#latest.shift();
  }

  /** The names of those that say most of what the instructions of `name` say, the latest first. */
  *editionsOf(name: string): Generator<string> {
    const own = this.#known.get(name);
    if (own === undefined) return;
    for (const other of this.#latest.toReversed())
      if (other !== own && isEdited(own.words, other.words)) yield other.name;
  }
}

/** Whether what both begin and end with is more than half of the longer one. */
function isEdited(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  return start + end > long.length / 2;
}
