import { giveBack, ownMemory } from '../runtime/own-memory.ts';

/** Smaller bodies have memory that the allocator gives out again by itself. */
const LEAST_BYTES = 128 * 1024;
/** Pieces are a multiple of this, so that bodies of nearly one size fit into one another's. */
const STEP_BYTES = 64 * 1024;
/** What a body may leave empty of its piece, as a part of its size: that much of it counts nowhere. */
const SLACK = 0.25;
const MOST_FREE_BYTES = 16 * 1024 * 1024;
/** Without a body for so long, nothing is kept. */
const KEPT_MS = 2000;

/** A body in memory that can be moved to another thread, and whether it is to be moved back. */
export interface MovableBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly comesBack: boolean;
}

/**
 * Memory of bodies, lent to one after the other: of all that the main thread does for a body, the kernel's clearing of fresh
 * pages took the longest. What is not given back is collected as anything else.
 */
export class BodyMemory {
  readonly #lent = new WeakSet<ArrayBufferLike>();
  /** The longest free first. */
  readonly #free: ArrayBuffer[] = [];
  #freeBytes = 0;
  #clearing: NodeJS.Timeout | undefined;

  get freeBytes(): number {
    return this.#freeBytes;
  }

  /** With whatever was in it before. */
  lend(bytes: number): Buffer<ArrayBuffer> {
    if (bytes < LEAST_BYTES) return Buffer.allocUnsafeSlow(bytes);
    const memory = this.#fitting(bytes) ?? Buffer.allocUnsafeSlow(roundedUp(bytes)).buffer;
    this.#lent.add(memory);
    return Buffer.from(memory, 0, bytes);
  }

  /** Of bytes that nobody uses any more: memory that was lent, or is theirs alone, which is freed at once. */
  takeBack(bytes: Buffer): void {
    const { buffer } = bytes;
    if (this.#lent.delete(buffer)) this.takeBackMoved(buffer as ArrayBuffer);
    else giveBack(bytes);
  }

  /** What was lent, and has been on another thread since. */
  takeBackMoved(memory: ArrayBuffer): void {
    this.#free.push(memory);
    this.#freeBytes += memory.byteLength;
    while (this.#freeBytes > MOST_FREE_BYTES) this.#drop();
    this.#clearing ??= setTimeout(() => this.#clear(), KEPT_MS).unref();
    this.#clearing.refresh();
  }

  /** Without a copy where the bytes were lent, or have their memory for themselves. */
  movable(bytes: Buffer): MovableBody {
    const { buffer, byteOffset, length } = bytes;
    if (!this.#lent.delete(buffer)) return { body: ownMemory(bytes), comesBack: false };
    return { body: new Uint8Array(buffer as ArrayBuffer, byteOffset, length), comesBack: true };
  }

  #fitting(bytes: number): ArrayBuffer | undefined {
    const most = roundedUp(bytes * (1 + SLACK));
    const at = this.#free.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= most);
    if (at < 0) return undefined;
    const [memory] = this.#free.splice(at, 1);
    this.#freeBytes -= memory!.byteLength;
    return memory;
  }

  #drop(): void {
    const memory = this.#free.shift()!;
    this.#freeBytes -= memory.byteLength;
    memory.transfer(0);
  }

  #clear(): void {
    while (this.#free.length > 0) this.#drop();
  }
}

const roundedUp = (bytes: number): number => Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
