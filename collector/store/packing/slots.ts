import { COMPRESSION_BOUND, MAX_CHUNK_BYTES } from './compress.ts';

const SLOTS = 8;
const STATES_OFFSET = 4;
const PLACES = 3;
const HEAD_BYTES = 1024;
const SLOT_BYTES = MAX_CHUNK_BYTES + COMPRESSION_BOUND;

/** What a slot is in: it goes round in this order. `TAKEN`: one of the two threads is at it. */
export const FREE = 0;
const FILLED = 1;
const TAKEN = 2;
export const PACKED = 3;

/** Of the helper as a whole. */
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
    return Atomics.load(this.#head, STATES_OFFSET + slot * PLACES);
  }

  setState(slot: number, state: number): void {
    Atomics.store(this.#head, STATES_OFFSET + slot * PLACES, state);
  }

  /** Makes a filled slot one's own; false where the other thread was first. */
  take(slot: number): boolean {
    return Atomics.compareExchange(this.#head, STATES_OFFSET + slot * PLACES, FILLED, TAKEN) === FILLED;
  }

  fill(slot: number, bytes: Buffer): void {
    bytes.copy(this.#unpackedMemory(slot));
    this.#head[STATES_OFFSET + slot * PLACES + 1] = bytes.length;
    this.setState(slot, FILLED);
  }

  unpacked(slot: number): Buffer {
    return this.#unpackedMemory(slot).subarray(0, this.#head[STATES_OFFSET + slot * PLACES + 1]);
  }

  setPacked(slot: number, packed: Buffer): void {
    packed.copy(this.#packedMemory(slot));
    this.#head[STATES_OFFSET + slot * PLACES + 2] = packed.length;
    this.setState(slot, PACKED);
  }

  packed(slot: number): Buffer {
    return this.#packedMemory(slot).subarray(0, this.#head[STATES_OFFSET + slot * PLACES + 2]);
  }

  #unpackedMemory(slot: number): Buffer {
    return Buffer.from(this.memory, HEAD_BYTES + slot * SLOT_BYTES, MAX_CHUNK_BYTES);
  }

  #packedMemory(slot: number): Buffer {
    return Buffer.from(this.memory, HEAD_BYTES + slot * SLOT_BYTES + MAX_CHUNK_BYTES, COMPRESSION_BOUND);
  }
}

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
