import type { Config } from '../config/config.ts';
import type { Encoding, Signal } from '../decode/count.ts';
import type { ErrorCode } from '../errors.ts';
import type { StorageFault } from '../store/faults.ts';
import type { RetentionPolicy } from '../store/deleting/retention.ts';
import type { CommittedRun } from '../store/rows/committed-span.ts';

/** An accepted export request on its way to the ingest thread. The body is decompressed and in memory of its own. */
export interface IngestJob {
  readonly id: number;
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly projectId: string;
  /** Spans, log records or data points in it, see `estimateItems`. */
  readonly items: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Its memory is to be moved back after the commit. */
  readonly comesBack: boolean;
}

/** What became of a job, sent after the commit that holds it. */
export type IngestResult =
  | {
      readonly id: number;
      readonly ok: true;
      readonly rejected: number;
      readonly message: string;
      readonly spans: number;
      /** Spans, log records or data points that were stored. */
      readonly items: number;
      /** Texts and values in which redaction rules replaced something. */
      readonly redacted: number;
      /** What is odd about them, for whoever set the exporter up. */
      readonly advice: string | null;
    }
  | { readonly id: number; readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** What the ingest thread does between two commits. */
export type Command =
  | { readonly type: 'delete-trace'; readonly projectId: string; readonly traceId: string }
  | { readonly type: 'delete-sessions'; readonly projectId: string; readonly sessionIds: readonly string[] }
  | { readonly type: 'delete-project'; readonly projectId: string }
  | { readonly type: 'retain'; readonly policy: RetentionPolicy; readonly nowMs: number };

/** A batch of what spans are found by, to be indexed: JSON with `entries` of `SearchEntry`. */
export interface IndexCommand {
  readonly type: 'index';
  readonly batch: Uint8Array<ArrayBuffer>;
}

/** Extracts anew about `maxSpans` spans that an older version extracted; with `all` those of this version as well. */
export interface ReindexCommand {
  readonly type: 'reindex';
  readonly all: boolean;
  readonly maxSpans: number;
}

/** All that the ingest thread is asked to do beside its commits. */
export type AnyCommand = Command | IndexCommand | ReindexCommand;

/** Spans that a command has gone through, and those of them whose bytes can't be read: they stay as they were. */
export interface Reindexed {
  readonly spans: number;
  readonly unreadable: number;
  /** Why the first of them could not be; null where all could. */
  readonly why: string | null;
}

/** What became of a command, sent after its last commit. `found`: how much there was of what it names. */
export interface CommandDone {
  readonly id: number;
  readonly ok: boolean;
  readonly found: number;
  readonly reindexed?: Reindexed;
}

/** What listeners hear of a deletion: a trace, a session with its traces (unless they are very many), a whole project. */
export type Deleted = { readonly project_id: string } & (
  | { readonly trace_id: string; readonly session_id: string | null; readonly names_others: boolean }
  | { readonly session_id: string; readonly trace_ids?: readonly string[]; readonly trace_id?: undefined }
  | { readonly session_id?: undefined; readonly trace_id?: undefined }
);

/** What the ingest thread knows of the settings; it is told anew when they change. */
export type IngestSettings = Pick<Config, 'pricing' | 'redaction'> & Pick<Config['otel'], 'attributes'>;

/** What went wrong, for the log, with the fault of the database where that is the cause. */
export interface Failure {
  readonly text: string;
  readonly fault: StorageFault | null;
}

/** What the ingest thread runs on. */
export interface IngestStart {
  readonly dataDirectory: string;
  readonly synchronous: 'normal' | 'full';
  readonly settings: IngestSettings;
  /** Whether an earlier thread had the database open: if the file is gone by now, no new one is made. */
  readonly isAgain: boolean;
  /** Shared memory of the `Pulse` that shows whether it gets on. */
  readonly beats: Int32Array<SharedArrayBuffer>;
}

/** The first message to the ingest thread, which is started before its settings are known. */
export type FirstToIngest = { readonly type: 'start'; readonly on: IngestStart } | { readonly type: 'stop' };

/** From the main thread to the ingest thread that has started. */
export type ToIngest =
  | { readonly type: 'job'; readonly job: IngestJob }
  | { readonly type: 'command'; readonly id: number; readonly command: AnyCommand }
  | { readonly type: 'settings'; readonly settings: IngestSettings }
  /** Finds out whether the database can be written again. */
  | { readonly type: 'probe' }
  | { readonly type: 'stop' };

/** From the ingest thread. What a `failure` tells is for the log, not for exporters. */
export type FromIngest =
  /** `dueSpans`: those that an older version extracted. */
  | { readonly type: 'ready'; readonly dueSpans: number }
  /** `isInUse`: another process writes into the data directory. */
  | {
      readonly type: 'start-failed';
      readonly message: string;
      readonly isInUse: boolean;
      readonly fault: StorageFault | null;
    }
  /** After a commit that deleted, in the order of commits. */
  | { readonly type: 'deleted'; readonly deleted: readonly Deleted[] }
  /** So much of these projects is not as it was that it is to be read again. */
  | { readonly type: 'changed'; readonly changed: readonly string[] }
  | { readonly type: 'command-done'; readonly done: CommandDone; readonly failure: Failure | null }
  /** What nobody waits for. */
  | { readonly type: 'chore-failed'; readonly failure: Failure }
  | { readonly type: 'probed'; readonly failure: Failure | null }
  /** Spans of a batch that are found by their names only, and why the first of them is. */
  | { readonly type: 'unreadable'; readonly spans: number; readonly failure: string }
  /** Once a commit, before anyone is answered. */
  | {
      readonly type: 'committed';
      readonly results: readonly IngestResult[];
      readonly stored: readonly CommittedRun[];
      readonly failure: Failure | null;
      /** Memory of bodies that were lent. */
      readonly spent: readonly ArrayBuffer[];
    };
