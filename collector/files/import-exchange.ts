import type { ImportReport } from '../contract/imports.ts';
import type { FileRecord } from './record.ts';

/** From the main thread to the import thread. */
export type ToImport =
  | {
      readonly type: 'import';
      readonly id: number;
      readonly file: string;
      readonly maxBytes: number;
      /** For how long what is refused as retryable is handed over again. */
      readonly patienceMs: number;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | ({ readonly type: 'answer'; readonly record: number } & RecordAnswer)
  | 'stop';

/** What became of a record that the thread handed over. */
export type RecordAnswer =
  | { readonly ok: true; readonly rejected: number; readonly message: string }
  | { readonly ok: false; readonly retryable: boolean; readonly refused: boolean; readonly message: string };

/** From the import thread. `failure` is for the log and for whoever asked; what is `retryable` may be sent again later. */
export type FromImport =
  | {
      readonly type: 'record';
      readonly id: number;
      readonly record: number;
      readonly sent: Pick<FileRecord, 'signal' | 'encoding'> & { readonly body: Uint8Array };
    }
  | { readonly type: 'done'; readonly id: number; readonly report: ImportReport }
  | { readonly type: 'failed'; readonly id: number; readonly failure: string; readonly retryable: boolean };
