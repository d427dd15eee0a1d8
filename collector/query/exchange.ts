import type { ErrorCode } from '../errors.ts';
import type { StorageFault } from '../store/faults.ts';
import type { PricingOptions } from '../extract/pricing.ts';

/** What a reader thread is started with. */
export interface QueryWorkerData {
  /** For what nobody waits for. */
  readonly isBackground: boolean;
}

/** The first message from the main thread to a reader: where the database is by now, or that there will be none. */
export type FirstToReader = { readonly dataDirectory: string } | 'stop';

/** From the main thread to a reader that has opened the database. */
export type ToReader = QueryRequest | NewPrices | 'stop';

/** Prices that go before the list, as at ingestion: they count for what is asked from then on. */
export interface NewPrices {
  readonly pricing: PricingOptions;
}

/** A reader is asked one thing at a time: for one of its operations, by name. */
export interface QueryRequest {
  readonly name: string;
  readonly parameters: readonly unknown[];
  /** Whether a large answer may be made now. Where not, a reader that finds this one to be large answers `large` in place of it. */
  readonly mayAnswerLarge: boolean;
}

interface Success {
  readonly ok: true;
  readonly json: Uint8Array<ArrayBuffer>;
}

/** `cause` is for the log: it never leaves the process. */
export interface FailedAnswer {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
  readonly cause: string | null;
  /** What is wrong with the database, where that is the cause. */
  readonly fault: StorageFault | null;
}

export type QueryAnswer = Success | FailedAnswer | 'large';
