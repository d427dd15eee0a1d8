import { isProjectId } from '../../contract/project-id.ts';
import { EXTRACTION_VERSION } from '../../lib/version.ts';
import type { WritableDatabase } from '../file/database.ts';
import type { Salvage, SalvagedRow } from './salvage.ts';
import { SalvagedAttributes } from './salvaged-attributes.ts';
import { logColumns, pointsIn, spanColumns } from './salvaged-columns.ts';
import { isPlausibleSpan, isTraceId } from '../recount/plausible.ts';
import { Remembered } from '../remembered.ts';
import type { SharedBytes, SpanColumns } from '../rows/span-row.ts';
import type { Append, AppendOther, Writer } from '../writing/writer.ts';

/** Rows of one transaction. */
const BATCH = 1000;
/** Series of which what their points have in common is kept at hand. */
const MAX_SERIES = 100;

/** What only decoding tells of bytes that may have changed on the disk. */
export interface Decoders {
  /** The trace id in the bytes of a span; null where they are none. */
  readonly traceIdOf: (raw: Buffer) => string | null;
  readonly isLog: (raw: Buffer) => boolean;
  readonly isShared: (table: 'resources' | 'scopes', bytes: Buffer) => boolean;
  /** Bytes for a span whose own are lost, of what its row says. */
  readonly skeleton: (traceId: string, columns: SpanColumns) => Buffer;
  /** For what a row was sent under, where that is lost. */
  readonly lostShared: Readonly<Record<'resources' | 'scopes', SharedBytes>>;
}

export interface RebuildOptions extends Decoders {
  readonly salvage: Salvage;
  readonly database: WritableDatabase;
  /** On that database, which is empty. */
  readonly writer: Writer;
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
  /** Rows that were read and say too little, or what can't be. */
  unusable: number;
}

export const nothingRebuilt = (): Rebuilt => ({
  spans: 0,
  withoutContent: 0,
  logs: 0,
  points: 0,
  unusable: 0,
});

/** A row to be written, or why it is not: what is deleted counts nowhere. */
type Row =
  | {
      readonly counts: readonly Exclude<keyof Rebuilt, 'unusable'>[];
      readonly write: (append: Append, other: AppendOther) => void;
    }
  | 'unusable'
  | 'deleted';

/**
 * Writes all that can be read of a database into an empty one, row by row: spans keep their columns, costs and index
 * entries, and all that is kept of traces, sessions and projects is added up anew.
 */
export function rebuild(options: RebuildOptions): Rebuilt {
  const rebuilt = nothingRebuilt();
  const older = new Map<string, OlderTrace>();
  const broken = new Set<unknown>();
  const { salvage, database } = options;
  for (const rows of [
    spanRows(options, older),
    logRows(options),
    pointsOf(salvage, broken),
    // Once what comes before is in the new file.
    pointsOfPages(salvage, broken, database),
  ]) {
    let waiting: Row[] = [];
    for (const row of rows) {
      options.onRow();
      waiting.push(row);
      if (waiting.length < BATCH) continue;
      write(options.writer, waiting, rebuilt);
      waiting = [];
    }
    write(options.writer, waiting, rebuilt);
  }
  keepExtractions(options.database, older.values());
  return rebuilt;
}

/** A trace whose columns an older version of extraction made, or nobody knows which. */
interface OlderTrace {
  readonly project: string;
  readonly traceId: string;
  readonly extraction: number;
}

/**
 * Gives traces their older version of extraction back, so that reindexing still takes them: the writer has marked all as of this
 * version.
 */
function keepExtractions(database: WritableDatabase, older: Iterable<OlderTrace>): void {
  const update = database.prepare(
    'UPDATE traces SET extraction = ? WHERE project = (SELECT id FROM projects WHERE project_id = ?) AND trace_id = ?',
  );
  database.transaction(() => {
    for (const { project, traceId, extraction } of older) update.run(extraction, project, traceId);
    database.exec(
      `DELETE FROM extractions;
       INSERT INTO extractions (version, spans) SELECT extraction, SUM(span_count) FROM traces GROUP BY extraction`,
    );
  })();
}

/** Writes rows in one transaction; where one is refused, each in its own. Throws what is no fault of a row, as a full disk. */
function write(writer: Writer, rows: readonly Row[], rebuilt: Rebuilt): void {
  try {
    writer.write((append, other) => {
      for (const row of rows) if (typeof row === 'object') row.write(append, other);
    });
  } catch (error) {
    if (rows.length > 1) for (const row of rows) write(writer, [row], rebuilt);
    else rebuilt.unusable++;
    if (rows.length > 1 || isOfRow(error)) return;
    throw error;
  }
  for (const row of rows)
    if (row === 'unusable') rebuilt.unusable++;
    else if (row !== 'deleted') for (const name of row.counts) rebuilt[name]++;
}

/** Whether the row was refused for what it says, rather than for a fault of the new file. */
const isOfRow = (error: unknown): boolean =>
  /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)/.test(String((error as { code?: string }).code)) ||
  error instanceof TypeError;

type Older = Map<string, OlderTrace>;

function* spanRows(options: RebuildOptions, older: Older): Generator<Row> {
  const attributes = new SalvagedAttributes(options.salvage);
  for (const row of options.salvage.rows('spans')) yield spanRow(options, row, { older, attributes });
}

/** What is carried from span to span. */
interface OfSpans {
  readonly older: Older;
  readonly attributes: SalvagedAttributes;
}

function spanRow(options: RebuildOptions, row: SalvagedRow, { older, attributes }: OfSpans): Row {
  const { salvage, skeleton, traceIdOf } = options;
  // Its trace is being deleted: the trace's row went first, this one had not gone yet.
  if (salvage.find('doomed_traces', row['trace'], 'trace')) return 'deleted';
  const columns = { ...spanColumns(row), ...salvage.previews(row) };
  const read = salvage.raw(row);
  const named = read && traceIdOf(read);
  const trace = salvage.find('traces', row['trace']);
  const traceId = named ?? trace?.['trace_id'];
  if (!isTraceId(traceId) || !isPlausibleSpan(columns)) return 'unusable';
  const span = {
    traceId,
    columns,
    raw: named === null ? skeleton(traceId, columns) : read!,
    ...originOf(options, row),
    attributes: attributes.read(row),
  };
  const project = projectOf(salvage, row);
  const extraction = Number(trace?.['extraction'] ?? 0);
  if (extraction < EXTRACTION_VERSION) older.set(`${project}/${traceId}`, { project, traceId, extraction });
  return {
    counts: named === null ? ['spans', 'withoutContent'] : ['spans'],
    write: (append) => append(project, span),
  };
}

function* logRows(options: RebuildOptions): Generator<Row> {
  const { salvage, isLog } = options;
  const traceOf = (row: SalvagedRow): string => `${String(row['project'])}/${String(row['trace_id'])}`;
  const doomed = new Map<string, bigint>();
  for (const row of salvage.rows('doomed_traces', 'trace'))
    doomed.set(traceOf(row), (row['last_log'] as bigint | undefined) ?? 0n);
  for (const row of salvage.rows('log_records')) {
    const raw = salvage.raw(row);
    if ((row['id'] as bigint) <= (doomed.get(traceOf(row)) ?? -1n)) yield 'deleted';
    // A log record is its content.
    else if (raw === null || !isLog(raw)) yield 'unusable';
    else {
      // Search has yet to read all spans of a new file.
      const log = { columns: logColumns(row), raw, speaks: false, ...originOf(options, row) };
      const project = projectOf(salvage, row);
      yield { counts: ['logs'], write: (_append, other) => other.log(project, log) };
    }
  }
}

/** The points that can be reached; `broken` gets the series of which that is not all. */
function* pointsOf(salvage: Salvage, broken: Set<unknown>): Generator<Row> {
  for (const series of salvage.rows('metric_series')) {
    const isWhole = yield* mapped(
      salvage.points(series['id'] as bigint),
      pointsOfSeries(salvage, series).rowOf,
    );
    if (!isWhole) broken.add(series['id']);
  }
}

/**
 * Of broken series what the pages have beside what was reached, as they give it: there may be more points than fit into memory. Where
 * SQLite is led past a page it tells of no loss, so that only the new file says what is missing.
 */
function* pointsOfPages(
  salvage: Salvage,
  broken: ReadonlySet<unknown>,
  database: WritableDatabase,
): Generator<Row> {
  if (broken.size === 0) return;
  const stored = database.prepare<[string, Buffer, bigint]>(
    `SELECT 1 FROM metric_series JOIN metric_points ON series = metric_series.id
     WHERE project = (SELECT id FROM projects WHERE project_id = ?) AND hash = ? AND metric_points.time_ns = ?`,
  );
  const known = new Remembered<unknown, PointsOfSeries | null>(MAX_SERIES);
  for (const point of salvage.pointsOfPages()) {
    const [id, time] = [point['series'], point['time_ns']];
    if (!broken.has(id) || typeof time !== 'bigint') continue;
    const series = known.of(id, () => {
      const row = salvage.find('metric_series', id);
      return row ? pointsOfSeries(salvage, row) : null;
    });
    if (series && !stored.get(series.project, series.hash, time)) yield series.rowOf(point);
  }
}

interface PointsOfSeries {
  readonly project: string;
  readonly hash: Buffer;
  readonly rowOf: (point: SalvagedRow) => Row;
}

function pointsOfSeries(salvage: Salvage, series: SalvagedRow): PointsOfSeries {
  const project = projectOf(salvage, series);
  const pointOf = pointsIn(salvage, series);
  return {
    project,
    hash: series['hash'] as Buffer,
    rowOf: (point) => ({
      counts: ['points'],
      write: (_append, other) => other.point(project, pointOf(point)),
    }),
  };
}

function* mapped<T, To, End>(from: Generator<T, End>, to: (one: T) => To): Generator<To, End> {
  for (;;) {
    const next = from.next();
    if (next.done === true) return next.value;
    yield to(next.value);
  }
}

/** What items were sent under, or what says that it is lost. */
function originOf(
  { salvage, isShared, lostShared }: RebuildOptions,
  row: SalvagedRow,
): { resource: SharedBytes; scope: SharedBytes } {
  const [resource, scope] = (['resources', 'scopes'] as const).map((table) => {
    const shared = salvage.shared(table, row[table.slice(0, -1)]);
    return shared !== null && isShared(table, shared.bytes) ? shared : lostShared[table];
  });
  return { resource: resource!, scope: scope! };
}

/** The project's name; where that is lost, `salvaged-` and its row id. */
function projectOf(salvage: Salvage, { project }: SalvagedRow): string {
  const name = salvage.find('projects', project)?.['project_id'];
  return isProjectId(name) ? name : `salvaged-${String(project)}`;
}
