import { giveBack, ownMemory } from '../runtime/own-memory.ts';

/** Below this the allocator reuses memory by itself, and lending it would gain nothing. */
const LEAST_BYTES = 128 * 1024;
/** The size of a piece is a multiple of this, so that bodies of nearly the same size can share one. */
const STEP_BYTES = 64 * 1024;
/** How much larger than its body a piece may be, as a part of the body's size: no bound counts that memory. */
const SLACK = 0.25;
const MOST_FREE_BYTES = 16 * 1024 * 1024;
/** Free memory is dropped when no body has come for so long. */
const KEPT_MS = 2000;

/** A body in memory that can be moved to another thread, and whether it is to be moved back. */
export interface MovableBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly comesBack: boolean;
}

/**
 * Memory for bodies, lent to one after the other: clearing fresh pages in the kernel was the slowest part of what the main
 * thread does for a body. A piece that is never given back is left to the garbage collector.
 */
export class BodyMemory {
  readonly #lent = new WeakSet<ArrayBufferLike>();
  /** Those that have been free for longest come first. */
  readonly #free: ArrayBuffer[] = [];
  #freeBytes = 0;
  #clearing: NodeJS.Timeout | undefined;

  get freeBytes(): number {
    return this.#freeBytes;
  }

  /** Not cleared: the memory holds what was in it before. */
  lend(bytes: number): Buffer<ArrayBuffer> {
    if (bytes < LEAST_BYTES) return Buffer.allocUnsafeSlow(bytes);
    const memory = this.#fitting(bytes) ?? Buffer.allocUnsafeSlow(roundedUp(bytes)).buffer;
    this.#lent.add(memory);
    return Buffer.from(memory, 0, bytes);
  }

  /** Takes bytes that nobody uses any more: keeps their memory if it was lent, else frees it at once if it is theirs alone. */
  takeBack(bytes: Buffer): void {
    const { buffer } = bytes;
    if (this.#lent.delete(buffer)) this.takeBackMoved(buffer as ArrayBuffer);
    else giveBack(bytes);
  }

  /** Takes lent memory that comes back from another thread. */
  takeBackMoved(memory: ArrayBuffer): void {
    this.#free.push(memory);
    this.#freeBytes += memory.byteLength;
    while (this.#freeBytes > MOST_FREE_BYTES) this.#drop();
    this.#clearing ??= setTimeout(() => this.#clear(), KEPT_MS).unref();
    this.#clearing.refresh();
  }

  /** Copies the bytes only where they were not lent and share their memory with others. */
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
