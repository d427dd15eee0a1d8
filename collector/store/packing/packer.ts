import { compressedChunk, type Chunk } from './compress.ts';
import { PACKED, Slots, STOPPED, STOPPING } from './slots.ts';

/** Compresses chunks. What is packed may be told later: at the latest before `finish` returns. */
export interface Packer {
  /** Takes a copy of `chunk`. `onPacked` gets memory that is good until it returns. */
  pack(chunk: Chunk, onPacked: (packed: Chunk) => void): void;
  /** Tells all that has been given to `pack`. */
  finish(): void;
  /** Forgets all that has been given to `pack`. */
  drop(): void;
  /** The transaction is in the log. */
  committed(): void;
  close(): void;
}

/** On the calling thread, at once. */
export const packHere: Packer = {
  pack: (chunk, onPacked) => compressedChunk(chunk, onPacked),
  finish: () => undefined,
  drop: () => undefined,
  committed: () => undefined,
  close: () => undefined,
};

/** Below this, waking another thread takes longer than packing. */
const WORTH_HELP_BYTES = 32 * 1024;
/** The helper starts after so many: a few small commits leave little in the log, and its start would hold up what follows. */
const COMMITS_WITHOUT_HELP = 32;
/** Twenty times what a chunk takes: long enough for a slow machine, short enough where the helper waits for a processor. */
const PATIENCE_MS = 20;
/** While closing: how long it waits before it looks again, and how long in all. */
const WAIT_MS = 100;
const MAX_SILENCE_MS = 5000;

/**
 * Shares the packing with a helper thread (`helper.ts`): it packs while the writing thread goes on with its rows. Whoever
 * comes first takes a chunk, and what the helper has taken is packed once more where it is not done in a moment: nothing ever
 * waits for one that is slow, or is not there.
 */
export class SharedPacker implements Packer {
  readonly #slots: Slots;
  /** The callback of each slot in use. */
  readonly #asked: (((packed: Chunk) => void) | null)[] = Array.from({ length: Slots.count }, () => null);
  #next = 0;
  #startHelper: (() => void) | undefined;
  #hasPacked = false;
  #commits = 0;

  /** `startHelper` is called once: with the first chunk that is worth its help, or after some commits that hold any. */
  constructor(slots: Slots, startHelper: () => void) {
    this.#slots = slots;
    this.#startHelper = startHelper;
  }

  pack(chunk: Chunk, onPacked: (packed: Chunk) => void): void {
    this.#hasPacked = true;
    const isForHelp = chunk.spans.length >= WORTH_HELP_BYTES && Slots.hasRoomFor(chunk);
    const slot = this.#next;
    if (isForHelp) {
      this.#next = (slot + 1) % Slots.count;
      this.#settle(slot);
    }
    if (!isForHelp || this.#slots.isAbandoned(slot)) return compressedChunk(chunk, onPacked);
    this.#asked[slot] = onPacked;
    this.#slots.fill(slot, chunk);
    this.#wakeHelper();
  }

  finish(): void {
    for (let step = 0; step < Slots.count; step++) this.#settle((this.#next + step) % Slots.count);
  }

  drop(): void {
    for (const slot of this.#asked.keys()) if (this.#asked[slot]) this.#asked[slot] = () => undefined;
    this.finish();
  }

  committed(): void {
    if (!this.#hasPacked) return;
    const isStarted = this.#startHelper === undefined;
    if (isStarted || ++this.#commits > COMMITS_WITHOUT_HELP) this.#wakeHelper();
  }

  #wakeHelper(): void {
    const start = this.#startHelper;
    this.#startHelper = undefined;
    start?.();
    this.#slots.bell.ring();
  }

  /** Returns when the helper has closed its connection. */
  close(): void {
    const slots = this.#slots;
    if (slots.helper === STOPPED) return;
    slots.helper = STOPPING;
    slots.bell.ring();
    const end = performance.now() + MAX_SILENCE_MS;
    for (;;) {
      const seen = slots.answer.rung;
      if (slots.helper === STOPPED || performance.now() > end) return;
      slots.answer.wait(seen, WAIT_MS);
    }
  }

  /** Tells what is in `slot`, packing it here where nobody has begun to, or where the helper is slow. */
  #settle(slot: number): void {
    const onPacked = this.#asked[slot];
    if (!onPacked) return;
    const slots = this.#slots;
    this.#asked[slot] = null;
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const seen = slots.answer.rung;
      if (slots.state(slot) === PACKED) return onPacked(slots.packed(slot));
      const isOurs = slots.take(slot) || slots.helper === STOPPED;
      const left = end - performance.now();
      if (isOurs || (left <= 0 && slots.abandon(slot)))
        return compressedChunk(slots.unpacked(slot), onPacked);
      slots.answer.wait(seen, Math.max(left, 0));
    }
  }
}
