import { SPAN_ROW_COLUMNS, columnName } from '../rows/columns.ts';
import { LOG_COLUMNS, type LogRow } from '../rows/log-row.ts';
import { SERIES_COLUMNS, type PointRow, type SeriesColumns } from '../rows/metric-row.ts';
import type { Previews } from '../chunks/previews.ts';
import type { Salvage, SalvagedRow } from './salvage.ts';
import type { SharedBytes, SpanColumns } from '../rows/span-row.ts';

/** In the place of a resource or scope that is lost: the columns of a metric say what its points are without it. */
const NOTHING: SharedBytes = { bytes: Buffer.alloc(0), schemaUrl: '' };

/** Columns under their record names; those named stay bigint, every other integer is one that a number holds. */
function columnsOf(row: SalvagedRow, names: readonly string[], large: readonly string[]): unknown {
  const entries = names.map((name) => {
    const value = row[columnName(name)] ?? null;
    return [name, typeof value === 'bigint' && !large.includes(name) ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

/** All that the row of a span says by itself: previews lie in chunks. */
export const spanColumns = (row: SalvagedRow): Omit<SpanColumns, keyof Previews> =>
  columnsOf(row, SPAN_ROW_COLUMNS, ['startNs', 'endNs']) as Omit<SpanColumns, keyof Previews>;

export const logColumns = (row: SalvagedRow): LogRow['columns'] =>
  columnsOf(row, LOG_COLUMNS, ['timeNs', 'observedNs']) as LogRow['columns'];

const seriesColumns = (row: SalvagedRow): SeriesColumns =>
  columnsOf(row, SERIES_COLUMNS, []) as SeriesColumns;

/** How the points of a series are written. */
export function pointsIn(salvage: Salvage, series: SalvagedRow): (point: SalvagedRow) => PointRow {
  const common = {
    series: seriesColumns(series),
    resource: salvage.shared('resources', series['resource']) ?? NOTHING,
    scope: salvage.shared('scopes', series['scope']) ?? NOTHING,
  };
  return (point) => ({
    ...common,
    timeNs: point['time_ns'] as bigint,
    startNs: point['start_ns'] as bigint | null,
    value: point['value'] as bigint | number | null,
    fields: point['fields'] as Buffer | null,
  });
}
