import { withArrivalTime } from '../decode/arrival-time.ts';
import { InstrumentationScope, LogRecord, type Message, Resource, Span } from '../decode/protocol.ts';
import type { ExportListeners } from './export-messages.ts';
import { metricJson } from '../decode/metric-json.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import type { Reader } from '../query/reader.ts';
import {
  logIdsToExport,
  logsOfIds,
  logsToExport,
  pointsToExport,
  seriesToExport,
  spanIdsToExport,
  spansToExport,
  tracesToExport,
  type ExportSelection,
  type LogToExport,
  type SeriesToExport,
  type StoredItem,
} from '../store/reader/export.ts';
import { unlessDamaged } from './unless-damaged.ts';
import { withinBytes, type RawRecord, type StoredShared } from '../store/chunks/raw-records.ts';

/** Spans, records or points in a line. */
const ITEMS_A_LINE = 200;
/** As they came: in JSON a line is several times that at most, which imports take (`otel.ingestion.max_body_bytes`). */
const BYTES_A_LINE = 8 * 1024 * 1024;
const IDS_AT_ONCE = 20_000;
/** Log records of one time in a line. */
const ITEMS_OF_A_MOMENT = 10_000;

type OnDamaged = ExportListeners['onDamaged'];

/**
 * A selection as OTLP JSON lines, each an export request that any OTLP server takes: all spans of its traces as they came,
 * their log records, and where no trace or session is named the metrics of the range and its log records that belong to no
 * stored trace. A record that has no time of its own has that of its arrival beside what was sent. Each line is read in a
 * transaction of its own: what is deleted meanwhile is missing, what comes meanwhile may be. What can't be read is left out,
 * and told.
 */
export function* exportOtlp(
  reader: Reader,
  project: number,
  selection: ExportSelection,
  onDamaged: OnDamaged,
): Generator<string> {
  const traces = reader.consistently(() => tracesToExport(reader.statements, project, selection));
  const { traceIds, sessionIds, from, to } = selection;
  const isNamed = traceIds !== undefined || sessionIds !== undefined;
  const isRange = from !== undefined || to !== undefined;
  for (const { id, trace_id: traceId } of traces) {
    yield* lines(reader, SPANS, spansOf(reader, id), (what) => onDamaged(`trace ${traceId}: ${what}`));
    // Whenever they were written: an answer may come after the end of the range.
    if (isNamed || isRange)
      yield* logLines(reader, logsOf(reader, project, traceId), (what) =>
        onDamaged(`trace ${traceId}: ${what}`),
      );
  }
  if (isNamed) return;
  const range = { from, to, isLoose: isRange };
  const logs: Next<LogToExport> = (after, limit) =>
    logsToExport(reader.statements, project, range, after, limit);
  yield* logLines(reader, logs, onDamaged);
  for (const series of reader.consistently(() => seriesToExport(reader.statements, project)))
    yield* pointLines(reader, series, selection, onDamaged);
}

type Lists = readonly [byResource: string, byScope: string, items: string];
interface Kind<Row extends StoredItem> {
  readonly name: string;
  readonly jsonOf: (row: Row, bytes: Buffer) => object;
  readonly lists: Lists;
}
const SPANS: Kind<StoredItem> = {
  name: 'spans',
  jsonOf: (_, bytes) => wireToJson(Span, bytes),
  lists: ['resourceSpans', 'scopeSpans', 'spans'],
};
const LOGS: Kind<LogToExport> = {
  name: 'log records',
  jsonOf: ({ is_undated, time_ns }, bytes) => {
    const log = wireToJson(LogRecord, bytes);
    return is_undated === 1 ? withArrivalTime(log, time_ns) : log;
  },
  lists: ['resourceLogs', 'scopeLogs', 'logRecords'],
};
const METRICS_LISTS = ['resourceMetrics', 'scopeMetrics', 'metrics'] as const;

type Next<Row> = (after: Row | undefined, limit: number) => readonly Row[];

/**
 * What follows in an order that no index has: the ids in it are asked for many lines at once, since all of a trace's are sorted
 * for that, and the rows anew for each line.
 */
function inOrder<Row extends StoredItem>(
  idsAfter: (after: Row | undefined, limit: number) => readonly number[],
  rowsOf: (ids: readonly number[]) => readonly Row[],
): Next<Row> {
  let ids: readonly number[] = [];
  let isLast = false;
  return (after, limit) => {
    if (after !== undefined) ids = ids.slice(ids.indexOf(after.id) + 1);
    // Once a line: a damaged index may have ids of no rows.
    for (let isAsked = false; ;) {
      // At the end once more for what may have come meanwhile.
      if (!isAsked && (ids.length === 0 || (ids.length < limit && !isLast))) {
        ids = idsAfter(after, IDS_AT_ONCE);
        isLast = ids.length < IDS_AT_ONCE;
        isAsked = true;
      }
      const rows = rowsOf(ids.slice(0, limit));
      if (rows.length > 0 || ids.length === 0) return rows;
      // All of them are gone.
      ids = ids.slice(limit);
    }
  };
}

function spansOf(
  { statements }: Reader,
  trace: number,
): (after: StoredItem | undefined) => readonly StoredItem[] {
  const next = inOrder<StoredItem>(
    (after, limit) => spanIdsToExport(statements, trace, after?.id ?? 0, limit),
    (ids) => spansToExport(statements, trace, ids),
  );
  return (after) => withinBytes(next(after, ITEMS_A_LINE), BYTES_A_LINE);
}

const logsOf = ({ statements }: Reader, project: number, traceId: string): Next<LogToExport> =>
  inOrder(
    (after, limit) => logIdsToExport(statements, project, traceId, after, limit),
    (ids) => logsOfIds(statements, project, traceId, ids),
  );

const logLines = (reader: Reader, next: Next<LogToExport>, onDamaged: OnDamaged): Generator<string> =>
  lines<LogToExport>(reader, LOGS, (after) => wholeMoments((limit) => next(after, limit)), onDamaged);

/**
 * The next records by time, and all of one time together: a record that stood twice in its request is two, which it would not
 * be to an import that finds it in two lines. More of one time than a line may have are divided all the same.
 */
function wholeMoments(
  next: (limit: number) => readonly LogToExport[],
  limit = ITEMS_A_LINE,
): readonly LogToExport[] {
  const found = next(limit);
  const records = withinBytes(found, BYTES_A_LINE);
  if (found.length < limit && records.length === found.length) return records;
  const lastTime = records.at(-1)?.time_ns;
  const whole = records.filter(({ time_ns }) => time_ns !== lastTime);
  if (whole.length > 0) return whole;
  const isFull = limit === ITEMS_OF_A_MOMENT || records.length < found.length;
  return isFull ? records : wholeMoments(next, ITEMS_OF_A_MOMENT);
}

interface Item {
  readonly place: StoredItem;
  readonly raw: RawRecord;
  readonly json: object;
}

function* lines<Row extends StoredItem>(
  reader: Reader,
  kind: Kind<Row>,
  next: (after: Row | undefined) => readonly Row[],
  onDamaged: OnDamaged,
): Generator<string> {
  let [lost, reason] = [0, ''];
  const lose = (items: number, why: string): void => {
    lost += items;
    reason = why;
  };
  for (let after: Row | undefined; ;) {
    const from = after;
    const read = unlessDamaged(
      () =>
        reader.consistently(() => {
          const rows = next(from);
          // In the order in which they lie in chunks.
          const places = rows.toSorted((a, b) => a.id - b.id);
          return { last: rows.at(-1), items: readItems(reader, kind, places, (why) => lose(1, why)) };
        }),
      (why) => onDamaged(`${kind.name} whose rows can't be found (${why})`),
    );
    if (read?.last === undefined) break;
    after = read.last;
    const groups = [...Map.groupBy(read.items, ({ place }) => `${place.resource}/${place.scope}`).values()];
    const lists = groups.flatMap((group) => {
      const list = (): object =>
        listOf(
          kind.lists,
          group[0]!.raw,
          group.map(({ json }) => json),
        );
      return unlessDamaged(list, (why) => lose(group.length, why)) ?? [];
    });
    if (lists.length > 0) yield line(kind.lists, lists);
  }
  if (lost > 0) onDamaged(`${lost} of the ${kind.name} (${reason})`);
}

/** Those that can be read. One by one only where some can't: each time a chunk is unpacked anew. */
function readItems<Row extends StoredItem>(
  reader: Reader,
  { jsonOf }: Kind<Row>,
  places: readonly Row[],
  onDamaged: OnDamaged,
): Item[] {
  const read = (some: readonly Row[]): Item[] =>
    reader.raw.read(some).map((raw, i) => ({ place: some[i]!, raw, json: jsonOf(some[i]!, raw.bytes) }));
  return (
    unlessDamaged(() => read(places)) ??
    places.flatMap((place) => unlessDamaged(() => read([place]), onDamaged) ?? [])
  );
}

function* pointLines(
  reader: Reader,
  series: SeriesToExport,
  range: ExportSelection,
  onDamaged: OnDamaged,
): Generator<string> {
  for (let after: bigint | null = null; ;) {
    const from: bigint | null = after;
    const read = unlessDamaged(
      () =>
        reader.consistently(() => {
          const points = pointsToExport(reader.statements, series.id, range, from, ITEMS_A_LINE);
          const list = listOf(METRICS_LISTS, reader.raw.shared(series), [metricJson(series, points)]);
          return { last: points.at(-1), list };
        }),
      (why) => onDamaged(`metric ${series.name}: data points (${why})`),
    );
    if (read?.last === undefined) return;
    after = BigInt(read.last.time_ns);
    yield line(METRICS_LISTS, [read.list]);
  }
}

function listOf(
  [, byScope, itemList]: Lists,
  { resource, scope }: Pick<RawRecord, 'resource' | 'scope'>,
  items: readonly unknown[],
): object {
  return {
    ...under('resource', Resource, resource),
    [byScope]: [{ ...under('scope', InstrumentationScope, scope), [itemList]: items }],
  };
}

const under = (name: string, message: Message, { bytes, schema_url }: StoredShared): object => ({
  [name]: wireToJson(message, bytes),
  ...(schema_url === '' ? {} : { schemaUrl: schema_url }),
});

const line = ([byResource]: Lists, lists: readonly object[]): string =>
  `${JSON.stringify({ [byResource]: lists })}\n`;
