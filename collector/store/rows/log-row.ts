import { everyColumnOf } from './columns.ts';
import type { SharedBytes } from './span-row.ts';

/** One log record as it is stored, but for the ids that the writer gives it. */
export interface LogColumns {
  /** 16 bytes of a hash of the record as it came, its resource and scope, and how often it stood before in its request. */
  readonly hash: Buffer;
  readonly timeNs: bigint;
  readonly observedNs: bigint | null;
  readonly severityNumber: number | null;
  readonly severityText: string | null;
  readonly eventName: string | null;
  readonly serviceName: string | null;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly searchText: string;
  readonly inputPreview: string | null;
  readonly outputPreview: string | null;
  readonly isUndated: number;
}

/** What the pipeline hands to the writer. `raw` is the log record as it came; it may be a view of a larger buffer. */
export interface LogRow {
  readonly columns: LogColumns;
  readonly raw: Buffer;
  readonly resource: SharedBytes;
  readonly scope: SharedBytes;
  /** Whether its span may say something else with it than without, so that search has to read the span again. */
  readonly speaks: boolean;
}

/** In the order in which values are bound. */
export const LOG_COLUMNS = everyColumnOf<LogColumns>()([
  'hash',
  'timeNs',
  'observedNs',
  'severityNumber',
  'severityText',
  'eventName',
  'serviceName',
  'traceId',
  'spanId',
  'searchText',
  'inputPreview',
  'outputPreview',
  'isUndated',
]);

/** The order in which records were written, as far as they tell: by when, by when that was seen, by arrival. */
export const LOG_ORDER = [
  'log_records.time_ns',
  'COALESCE(log_records.observed_ns, log_records.time_ns)',
  'log_records.id',
] as const;
