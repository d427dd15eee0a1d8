import { setImmediate as turn } from 'node:timers/promises';

const NEWLINE = 10;

/**
 * Reads a stream of bytes by length or by line, holding no more than what was asked for and one chunk. Once `signal` is
 * aborted it throws instead of reading on. A source that fails ends there for whoever reads: what came before is given, and
 * `throwIfFailed` tells.
 */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #signal: AbortSignal | undefined;
  #chunks: Buffer[] = [];
  #held = 0;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(source: AsyncIterable<Buffer>, signal: AbortSignal | undefined) {
    this.#source = source[Symbol.asyncIterator]();
    this.#signal = signal;
  }

  /** Throws what the source failed of, as soon as its end has been met. */
  throwIfFailed(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Whether nothing is left. */
  async atEnd(): Promise<boolean> {
    return (await this.peek(1)).length === 0;
  }

  /** The next bytes, which stay to be read; fewer than `count` where the stream ends. */
  async peek(count: number): Promise<Buffer> {
    await this.#hold(count);
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return (this.#chunks[0] ?? Buffer.alloc(0)).subarray(0, count);
  }

  /** The next bytes; fewer than `count` where the stream ends. */
  async take(count: number): Promise<Buffer> {
    await this.#hold(count);
    return this.#cut(Math.min(count, this.#held));
  }

  /** All that is left, for another to read: this one has nothing any more. */
  async *rest(): AsyncGenerator<Buffer> {
    while (this.#held > 0 || (await this.#more())) yield this.#cut(this.#held);
    this.throwIfFailed();
  }

  /** Lets whoever waits for the thread have a turn. */
  async pause(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
  }

  /** Passes over bytes without holding them. False where the stream ends before. */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > 0) {
      if (this.#held === 0 && !(await this.#more())) return false;
      const step = Math.min(left, this.#held);
      this.#cut(step);
      left -= step;
    }
    return true;
  }

  /**
   * The next line without its end; null when nothing is left. A line longer than `maxBytes` is passed over and comes
   * back as `too-long`. Throws in place of a line that the source failed within.
   */
  async line(maxBytes: number): Promise<Buffer | 'too-long' | null> {
    let looked = 0;
    for (;;) {
      const end = this.#indexOf(NEWLINE, looked);
      if (end >= 0) {
        if (end > maxBytes) return this.#passLine(end + 1);
        const line = this.#cut(end);
        this.#cut(1);
        return line;
      }
      looked = this.#held;
      if (looked > maxBytes) return this.#passLine(null);
      if (await this.#more()) continue;
      this.throwIfFailed();
      return this.#held === 0 ? null : this.#cut(this.#held);
    }
  }

  /** `length` counts the end of the line; null where that has not been seen yet. */
  async #passLine(length: number | null): Promise<'too-long'> {
    this.#cut(length ?? this.#held);
    if (length !== null) return 'too-long';
    while (await this.#more()) {
      const end = this.#indexOf(NEWLINE, 0);
      this.#cut(end < 0 ? this.#held : end + 1);
      if (end >= 0) break;
    }
    return 'too-long';
  }

  #indexOf(byte: number, from: number): number {
    let start = 0;
    for (const chunk of this.#chunks) {
      if (start + chunk.length > from) {
        const at = chunk.indexOf(byte, Math.max(from - start, 0));
        if (at >= 0) return start + at;
      }
      start += chunk.length;
    }
    return -1;
  }

  async #hold(count: number): Promise<void> {
    while (this.#held < count && (await this.#more()));
  }

  async #more(): Promise<boolean> {
    this.#signal?.throwIfAborted();
    if (this.#ended) return false;
    const chunk = await this.#next();
    this.#ended = chunk === null;
    if (chunk === null) return false;
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    return true;
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#source.next();
      return done ? null : value;
    } catch (error) {
      this.#failure = { error };
      return null;
    }
  }

  #cut(count: number): Buffer {
    const taken: Buffer[] = [];
    let left = count;
    while (left > 0) {
      const chunk = this.#chunks[0]!;
      const step = Math.min(left, chunk.length);
      taken.push(chunk.subarray(0, step));
      if (step === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(step);
      left -= step;
    }
    this.#held -= count;
    return taken.length === 1 ? taken[0]! : Buffer.concat(taken);
  }
}
