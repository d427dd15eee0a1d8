import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FilterOperator } from '../contract/filters.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { ExportTraceServiceRequest } from '../decode/protocol.ts';
import { TraceDecoder } from '../decode/traces.ts';
import { createExtractor } from '../extract/extract.ts';
import { AttributeIndexer } from '../ingest/worker/attribute-indexer.ts';
import { spanRow } from '../ingest/worker/span-row.ts';
import { OPERATIONS } from '../query/operations.ts';
import { Reader } from '../query/reader.ts';
import { openForReading, openForWriting } from '../store/file/database.ts';
import { Writer } from '../store/writing/writer.ts';
import { spanIdOf, traceIdOf, traceRequest, type PlainValue, type SpanSpec } from '../testing/otlp.ts';
import { filtersOf } from '../query/parameters/filters.ts';

/** Attributes that are indexed, drawn with values of all types, among them ones that differ past the 128th character. */
const LONG = 'long '.repeat(40);
const VALUES: readonly PlainValue[] = [
  'gold',
  'Gold',
  'silver é',
  'SILVER É',
  '',
  '5',
  5n,
  5.5,
  -3n,
  9007199254740993n,
  9007199254740992n,
  true,
  false,
  ['gold', 'x'],
  [1n, 2n],
  [],
  { nested: 'gold' },
  LONG,
  `${LONG}!`,
];
const INDEXED = ['gen_ai.custom', 'tier', 'resource.zone'];
const CONTENT = 'gen_ai.input.messages';
const MODELS = ['gpt-4o', 'GPT-4o-mini', 'claude'];

const maybe = <T>(values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.option(fc.constantFrom(...values), { freq: 2 });
const drawnSpan = fc.record({
  trace: fc.integer({ min: 1, max: 4 }),
  custom: maybe(VALUES),
  tier: maybe(VALUES),
  zone: maybe(VALUES),
  messages: maybe(['[]', LONG, `${LONG}!`]),
  request: maybe(MODELS),
  response: maybe(MODELS),
  operation: maybe(['chat', 'execute_tool', 'invoke_agent']),
  session: maybe(['s1', 's2']),
  environment: maybe(['production', 'staging']),
  tokens: maybe([0, 7, 100]),
  status: fc.constantFrom(0, 1, 2),
  start: fc.integer({ min: 0, max: 3 }),
});
type Drawn = typeof drawnSpan extends fc.Arbitrary<infer T> ? T : never;

type Attributes = Readonly<Record<string, PlainValue>>;
const present = (values: Record<string, PlainValue | null>): Attributes =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Attributes;
const resourceOf = ({ zone }: Drawn): Attributes =>
  present({ 'service.name': 'shop', 'resource.zone': zone, tier: 'of the resource' });
const attributesOf = (span: Drawn): Attributes =>
  present({
    'gen_ai.custom': span.custom,
    tier: span.tier,
    [CONTENT]: span.messages,
    'gen_ai.request.model': span.request,
    'gen_ai.response.model': span.response,
    'gen_ai.operation.name': span.operation,
    'session.id': span.session,
    'deployment.environment.name': span.environment,
    'gen_ai.usage.input_tokens': span.tokens,
  });

/** What a filter sees: the shown item, and for traces and sessions the spans that belong to it. */
interface Seen {
  readonly id: string;
  readonly item: Readonly<Record<string, unknown>>;
  readonly spans: readonly { item: Readonly<Record<string, unknown>>; attributes: Attributes }[];
}

/** Stands for a value of which only the presence is indexed. */
const THERE = Symbol('there');

function held(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.length === 0 ? [THERE] : value;
  return typeof value === 'object' ? [THERE] : [value];
}
function fieldValues(item: Seen['item'], key: string): unknown[] | undefined {
  if (key === 'model')
    return [item['gen_ai_request_model'], item['gen_ai_response_model']].filter((name) => name !== null);
  if (!Object.hasOwn(item, key)) return undefined;
  const value = item[key];
  return Array.isArray(value) ? value : held(value);
}
const COLUMNS: Readonly<Record<string, string>> = { 'gen_ai.request.model': 'gen_ai_request_model' };
const spanValues = ({ item, attributes }: Seen['spans'][number], key: string): unknown[] =>
  fieldValues(item, COLUMNS[key] ?? key) ?? held(attributes[key]);

const shown = (value: unknown, key: string): unknown => {
  if (key === CONTENT) return THERE;
  return typeof value === 'string' && !key.includes('_') && value.length > 128
    ? `${value.slice(0, 128)}…`
    : value;
};
const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function isSame(a: unknown, b: unknown): boolean {
  if (isNumber(a) && isNumber(b)) return !(a < b) && !(a > b);
  return a === b;
}
const STATUS_NAMES = ['UNSET', 'OK', 'ERROR'];
function compare(value: unknown, op: FilterOperator, wanted: unknown): boolean {
  const ordered =
    (isNumber(value) && isNumber(wanted)) || (typeof value === 'string' && typeof wanted === 'string');
  if (!ordered) return false;
  // Neither is of the other's type here: the narrowing is lost in `ordered`.
  const [a, b] = [value as string, wanted as string];
  if (op === 'gt') return a > b;
  if (op === 'lt') return a < b;
  return op === 'gte' ? a >= b : a <= b;
}
function matchesAny(values: readonly unknown[], key: string, op: FilterOperator, wanted: unknown): boolean {
  if (op === 'is_not_null') return values.length > 0;
  if (op === 'eq') return values.some((value) => isSame(value, wanted));
  if (op === 'in') return (wanted as unknown[]).some((one) => matchesAny(values, key, 'eq', one));
  return values.some((value) => {
    const isByNumber = key === 'status_code' && isNumber(wanted);
    const indexed = isByNumber ? STATUS_NAMES.indexOf(String(value)) : shown(value, key);
    if (op !== 'contains' && op !== 'starts_with') return compare(indexed, op, wanted);
    if (typeof indexed !== 'string') return false;
    const [text, needle] = [indexed.toLowerCase(), String(wanted).toLowerCase()];
    return op === 'contains' ? text.includes(needle) : text.startsWith(needle);
  });
}
function naive(listed: string, seen: Seen, key: string, op: FilterOperator, wanted: unknown): boolean {
  if (op === 'ne') return !naive(listed, seen, key, 'eq', wanted);
  if (op === 'is_null') return !naive(listed, seen, key, 'is_not_null', wanted);
  // A trace's framework is that of any of its spans.
  const own = listed === 'traces' && key === 'framework' ? undefined : fieldValues(seen.item, key);
  if (own && !(listed !== 'spans' && key === 'model')) return matchesAny(own, key, op, wanted);
  return seen.spans.some((span) => matchesAny(spanValues(span, key), key, op, wanted));
}

const TEXT_KEYS = ['model', 'framework', 'environment', 'session_id'];
const NAMED_KEYS = ['span_category', 'status_code'];
const NUMBER_KEYS = ['total_tokens', 'duration_ms', 'total_cost', 'gen_ai.usage.input_tokens'];
const TEXTS = [...MODELS, 'gpt', 'ERROR', 'OK', 'llm', 'otel-genai', 'production', 's1', 'É', 'o', ''];
const NUMBERS = [0, 7, 7.5, 100, 107, 5];
const ORDERED = ['gt', 'lt', 'gte', 'lte'] as const;
const filterOn = (
  keys: readonly string[],
  wanted: readonly unknown[],
  ops: readonly FilterOperator[],
): fc.Arbitrary<{ key: string; op: FilterOperator; value: unknown }> =>
  fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...ops)).chain(([key, op]) =>
    fc.record({
      key: fc.constant(key),
      op: fc.constant(op),
      value:
        op === 'in' ? fc.array(fc.constantFrom(...wanted), { maxLength: 4 }) : fc.constantFrom(...wanted),
    }),
  );
const EQUAL = ['eq', 'ne', 'in', 'is_null', 'is_not_null'] as const;
const SEARCH = ['contains', 'starts_with'] as const;
const SCALARS = [...VALUES.filter((value) => typeof value !== 'object'), '[]'];
const attributeKeys = [...INDEXED, CONTENT, 'unknown.key', 'gen_ai.request.model'];
const drawnFilter = fc.oneof(
  filterOn(TEXT_KEYS, TEXTS, [...EQUAL, ...SEARCH, ...ORDERED]),
  filterOn(['span_category'], ['llm', 'tool', 'other'], [...EQUAL]),
  filterOn(['status_code'], ['ERROR', 'OK', 'UNSET'], [...EQUAL]),
  filterOn(['status_code'], [-1, 0, 1, 1.5, 2, 7], [...ORDERED]),
  filterOn(NAMED_KEYS, TEXTS, [...SEARCH, ...ORDERED]),
  filterOn(NUMBER_KEYS, NUMBERS, [...EQUAL, ...ORDERED]),
  filterOn(['has_error'], [true, false], [...EQUAL]),
  filterOn(attributeKeys, SCALARS, [...EQUAL]),
  filterOn([...INDEXED, CONTENT], ['gold', 'É', 'LONG ', '', 'x'], [...SEARCH]),
  filterOn(['gen_ai.request.model'], ['gpt', 'd', 3, 5.5, 9007199254740993n], [...ORDERED]),
  filterOn([...INDEXED, CONTENT], ['gold', 'h', 3, 5.5, 9007199254740993n], [...ORDERED]),
);

const LISTS = { traces: 'trace_id', spans: 'span_id', sessions: 'session_id' } as const;
type Listed = keyof typeof LISTS;

/** JSON with all digits of bigints, as a client writes it. */
const jsonOf = (filters: unknown): string =>
  JSON.stringify(filters, (_key, value: unknown) =>
    typeof value === 'bigint'
      ? (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(String(value))
      : value,
  );

function stored(
  spans: readonly Drawn[],
  check: (list: (listed: Listed, filters?: string) => Seen['item'][]) => void,
): void {
  const directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-naive-'));
  const database = openForWriting(directory, 'normal');
  const [decoder, extractor, writer] = [new TraceDecoder(), createExtractor(), new Writer(database)];
  const indexer = new AttributeIndexer({
    trace_attributes: ['tier', 'resource.zone'],
    span_attributes: [],
    auto_index_genai: true,
  });
  spans.forEach((span, i) => {
    const spec: SpanSpec = {
      traceId: traceIdOf(span.trace),
      spanId: spanIdOf(i + 1),
      start: 1000 + span.start,
      end: 1007,
      attributes: attributesOf(span),
      status: { code: span.status },
    };
    const request = JSON.stringify(traceRequest({ resource: resourceOf(span), spans: [spec] }));
    writer.write((append) =>
      decoder.decode(jsonToWire(ExportTraceServiceRequest, request), (wire) =>
        append('p', spanRow(wire, extractor.extract(wire), indexer.read(wire))),
      ),
    );
  });
  writer.close();
  const reading = openForReading(directory);
  try {
    const reader = new Reader(reading);
    check((listed, text) => {
      const common = { project: 'p', page: 1, limit: 1000, filters: filtersOf(text, listed) };
      const by = (field: string) => ({ field, direction: 'asc' }) as const;
      if (listed === 'traces')
        return OPERATIONS.listTraces(reader, { ...common, order: by('start_time'), include_nongenai: true })
          .data;
      if (listed === 'sessions')
        return OPERATIONS.listSessions(reader, { ...common, order: by('start_time') }).data;
      const spanFilter = { ...common, order: by('timestamp_start'), include_raw_span: false };
      return OPERATIONS.listSpans(reader, spanFilter).data;
    });
  } finally {
    reading.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

test('filters find what a naive evaluation over the same data finds', { timeout: 120_000 }, () => {
  const spans = fc.array(drawnSpan, { minLength: 1, maxLength: 12 });
  const filters = fc.array(fc.array(drawnFilter, { minLength: 1, maxLength: 2 }), {
    minLength: 40,
    maxLength: 40,
  });
  fc.assert(
    fc.property(spans, filters, (drawn, sets) => {
      stored(drawn, (list) => {
        const seenSpans = list('spans').map((item) => {
          const span = drawn[Number.parseInt(String(item['span_id']), 16) - 1]!;
          return { item, attributes: { ...resourceOf(span), ...attributesOf(span) } };
        });
        const traces = list('traces');
        const sessionOf = new Map(traces.map((trace) => [trace['trace_id'], trace['session_id']]));
        const of: Record<Listed, (item: Seen['item']) => Seen['spans']> = {
          spans: (item) => seenSpans.filter((span) => span.item === item),
          traces: (item) => seenSpans.filter((span) => span.item['trace_id'] === item['trace_id']),
          sessions: (item) =>
            seenSpans.filter((span) => sessionOf.get(span.item['trace_id']) === item['session_id']),
        };
        const items = { spans: seenSpans.map(({ item }) => item), traces, sessions: list('sessions') };
        for (const set of sets)
          for (const listed of Object.keys(LISTS) as Listed[]) {
            const id = LISTS[listed];
            const expected = items[listed]
              .map((item): Seen => ({ id: String(item[id]), item, spans: of[listed](item) }))
              .filter((seen) => set.every(({ key, op, value }) => naive(listed, seen, key, op, value)))
              .map((seen) => seen.id);
            const found = list(listed, jsonOf(set)).map((item) => String(item[id]));
            expect(found.toSorted(), `${listed} ${jsonOf(set)}`).toEqual(expected.toSorted());
          }
      });
    }),
    { numRuns: 25 },
  );
});
