import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { traceTotals } from '../../query/operations/totals.ts';
import { Reader } from '../../query/reader.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { selectColumns, SPAN_COLUMNS } from '../rows/columns.ts';
import { databaseFile } from '../../lib/database-file.ts';
import { openForReading, openForWriting } from '../file/database.ts';
import type { SpanColumns } from '../rows/span-row.ts';
import { TraceTree } from '../traces/trace-tree.ts';
import { Writer } from '../writing/writer.ts';

/** Few ids, so that spans replace each other, come before their parents and make cycles. */
const id = fc.integer({ min: 1, max: 7 });
const drawnSpan = fc.record({
  span: id,
  trace: fc.integer({ min: 1, max: 2 }),
  parent: fc.option(id),
  operation: fc.constantFrom('chat', 'embeddings', 'invoke_agent', 'execute_tool', 'chain', null),
  model: fc.option(fc.constantFrom('gpt-4o', 'claude-3-5-sonnet-20241022', 'unheard-of')),
  tokens: fc.option(fc.integer({ min: 0, max: 999 })),
  cost: fc.option(fc.constantFrom(0, 0.5), { freq: 2 }),
  tag: fc.option(fc.constantFrom('a', 'b')),
  session: fc.option(fc.constantFrom('s1', 's2'), { freq: 2 }),
  user: fc.option(fc.constantFrom('u1', 'u2'), { freq: 2 }),
  isPlaceholder: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});
type Drawn = typeof drawnSpan extends fc.Arbitrary<infer T> ? T : never;

const specOf = (span: Drawn): SpanSpec => ({
  traceId: traceIdOf(span.trace),
  ...(span.isPlaceholder
    ? { spanId: spanIdOf(100 + span.span), parentSpanId: spanIdOf(span.span) }
    : {
        spanId: spanIdOf(span.span),
        ...(span.parent === null ? {} : { parentSpanId: spanIdOf(span.parent) }),
      }),
  attributes: {
    ...(span.isPlaceholder
      ? { 'logfire.span_type': 'pending_span', 'logfire.pending_parent_id': spanIdOf(span.parent ?? 0) }
      : {}),
    ...(span.operation === null ? {} : { 'gen_ai.operation.name': span.operation }),
    ...(span.model === null ? {} : { 'gen_ai.request.model': span.model }),
    ...(span.tokens === null ? {} : { 'gen_ai.usage.input_tokens': span.tokens }),
    ...(span.cost === null ? {} : { 'gen_ai.usage.cost': span.cost }),
    ...(span.tag === null ? {} : { 'tag.tags': [span.tag, 'all'] }),
    ...(span.session === null ? {} : { 'session.id': span.session }),
    ...(span.user === null ? {} : { 'user.id': span.user }),
  },
});

const decoder = new TraceDecoder();
const extractor = createExtractor();

/** Writes the commits, one list each, and hands the directory to `check`. */
function stored(commits: readonly (readonly Drawn[])[], check: (directory: string) => void): void {
  const directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-counted-'));
  try {
    let writer = new Writer(openForWriting(directory, 'normal'));
    commits.forEach((commit, i) => {
      // Some commits find nothing in memory.
      if (i % 3 === 2) {
        writer.close();
        writer = new Writer(openForWriting(directory, 'normal'));
      }
      writer.write((append) => {
        for (const span of commit)
          decoder.decode(traceBytes({ spans: [specOf(span)] }), (wire) =>
            append('p', spanRow(wire, extractor.extract(wire))),
          );
      });
    });
    writer.close();
    check(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
const commits = fc.array(fc.array(drawnSpan, { maxLength: 6 }), { minLength: 1, maxLength: 6 });

function traceTree(database: Database.Database, trace: number): TraceTree {
  const tree = new TraceTree();
  const sql = `SELECT ${selectColumns(SPAN_COLUMNS)} FROM spans WHERE trace = ?`;
  for (const row of database.prepare<[number], SpanColumns>(sql).all(trace)) tree.add(row);
  return tree;
}
type TraceRow = {
  id: number;
  trace_id: string;
  total_tokens: number;
  total_cost: number;
  llm_call_count: number;
};
const tracesOf = (database: Database.Database): TraceRow[] =>
  database.prepare<[], TraceRow>('SELECT * FROM traces').all();

/** Names of each trace, counted from its spans, in the words of the rows. */
const NAMES = `SELECT trace, facet_values.facet, facet_values.value, trace_facets.spans, unnamed FROM trace_facets
  JOIN facet_values ON facet_values.id = trace_facets.value ORDER BY 1, 2, 3`;
const COUNTED = 'SELECT trace, span_id, counted FROM spans ORDER BY 1, 2';
const KEPT_OF_TRACES = 'SELECT * FROM trace_names ORDER BY project, field, value';
const SESSIONS =
  'SELECT session_id, user_at, environment_at, service_at, input_at, output_at FROM sessions ORDER BY 1';
const NAMES_IN_SESSIONS = 'SELECT * FROM names_in_sessions ORDER BY 1, 2, 3';
const SESSION_NAMES = 'SELECT * FROM session_names ORDER BY 1, 2, 3';
const WAITING = 'SELECT spans FROM search_waiting';
const KEPT = 'SELECT project, facet, value, traces, spans FROM facet_values ORDER BY 1, 2, 3';

test('what is stored as counted is what the tree of the trace counts, in any order, after replacements', () => {
  fc.assert(
    fc.property(commits, (drawn) =>
      stored(drawn, (directory) => {
        const database = openForReading(directory);
        const reader = new Reader(database);
        for (const trace of tracesOf(database)) {
          const tree = traceTree(database, trace.id);
          const rows = database
            .prepare<[number], { span_id: string; counted: number }>(
              'SELECT span_id, counted FROM spans WHERE trace = ?',
            )
            .all(trace.id);
          expect(rows).toEqual(rows.map(({ span_id }) => ({ span_id, counted: tree.takeCounted(span_id) })));
          const { counted, left_out } = traceTotals(reader, { project: 'p', traceId: trace.trace_id });
          const sum = (list: readonly { total_tokens: number }[]): number =>
            list.reduce((total, span) => total + span.total_tokens, 0);
          expect(sum(counted)).toBe(tree.totals.totalTokens);
          expect(sum(counted)).toBe(trace.total_tokens);
          expect(counted.reduce((total, { cost }) => total + Math.round(cost * 1e12), 0)).toBe(
            trace.total_cost,
          );
          const carrying = database
            .prepare<[number], string>(
              'SELECT span_id FROM spans WHERE trace = ? AND (input_tokens > 0 OR total_cost > 0)',
            )
            .pluck()
            .all(trace.id);
          expect([...counted, ...left_out].map(({ span_id }) => span_id).sort()).toEqual(carrying.sort());
        }
        database.close();
      }),
    ),
    { numRuns: 60 },
  );
});

test('an older database gets what newer ones keep: what counts and which names a trace has', () => {
  const names = [
    '0005-filters',
    '0011-filter-counts',
    '0017-kept-counts',
    '0018-kept-sessions',
    '0023-belonging',
  ];
  const migrations = names.map((name) =>
    readFileSync(new URL(`../file/migrations/${name}.sql`, import.meta.url), 'utf8'),
  );
  fc.assert(
    fc.property(commits, (drawn) =>
      stored(drawn, (directory) => {
        const copy = `${databaseFile(directory)}.copy`;
        cpSync(databaseFile(directory), copy);
        const [now, then] = [new Database(databaseFile(directory)), new Database(copy)];
        then.exec(`DROP VIEW indexed_attributes; DROP TABLE attribute_keys; DROP TABLE attribute_index; DROP TABLE facet_values; DROP TABLE trace_facets;
          DROP TABLE trace_names; DROP TRIGGER trace_names_come; DROP TRIGGER trace_names_count; DROP TRIGGER trace_names_change;
          DROP TRIGGER trace_names_go; DROP TABLE search_waiting; DROP TABLE names_in_sessions; DROP TABLE session_names;
          DROP TRIGGER session_names_come; DROP TRIGGER session_names_change; DROP TRIGGER session_names_go;
          ALTER TABLE doomed_traces DROP COLUMN session; ALTER TABLE sessions DROP COLUMN user_at;
          ALTER TABLE sessions DROP COLUMN environment_at; ALTER TABLE sessions DROP COLUMN service_at;
          ALTER TABLE sessions DROP COLUMN input_at; ALTER TABLE sessions DROP COLUMN output_at;
          DROP INDEX spans_calls; ALTER TABLE spans DROP COLUMN indexed; ALTER TABLE spans DROP COLUMN counted;`);
        then.transaction(() => migrations.forEach((migration) => then.exec(migration)))();
        for (const sql of [
          COUNTED,
          NAMES,
          KEPT,
          KEPT_OF_TRACES,
          SESSIONS,
          NAMES_IN_SESSIONS,
          SESSION_NAMES,
          WAITING,
        ])
          expect(then.prepare(sql).all()).toEqual(now.prepare(sql).all());
        now.close();
        then.close();
      }),
    ),
    { numRuns: 40 },
  );
});
