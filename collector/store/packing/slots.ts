import { boundOf, MAX_CHUNK_BYTES, type Chunk } from './compress.ts';

const SLOTS = 8;
const STATES_OFFSET = 4;
/** The numbers kept of a slot: its state, then the length of each part. */
const PLACES = 5;
const HEAD_BYTES = 1024;
/** A chunk's previews usually take a tenth of this. */
const MAX_PREVIEW_BYTES = 128 * 1024;
/** Room for the spans and previews of a chunk, then for both packed. */
const ROOMS = [MAX_CHUNK_BYTES, MAX_PREVIEW_BYTES, boundOf(MAX_CHUNK_BYTES), boundOf(MAX_PREVIEW_BYTES)];
const SLOT_BYTES = ROOMS.reduce((sum, bytes) => sum + bytes);
const UNPACKED = 0;
const RESULT = 2;

/**
 * The states of a slot, in this order. `TAKEN`: one of the two threads packs it. `ABANDONED`: the helper still packs it, but
 * nobody waits for the result any more; once it is `PACKED`, the slot may be filled again.
 */
const FILLED = 1;
const TAKEN = 2;
export const PACKED = 3;
const ABANDONED = 4;

/** The states of the helper. */
export const RUNNING = 0;
export const STOPPING = 1;
export const STOPPED = 2;

/**
 * The memory that the writing thread and its helper share: a ring of chunks on their way from `FILLED` to `PACKED`, and two
 * bells to wait for. It is all that the two say to each other, so that the writing thread can wait in the middle of a
 * transaction, where no message reaches it.
 */
export class Slots {
  static readonly count = SLOTS;
  readonly memory: SharedArrayBuffer;
  readonly #head: Int32Array;

  constructor(memory = new SharedArrayBuffer(HEAD_BYTES + SLOTS * SLOT_BYTES)) {
    this.memory = memory;
    this.#head = new Int32Array(memory, 0, HEAD_BYTES / 4);
  }

  /** Rung for the helper: there is something to do. */
  readonly bell = new Bell(() => this.#head, 0);
  /** Rung for the writing thread: a chunk is packed. */
  readonly answer = new Bell(() => this.#head, 1);

  get helper(): number {
    return Atomics.load(this.#head, 2);
  }

  set helper(state: number) {
    Atomics.store(this.#head, 2, state);
  }

  state(slot: number): number {
    return Atomics.load(this.#head, placeOf(slot));
  }

  #setState(slot: number, state: number): void {
    Atomics.store(this.#head, placeOf(slot), state);
  }

  /** Makes a filled slot one's own; false where the other thread was first. */
  take(slot: number): boolean {
    return this.#change(slot, FILLED, TAKEN);
  }

  /** Waits no longer for a slot that the helper has taken, which is not to be filled before it has come back; false where it has. */
  abandon(slot: number): boolean {
    return this.#change(slot, TAKEN, ABANDONED);
  }

  isAbandoned(slot: number): boolean {
    return this.state(slot) === ABANDONED;
  }

  #change(slot: number, from: number, to: number): boolean {
    return Atomics.compareExchange(this.#head, placeOf(slot), from, to) === from;
  }

  static hasRoomFor({ spans, previews }: Chunk): boolean {
    return spans.length <= MAX_CHUNK_BYTES && previews.length <= MAX_PREVIEW_BYTES;
  }

  fill(slot: number, chunk: Chunk): void {
    this.#put(slot, UNPACKED, chunk);
    this.#setState(slot, FILLED);
  }

  unpacked(slot: number): Chunk {
    return this.#get(slot, UNPACKED);
  }

  setPacked(slot: number, packed: Chunk): void {
    this.#put(slot, RESULT, packed);
    this.#setState(slot, PACKED);
  }

  packed(slot: number): Chunk {
    return this.#get(slot, RESULT);
  }

  #put(slot: number, part: number, { spans, previews }: Chunk): void {
    for (const [at, bytes] of [spans, previews].entries()) {
      bytes.copy(this.#room(slot, part + at));
      this.#head[placeOf(slot) + 1 + part + at] = bytes.length;
    }
  }

  #get(slot: number, part: number): Chunk {
    const bytes = (at: number): Buffer =>
      this.#room(slot, at).subarray(0, this.#head[placeOf(slot) + 1 + at]);
    return { spans: bytes(part), previews: bytes(part + 1) };
  }

  #room(slot: number, part: number): Buffer {
    const before = ROOMS.slice(0, part).reduce((sum, bytes) => sum + bytes, 0);
    return Buffer.from(this.memory, HEAD_BYTES + slot * SLOT_BYTES + before, ROOMS[part]);
  }
}

const placeOf = (slot: number): number => STATES_OFFSET + slot * PLACES;

/** A counter that one thread raises and the other waits for to change: nothing that was rung before is missed. */
class Bell {
  readonly #head: () => Int32Array;
  readonly #place: number;

  constructor(head: () => Int32Array, place: number) {
    this.#head = head;
    this.#place = place;
  }

  get rung(): number {
    return Atomics.load(this.#head(), this.#place);
  }

  ring(): void {
    Atomics.add(this.#head(), this.#place, 1);
    Atomics.notify(this.#head(), this.#place);
  }

  /** Returns when it has been rung since `seen`, or after `milliseconds`. */
  wait(seen: number, milliseconds?: number): void {
    Atomics.wait(this.#head(), this.#place, seen, milliseconds);
  }
}
