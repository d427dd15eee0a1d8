import { isCopyWithoutId, type NamedCall } from '../../lib/call-figures.ts';

/** A recorded model call. Times are nanoseconds since 1970. */
export interface RecordedCall extends NamedCall {
  /** See `likenessOf`. Made only when it is asked for. */
  readonly likeness: string | null;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly spanId: string;
}

/** Of one response. Beyond it is no id of one answer but a constant of some proxy, and each call counts by itself. */
const MOST_RECORDINGS = 16;

const NOBODY: readonly never[] = [];

/**
 * The model calls of one trace, grouped by response id and, where some lack one, by likeness. Two of a group that overlap in
 * time are one call that two instrumentations recorded side by side (the tree handles one around the other); two that do not
 * overlap are two calls, even if a proxy gave both the same id. The order of arrival changes nothing.
 */
export class SameResponses<Call extends RecordedCall> {
  readonly #byId = new Groups<Call>();
  readonly #byLikeness = new Groups<Call>();
  /** Not asked what they are like yet: while all have an id, or none has, none leaves out one that another has. */
  readonly #unasked = new Set<Call>();
  #hasId = false;
  #hasNone = false;

  /** Answers those whose count this may change. */
  add(call: Call): readonly Call[] {
    this.#byId.add(call.responseId, call);
    if (call.responseId === null) this.#hasNone = true;
    else this.#hasId = true;
    this.#unasked.add(call);
    if (this.#hasId && this.#hasNone) this.#askAll();
    return this.#others(call, MOST_RECORDINGS + 1);
  }

  /** Answers as `add` does. */
  remove(call: Call): readonly Call[] {
    const others = this.#others(call, MOST_RECORDINGS + 1);
    this.#byId.remove(call.responseId, call);
    if (!this.#unasked.delete(call)) this.#byLikeness.remove(call.likeness, call);
    return others;
  }

  /** The others that may be recordings of the same answer: `tellsFor` says of each. */
  othersOf(call: Call): readonly Call[] {
    return this.#others(call, MOST_RECORDINGS);
  }

  #askAll(): void {
    for (const call of this.#unasked) this.#byLikeness.add(call.likeness, call);
    this.#unasked.clear();
  }

  #others(call: Call, most: number): readonly Call[] {
    const ofId = this.#byId.othersOf(call.responseId, call, most);
    if (this.#byLikeness.isEmpty) return ofId;
    const alike = this.#byLikeness.othersOf(call.likeness, call, most);
    if (alike.length === 0) return ofId;
    return ofId.length === 0 ? alike : [...ofId, ...alike];
  }
}

/** Calls by a key of theirs; one without it is in no group. Nearly every group is of one call, which stands for itself. */
class Groups<Call extends object> {
  readonly #groups = new Map<string, Call | Set<Call>>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add(key: string | null, call: Call): void {
    if (key === null) return;
    const known = this.#groups.get(key);
    if (known === undefined) this.#groups.set(key, call);
    else if (known instanceof Set) known.add(call);
    else this.#groups.set(key, new Set([known, call]));
  }

  remove(key: string | null, call: Call): void {
    if (key === null) return;
    const known = this.#groups.get(key);
    const isLast = known instanceof Set ? known.delete(call) && known.size === 0 : known === call;
    if (isLast) this.#groups.delete(key);
  }

  /** Nobody of a group that has more than `most`. */
  othersOf(key: string | null, call: Call, most: number): readonly Call[] {
    const known = key === null ? undefined : this.#groups.get(key);
    if (!(known instanceof Set) || known.size > most) return NOBODY;
    return [...known].filter((other) => other !== call);
  }
}

/**
 * Whether `one` tells of the answer and `other` need not: the one that has its id, and of two that have it the one that
 * began last, which is the nearest to the call itself.
 */
export function tellsFor(one: RecordedCall, other: RecordedCall): boolean {
  if (one.startNs > other.endNs || other.startNs > one.endNs) return false;
  if (one.responseId !== other.responseId) return isAlike(one, other) && isCopyWithoutId(other, one);
  if (one.responseId === null) return false;
  if (one.startNs !== other.startNs) return one.startNs > other.startNs;
  return one.spanId < other.spanId;
}

const isAlike = (one: RecordedCall, other: RecordedCall): boolean =>
  one.likeness !== null && one.likeness === other.likeness;
