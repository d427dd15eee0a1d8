import type { Encoding, Signal } from '../decode/count.ts';

/** One export request that a file holds, with its place for a person: `line 12`, `message 3`. */
export interface FileRecord {
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly body: Buffer;
  readonly at: string;
}

/** A part of a file that is passed over, and why. */
export interface BadRecord {
  readonly at: string;
  readonly reason: string;
}

export const isBad = (record: FileRecord | BadRecord): record is BadRecord => 'reason' in record;

export const tooLarge = (at: string, maxBytes: number): BadRecord => ({
  at,
  reason: `is larger than ${maxBytes} bytes (otel.ingestion.max_body_bytes)`,
});
