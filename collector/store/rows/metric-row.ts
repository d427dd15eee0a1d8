import { everyColumnOf } from './columns.ts';
import type { SharedBytes } from './span-row.ts';

/** What all points of a series have in common. */
export interface SeriesColumns {
  /** A hash of the resource, the scope and all fields below except the description. */
  readonly hash: Buffer;
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly description: string;
  readonly temporality: number;
  readonly isMonotonic: number;
  readonly serviceName: string | null;
  /** The bytes of a KeyValueList. */
  readonly attributes: Buffer;
}

/** In the order in which values are bound. */
export const SERIES_COLUMNS = everyColumnOf<SeriesColumns>()([
  'hash',
  'name',
  'type',
  'unit',
  'description',
  'temporality',
  'isMonotonic',
  'serviceName',
  'attributes',
]);

/** One data point, handed from the pipeline to the writer. */
export interface PointRow {
  readonly series: SeriesColumns;
  readonly resource: SharedBytes;
  readonly scope: SharedBytes;
  readonly timeNs: bigint;
  readonly startNs: bigint | null;
  readonly value: bigint | number | null;
  /** The fields of the point that have no column, and a value that is NaN; null where there are none. */
  readonly fields: Buffer | null;
}
