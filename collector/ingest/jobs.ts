import type { Config } from '../config.ts';
import type { Encoding, Signal } from '../decode/count.ts';
import type { ErrorCode } from '../errors.ts';
import type { StoredSpan } from '../store/writer.ts';

/** An accepted export request on its way to the ingest thread. The body is decompressed and in memory of its own. */
export interface IngestJob {
  readonly id: number;
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly projectId: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What became of a job, sent after the commit that holds it. */
export type IngestResult =
  | {
      readonly id: number;
      readonly ok: true;
      readonly rejected: number;
      readonly message: string;
      readonly spans: number;
    }
  | { readonly id: number; readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** What the ingest thread knows of the settings; it is told anew when they change. */
export type IngestSettings = Pick<Config, 'pricing'> & Pick<Config['otel'], 'attributes' | 'retention'>;

/** From the main thread to the ingest thread. */
export type ToIngest =
  | { readonly type: 'job'; readonly job: IngestJob }
  | { readonly type: 'settings'; readonly settings: IngestSettings }
  | { readonly type: 'stop' };

/** From the ingest thread: one message for each commit. `failure` is for the log, not for exporters. */
export type FromIngest =
  | { readonly type: 'ready' }
  | { readonly type: 'start-failed'; readonly message: string }
  | {
      readonly type: 'committed';
      readonly results: readonly IngestResult[];
      readonly stored: readonly StoredSpan[];
      readonly failure: string | null;
    };
