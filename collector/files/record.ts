import type { Encoding, Signal } from '../decode/count.ts';

/** One export request that a file holds, with its place for a person: `line 12`, `message 3`. */
export interface FileRecord {
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly body: Buffer;
  readonly at: string;
}

/** A part of a file that is passed over, and why: its place and the reason make one sentence. */
export interface BadRecord {
  readonly at: string;
  readonly reason: string;
}

export const isBad = (record: FileRecord | BadRecord): record is BadRecord => 'reason' in record;

/** Also of a length that was never one: of a file that is no OTLP, any four bytes are taken for it. */
export const cutOff = (at: string): BadRecord => ({ at, reason: 'is cut off: the file ends before it does' });

export const tooLarge = (at: string, maxBytes: number): BadRecord => ({
  at,
  reason: `is larger than ${maxBytes} bytes (otel.ingestion.max_body_bytes)`,
});
