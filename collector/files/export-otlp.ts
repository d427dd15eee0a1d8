import { InstrumentationScope, LogRecord, type Message, Resource, Span } from '../decode/protocol.ts';
import { metricJson } from '../decode/metric-json.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import type { Reader } from '../query/reader.ts';
import {
  logsToExport,
  pointsToExport,
  seriesToExport,
  spansToExport,
  tracesToExport,
  type ExportSelection,
  type LogSelection,
  type SeriesToExport,
  type StoredItem,
} from '../store/reader/export.ts';
import { withinBytes, type RawRecord, type StoredShared } from '../store/chunks/raw-records.ts';

/** Spans, records or points in a line. */
const ITEMS_A_LINE = 200;
/** As they came: in JSON a line is several times that at most, which imports take (`otel.ingestion.max_body_bytes`). */
const BYTES_A_LINE = 8 * 1024 * 1024;

/**
 * A selection as OTLP JSON lines, each an export request that any OTLP server takes: all spans of its traces as they came,
 * their log records, and where no trace or session is named the metrics of the range and its log records that belong to no
 * stored trace. Each line is read in a transaction of its own: what is deleted meanwhile is missing, what comes meanwhile may be.
 */
export function* exportOtlp(reader: Reader, project: number, selection: ExportSelection): Generator<string> {
  const traces = reader.consistently(() => tracesToExport(reader.statements, project, selection));
  const { traceIds, sessionIds, from, to } = selection;
  const isNamed = traceIds !== undefined || sessionIds !== undefined;
  const isRange = from !== undefined || to !== undefined;
  for (const { id, trace_id: traceId } of traces) {
    yield* lines(reader, SPANS, (after) => spansToExport(reader.statements, id, after, ITEMS_A_LINE));
    // Whenever they were written: an answer may come after the end of the range.
    if (isNamed || isRange) yield* logLines(reader, project, { traceId });
  }
  if (isNamed) return;
  yield* logLines(reader, project, { from, to, isLoose: isRange });
  for (const series of reader.consistently(() => seriesToExport(reader.statements, project)))
    yield* pointLines(reader, series, selection);
}

interface Kind {
  readonly message: Message;
  readonly lists: readonly [byResource: string, byScope: string, items: string];
}
const SPANS: Kind = { message: Span, lists: ['resourceSpans', 'scopeSpans', 'spans'] };
const LOGS: Kind = { message: LogRecord, lists: ['resourceLogs', 'scopeLogs', 'logRecords'] };
const METRICS_LISTS = ['resourceMetrics', 'scopeMetrics', 'metrics'] as const;

const logLines = (reader: Reader, project: number, filter: LogSelection): Generator<string> =>
  lines(reader, LOGS, (after) => logsToExport(reader.statements, project, filter, after, ITEMS_A_LINE));

function* lines(
  reader: Reader,
  kind: Kind,
  next: (afterId: number) => readonly StoredItem[],
): Generator<string> {
  for (let after = 0; ;) {
    const items = reader.consistently(() => {
      const places = withinBytes(next(after), BYTES_A_LINE);
      return reader.raw.read(places).map((raw, i) => ({ raw, place: places[i]! }));
    });
    const last = items.at(-1);
    if (last === undefined) return;
    after = last.place.id;
    const groups = Map.groupBy(items, ({ place }) => `${place.resource}/${place.scope}`);
    const lists = [...groups.values()].map((group) =>
      listOf(
        kind.lists,
        group[0]!.raw,
        group.map(({ raw }) => wireToJson(kind.message, raw.bytes)),
      ),
    );
    yield line(kind.lists, lists);
  }
}

function* pointLines(reader: Reader, series: SeriesToExport, range: ExportSelection): Generator<string> {
  for (let after: bigint | null = null; ;) {
    const { points, shared } = reader.consistently(() => ({
      points: pointsToExport(reader.statements, series.id, range, after, ITEMS_A_LINE),
      shared: reader.raw.shared(series),
    }));
    const last = points.at(-1);
    if (last === undefined) return;
    after = BigInt(last.time_ns);
    yield line(METRICS_LISTS, [listOf(METRICS_LISTS, shared, [metricJson(series, points)])]);
  }
}

function listOf(
  [, byScope, itemList]: Kind['lists'],
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

const line = ([byResource]: Kind['lists'], lists: readonly object[]): string =>
  `${JSON.stringify({ [byResource]: lists })}\n`;
