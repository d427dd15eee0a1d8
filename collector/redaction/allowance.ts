/** The clock is looked at after so many characters. */
const UNITS_A_LOOK = 64 * 1024;
const BASE_MS = 500;
const MS_A_BYTE = 0.001;
/** Bytes that a request may grow by. */
const MAX_GROWTH = 16 * 1024 * 1024;
/** Takes the place of replacements once the request may not grow any more. */
const SHORTEST = '*';

/** Processor time of this thread so far, in milliseconds, so that other work of the machine does not count. */
export function threadTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * What rules may take of the ingest thread for one request, so that neither a pattern nor a text can hold up the others: half a
 * second and a microsecond a byte for each rule, some tenfold of what patterns usually need, and 16 MB of memory.
 */
export class Allowance {
  readonly #clock: () => number;
  readonly #spanMs: number;
  readonly #slow = new Set<string>();
  #until: number;
  #units = 0;
  #growth = MAX_GROWTH;

  /** `clock`: milliseconds. */
  constructor(requestBytes: number, clock: () => number = threadTimeMs) {
    this.#clock = clock;
    this.#spanMs = BASE_MS + requestBytes * MS_A_BYTE;
    this.#until = clock() + this.#spanMs;
  }

  /** The rules that took too long, in the order in which they did. */
  get slow(): readonly string[] {
    return [...this.#slow];
  }

  isSlow(rule: string): boolean {
    return this.#slow.has(rule);
  }

  /** Whether the rule may go on after so many characters more. If not, the rules after it get as much time again. */
  goesOn(rule: string, characters: number): boolean {
    this.#units += characters;
    if (this.#units < UNITS_A_LOOK) return true;
    this.#units = 0;
    const now = this.#clock();
    if (now <= this.#until) return true;
    this.#slow.add(rule);
    this.#until = now + this.#spanMs;
    return false;
  }

  /** The replacement for so many bytes, or `*` where the request may not grow by the difference. */
  fit(replacement: string, bytes: number): string {
    const longer = Buffer.byteLength(replacement) - bytes;
    if (longer > this.#growth) return SHORTEST;
    this.#growth -= Math.max(longer, 0);
    return replacement;
  }
}
