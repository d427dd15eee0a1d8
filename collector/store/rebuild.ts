import type { Salvage, SalvagedRow } from './salvage.ts';
import { logColumns, pointRows, spanColumns } from './salvage.ts';
import type { SpanColumns } from './span-row.ts';
import type { Append, AppendOther, Writer } from './writer.ts';

/** Rows of one transaction. */
const BATCH = 1000;

export interface RebuildOptions {
  readonly salvage: Salvage;
  readonly writer: Writer;
  /** Bytes for a span whose own are lost, of what its row says. */
  readonly skeleton: (traceId: string, columns: SpanColumns) => Buffer;
  /** The trace id that raw bytes name; null where they name none. */
  readonly traceIdOf: (raw: Buffer) => string | null;
  /** Called for each row that was read. */
  readonly onRow: () => void;
}

/** What the new file holds, and what of the old one could not be saved. */
export interface Rebuilt {
  spans: number;
  /** Of these, those that have only what lists show: what they said is lost. */
  withoutContent: number;
  logs: number;
  points: number;
  /** Spans and log records that were read but can't be placed: nothing says which trace or what record they are. */
  unplaced: number;
}

type Write = (append: Append, other: AppendOther) => void;

/**
 * Writes all that can be read of a database into an empty one, row by row: spans keep their columns, costs and index
 * entries, and all that is kept of traces, sessions and projects is added up anew.
 */
export function rebuild(options: RebuildOptions): Rebuilt {
  const { salvage, writer, onRow } = options;
  const rebuilt: Rebuilt = { spans: 0, withoutContent: 0, logs: 0, points: 0, unplaced: 0 };
  const flush = (writes: Write[]): void => {
    if (writes.length === 0) return;
    writer.write((append, other) => {
      for (const write of writes) write(append, other);
    });
    writes.length = 0;
  };
  const inBatches = (writes: Iterable<Write | null>): void => {
    const waiting: Write[] = [];
    for (const write of writes) {
      onRow();
      if (write !== null) waiting.push(write);
      if (waiting.length >= BATCH) flush(waiting);
    }
    flush(waiting);
  };
  inBatches(spanWrites(options, rebuilt));
  inBatches(logWrites(salvage, rebuilt));
  inBatches(pointWrites(salvage, rebuilt));
  return rebuilt;
}

function* spanWrites(options: RebuildOptions, rebuilt: Rebuilt): Generator<Write | null> {
  const { salvage, skeleton, traceIdOf } = options;
  for (const row of salvage.rows('spans')) {
    // Deleted already: its trace's row has gone, this one had not yet.
    if (salvage.find('doomed_traces', row['trace'], 'trace')) {
      yield null;
      continue;
    }
    const raw = salvage.raw(row);
    const traceId =
      salvage.find('traces', row['trace'])?.['trace_id'] ?? (raw === null ? null : traceIdOf(raw));
    if (typeof traceId !== 'string') {
      rebuilt.unplaced++;
      yield null;
      continue;
    }
    const columns = spanColumns(row);
    const span = {
      traceId,
      columns,
      raw: raw ?? skeleton(traceId, columns),
      resource: salvage.shared('resources', row['resource']),
      scope: salvage.shared('scopes', row['scope']),
      attributes: salvage.attributes(row),
    };
    rebuilt.spans++;
    if (raw === null) rebuilt.withoutContent++;
    const project = projectOf(salvage, row);
    yield (append) => append(project, span);
  }
}

function* logWrites(salvage: Salvage, rebuilt: Rebuilt): Generator<Write | null> {
  const doomed = new Map<string, bigint>();
  for (const row of salvage.rows('doomed_traces', 'trace'))
    doomed.set(
      `${String(row['project'])}/${String(row['trace_id'])}`,
      (row['last_log'] as bigint | undefined) ?? 0n,
    );
  for (const row of salvage.rows('log_records')) {
    const lastDoomed = doomed.get(`${String(row['project'])}/${String(row['trace_id'])}`);
    if (lastDoomed !== undefined && (row['id'] as bigint) <= lastDoomed) {
      yield null;
      continue;
    }
    const raw = salvage.raw(row);
    // A log record is its content.
    if (raw === null) {
      rebuilt.unplaced++;
      yield null;
      continue;
    }
    const log = {
      columns: logColumns(row),
      raw,
      resource: salvage.shared('resources', row['resource']),
      scope: salvage.shared('scopes', row['scope']),
    };
    rebuilt.logs++;
    const project = projectOf(salvage, row);
    yield (_append, other) => other.log(project, log);
  }
}

function* pointWrites(salvage: Salvage, rebuilt: Rebuilt): Generator<Write> {
  for (const series of salvage.rows('metric_series')) {
    const project = projectOf(salvage, series);
    for (const point of pointRows(salvage, series)) {
      rebuilt.points++;
      yield (_append, other) => other.point(project, point);
    }
  }
}

/** Where the name is lost, one that says so. */
const projectOf = (salvage: Salvage, { project }: SalvagedRow): string =>
  String(salvage.find('projects', project)?.['project_id'] ?? `salvaged-${String(project)}`);
