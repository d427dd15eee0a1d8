import { crc32 } from 'node:zlib';
import type { IngestJob } from '../jobs.ts';

/** Exporters send what was refused again for minutes at most. */
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 1000;

/** What is known of a request: `suspect`, the thread has died while it had it; `condemned`, it has died of it alone. */
export type Standing = 'clear' | 'suspect' | 'condemned';

/** Bytes compared at the beginning, middle and end of a body: two that differ only elsewhere count as the same. */
const SAMPLE_BYTES = 8192;

/** Equal for a request that is sent again. Costs a few microseconds, whatever its size. */
export function fingerprintOf({ signal, encoding, projectId, body }: IngestJob): string {
  const { length } = body;
  const sampleAt = (at: number): Uint8Array => body.subarray(at, at + SAMPLE_BYTES);
  const sums = [0, Math.floor(length / 2), Math.max(0, length - SAMPLE_BYTES)].map((at) =>
    crc32(sampleAt(at)),
  );
  return `${signal} ${encoding} ${projectId} ${length} ${sums.join(' ')}`;
}

/**
 * Requests that the ingest thread has died with. What ended it would end it again each time that its exporter sends it, so
 * a suspect is tried alone: where the thread dies of it again it is condemned, for some minutes, and else it is clear.
 */
export class Suspects {
  readonly #standing = new Map<string, { readonly standing: Standing; readonly untilMs: number }>();

  /** As nearly always: then no fingerprint need be computed. */
  get isEmpty(): boolean {
    return this.#standing.size === 0;
  }

  standingOf(fingerprint: string): Standing {
    const known = this.#standing.get(fingerprint);
    if (known === undefined) return 'clear';
    if (performance.now() < known.untilMs) return known.standing;
    this.#standing.delete(fingerprint);
    return 'clear';
  }

  /**
   * The thread has died while it had the request. `alone`: as suspects are tried; among others, the same request may have been
   * there twice. Answers what it is from now on.
   */
  died(fingerprint: string, alone: boolean): Standing {
    const isCondemned = alone || this.standingOf(fingerprint) === 'condemned';
    const standing = isCondemned ? 'condemned' : 'suspect';
    // The newest last, so that the oldest is forgotten first.
    this.#standing.delete(fingerprint);
    this.#standing.set(fingerprint, { standing, untilMs: performance.now() + REMEMBERED_MS });
    for (const [oldest] of this.#standing) {
      if (this.#standing.size <= MAX_REMEMBERED) break;
      this.#standing.delete(oldest);
    }
    return standing;
  }

  /** The thread has lived through it. */
  clear(fingerprint: string): void {
    this.#standing.delete(fingerprint);
  }
}
