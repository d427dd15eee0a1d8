/** A recorded model call whose answer has an id. Times are nanoseconds since 1970. */
export interface RecordedCall {
  readonly responseId: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly spanId: string;
}

/** Of one response. Beyond it is no id of one answer but a constant of some proxy, and each call counts by itself. */
const MOST_RECORDINGS = 16;

const NOBODY: readonly never[] = [];

/**
 * The calls of a trace by the id of their answer. Two that overlap in time were recorded by two instrumentations side by side
 * (around each other, the tree tells); calls one after the other are two, whatever id a proxy gave them. What counts
 * follows from the calls alone, in whatever order they came.
 */
export class SameResponses<Call extends RecordedCall> {
  readonly #calls = new Map<string, Call[]>();

  /** Answers the others of the response, whose count this may change. */
  add(call: Call): readonly Call[] {
    const known = this.#calls.get(call.responseId);
    if (known === undefined) {
      this.#calls.set(call.responseId, [call]);
      return NOBODY;
    }
    known.push(call);
    return this.#others(call, MOST_RECORDINGS + 1);
  }

  /** Answers as `add` does. */
  remove(call: Call): readonly Call[] {
    const known = this.#calls.get(call.responseId)?.filter((other) => other !== call) ?? [];
    if (known.length === 0) this.#calls.delete(call.responseId);
    else this.#calls.set(call.responseId, known);
    return known.length > MOST_RECORDINGS ? NOBODY : known;
  }

  /** The others that are recordings of the same answer, if they overlap. */
  othersOf(call: Call): readonly Call[] {
    return this.#others(call, MOST_RECORDINGS);
  }

  #others(call: Call, most: number): readonly Call[] {
    const known = this.#calls.get(call.responseId) ?? NOBODY;
    return known.length === 1 || known.length > most ? NOBODY : known.filter((other) => other !== call);
  }
}

/** Whether `one` tells of the answer and `other` need not: the one that began last is the nearest to the call itself. */
export function tellsFor(one: RecordedCall, other: RecordedCall): boolean {
  if (one.startNs > other.endNs || other.startNs > one.endNs) return false;
  if (one.startNs !== other.startNs) return one.startNs > other.startNs;
  return one.spanId < other.spanId;
}
