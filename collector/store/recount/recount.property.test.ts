import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Statement } from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '../../ingest/jobs.ts';
import { taskOf, type TaskParts } from '../../ingest/worker/tasks.ts';
import { traceIdOf } from '../../testing/otlp.ts';
import { ended, rowsOf, sketch, type Sketch } from '../../testing/span-sketches.ts';
import { StoredModel, type StoredSpans } from '../../testing/stored-model.ts';
import { num, recountNames, recountSession, recountTrace, sorted, type Row } from '../../testing/recount.ts';
import type { Deletion } from '../deleting/deletion.ts';
import {
  openForReading,
  openForWriting,
  type ReadableDatabase,
  type WritableDatabase,
} from '../file/database.ts';
import { keepOnly } from '../chunks/previews.ts';
import { recount } from './recount.ts';
import { RawRecordReader, type RawPlace } from '../chunks/raw-records.ts';
import { Retention } from '../deleting/retention.ts';
import type { SpanRow } from '../rows/span-row.ts';
import { TraceFinder } from '../traces/trace-finder.ts';
import { Writer } from '../writing/writer.ts';

/*
 * What is kept beside the spans is counted again here, naively, from the spans table: it must be equal whatever came in which order,
 * how often and in how many commits, and whatever was deleted in between, also by a process that died while it did so.
 */

interface Step {
  readonly project: number;
  readonly spans: readonly Sketch[];
  /** Whether the spans of the step before come again with it, as they are at their end. */
  readonly endsLast: boolean;
  /** Whether it is written with what follows, and whether a writer without memory goes on after it. */
  readonly ends: 'request' | 'commit' | 'restart';
  /** What is deleted after the commit, how much in a transaction, and after how many of them the writer dies at that. */
  readonly deleted: {
    readonly what: Command['type'];
    readonly n: number;
    readonly pieces: number;
    readonly diesAfter: number;
  } | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  project: fc.nat(1),
  spans: fc.array(sketch, { minLength: 1, maxLength: 6 }),
  endsLast: fc.boolean(),
  ends: fc.constantFrom('request', 'commit', 'restart'),
  deleted: fc.option(
    fc.record({
      what: fc.constantFrom<Command['type'][]>(
        'delete-trace',
        'delete-trace',
        'delete-sessions',
        'delete-project',
        'retain',
      ),
      n: fc.integer({ min: 1, max: 3 }),
      pieces: fc.integer({ min: 1, max: 5 }),
      diesAfter: fc.oneof(fc.constant(Infinity), fc.nat(5)),
    }),
    { freq: 2 },
  ),
});

let directory: string;
let writing: WritableDatabase;
let reading: ReadableDatabase;
let parts: TaskParts;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-recount-'));
  writing = openForWriting(directory, 'normal');
  reading = openForReading(directory);
  parts = { finder: new TraceFinder(writing), retention: new Retention(writing) };
});
afterAll(() => {
  reading.close();
  writing.close();
  rmSync(directory, { recursive: true, force: true });
});
const statements = new Map<string, Statement<unknown[], Row>>();
function select(sql: string, ...values: unknown[]): Row[] {
  const statement = statements.get(sql) ?? reading.prepare<unknown[], Row>(sql);
  statements.set(sql, statement);
  return statement.all(...values);
}

const byName = (names: Row[]): unknown[] => sorted(names.map((name) => JSON.stringify(name)));

/** What is kept of all that lies in the file, of what is still being deleted, too. */
function checkCounts(): void {
  expect(select('SELECT id, traces, spans FROM facet_values ORDER BY id')).toEqual(
    select(
      'SELECT value AS id, COUNT(*) AS traces, SUM(spans + unnamed) AS spans FROM trace_facets GROUP BY value ORDER BY value',
    ),
  );
  expect(select('SELECT COALESCE(SUM(spans), 0) AS spans FROM search_waiting')).toEqual(
    select('SELECT COUNT(*) AS spans FROM search_queue'),
  );
}

/** Holds what is stored of one project against what was written to it and not deleted. */
function checkProject(projectId: string, latest: StoredSpans): void {
  const [project] = select('SELECT * FROM projects WHERE project_id = ?', projectId);
  const spans = select(
    'SELECT spans.*, traces.trace_id FROM spans JOIN traces ON traces.id = spans.trace WHERE spans.project = ?',
    project?.['id'] ?? -1,
  );
  const raw = new RawRecordReader(reading).read(spans as unknown as RawPlace[]);
  const stored = spans.map((span, i) => [
    `${span['trace_id']} ${span['span_id']}`,
    span['name'],
    raw[i]!.bytes.toString('hex'),
  ]);
  const sent = [...latest].map(([key, row]) => [key, row.columns.name, row.raw.toString('hex')]);
  expect(sorted(stored)).toEqual(sorted(sent));
  if (project === undefined) return;

  const traces = select('SELECT * FROM traces WHERE project = ?', project['id']);
  const traceIds = new Set([...latest.values()].map((row) => row.traceId));
  expect(sorted(traces.map((trace) => trace['trace_id']))).toEqual(sorted(traceIds));
  for (const trace of traces)
    expect(trace).toMatchObject(recountTrace(spans.filter((span) => span['trace'] === trace['id'])));

  const names = select(
    'SELECT field, value, traces, genai_traces, spans FROM trace_names WHERE project = ?',
    project['id'],
  );
  expect(byName(names)).toEqual(byName(recountNames(traces)));

  const sessions = select('SELECT * FROM sessions WHERE project = ?', project['id']);
  const sessionIds = new Set(traces.flatMap((trace) => trace['session_id'] ?? []));
  expect(sorted(sessions.map((session) => session['session_id']))).toEqual(sorted(sessionIds));
  for (const session of sessions) {
    const its = traces.filter((trace) => trace['session_id'] === session['session_id']);
    expect(its.every((trace) => trace['session'] === session['id'])).toBe(true);
    expect(session).toMatchObject(recountSession(its));
  }
  const [all] = select(
    'SELECT MIN(start_ns) AS first_seen_ns, MAX(start_ns) AS last_seen_ns, SUM(raw_size) AS raw_bytes FROM spans WHERE project = ?',
    project['id'],
  );
  expect(project).toMatchObject({
    trace_count: traces.length,
    genai_trace_count: traces.filter((trace) => trace['genai'] === 1).length,
    span_count: spans.length,
    session_count: sessions.length,
    // Of what is still being deleted, too.
    ...(all?.['raw_bytes'] === null ? { raw_bytes: 0 } : all),
  });
}

/** What is left beside the spans when no deletion is under way. */
function checkShared(): void {
  for (const kind of ['resource', 'scope'])
    expect(select(`SELECT id, uses FROM ${kind}s ORDER BY id`)).toEqual(
      select(`SELECT ${kind} AS id, COUNT(*) AS uses FROM spans GROUP BY ${kind} ORDER BY ${kind}`),
    );
  expect(select('SELECT * FROM projects WHERE span_count = 0')).toEqual([]);
  expect(select('SELECT * FROM chunk_leftovers WHERE trace NOT IN (SELECT id FROM traces)')).toEqual([]);
  const counted = 'SELECT chunk AS id, COUNT(*) AS live_spans FROM spans GROUP BY chunk ORDER BY chunk';
  expect(select('SELECT id, live_spans FROM chunks ORDER BY id')).toEqual(select(counted));
  const clean = select(
    'SELECT id, previews, data FROM chunks WHERE id NOT IN (SELECT chunk FROM chunk_leftovers)',
  );
  for (const { id, previews, data } of clean) {
    const places = select('SELECT preview_at FROM spans WHERE chunk = ? AND preview_at IS NOT NULL', id);
    const sheet = previews === null ? Buffer.alloc(0) : zstdDecompressSync(previews as unknown as Buffer);
    expect(
      keepOnly(
        sheet,
        places.map((place) => num(place['preview_at'])),
      ),
    ).toEqual(sheet);
    const bytes = zstdDecompressSync(data as unknown as Buffer);
    for (const place of select('SELECT chunk_offset, raw_size FROM spans WHERE chunk = ?', id))
      bytes.fill(0, num(place['chunk_offset']), num(place['chunk_offset']) + num(place['raw_size']));
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  }
}

function commandOf({ what, n }: NonNullable<Step['deleted']>, projectId: string): Command {
  switch (what) {
    case 'delete-trace':
      return { type: what, projectId, traceId: traceIdOf(n) };
    case 'delete-sessions':
      return { type: what, projectId, sessionIds: n === 3 ? ['s1', 's2'] : [`s${n}`, 'none'] };
    case 'delete-project':
      return { type: what, projectId };
    case 'retain':
      return { type: what, policy: { days: null, maxSpans: n * 4, maxBytes: null }, nowMs: 0 };
  }
}

/** By what retention takes first. */
const storedTraces = (): Row[] =>
  select(
    'SELECT traces.*, projects.project_id FROM traces JOIN projects ON projects.id = project ORDER BY end_ns, traces.id',
  );

/** A few pieces a transaction; the writer may die between any two. Answers whether all was done. */
function runCommand(
  writer: Writer,
  command: Command,
  { pieces, diesAfter }: NonNullable<Step['deleted']>,
): boolean {
  const task = taskOf(command, parts);
  const isDone = (deletion: Deletion): boolean => {
    for (let i = 0; i < pieces; i++) if (!deletion.sweep() && task.doomSome(deletion) === null) return true;
    return false;
  };
  for (let i = 0; i < diesAfter; i++) if (writer.delete(isDone)) return true;
  return false;
}
const sweepAll = (writer: Writer): void => {
  while (writer.delete((deletion) => deletion.sweep()));
};

let runs = 0;

test('what is stored equals a recount after every commit, whatever came in which order and went again', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const projects = [`p${runs}-0`, `p${runs}-1`];
      runs++;
      const model = new StoredModel();
      const check = (): void => {
        for (const name of projects) checkProject(name, model.spansOf(name));
        checkCounts();
        expect(recount(reading)).toEqual([]);
      };
      let writer = new Writer(writing);
      let waiting: { projectId: string; rows: SpanRow[] }[] = [];
      let taken: string[] = [];
      for (const [i, { project, spans, endsLast, ends, deleted }] of steps.entries()) {
        const last = endsLast ? steps[i - 1] : undefined;
        const batch = { projectId: projects[project]!, rows: rowsOf(spans) };
        const again = {
          projectId: projects[last?.project ?? 0]!,
          rows: rowsOf(last?.spans.map(ended) ?? []),
        };
        for (const sent of [again, batch]) {
          waiting.push(sent);
          for (const row of sent.rows) if (model.takeIn(sent.projectId, row)) taken.push(row.columns.spanId);
        }
        if (ends === 'request' && i < steps.length - 1) continue;
        const told = writer.write((append) => {
          for (const { projectId, rows } of waiting) for (const row of rows) append(projectId, row);
        });
        expect(told.map(({ spanId }) => spanId)).toEqual(taken);
        waiting = [];
        taken = [];
        check();
        if (deleted !== null) {
          const command = commandOf(deleted, batch.projectId);
          const gone = model.delete(command, storedTraces());
          if (runCommand(writer, command, deleted)) checkShared();
          else {
            // A trace that has its row still has all of its spans.
            model.restore(gone, storedTraces());
            writer = new Writer(writing);
          }
          check();
        }
        if (ends === 'restart') writer = new Writer(writing);
      }
      sweepAll(writer);
      check();
      checkShared();
      // For the next run, which counts all there is.
      const all: Command = {
        type: 'retain',
        policy: { days: null, maxSpans: 0, maxBytes: null },
        nowMs: 0,
      };
      const clear = taskOf(all, parts);
      writer.delete((deletion) => {
        while (deletion.sweep() || clear.doomSome(deletion));
      });
    }),
    { numRuns: 200 },
  );
  // Some seconds of computing, which a busy machine stretches.
}, 180_000);

test('nothing is left when all is deleted', () => {
  for (const table of ['projects', 'sessions', 'traces', 'spans', 'chunks', 'resources', 'scopes'])
    expect(select(`SELECT * FROM ${table}`)).toEqual([]);
  for (const table of ['doomed_traces', 'chunk_leftovers', 'trace_names', 'facet_values', 'search_queue'])
    expect(select(`SELECT * FROM ${table}`)).toEqual([]);
  for (const table of ['names_in_sessions', 'session_names'])
    expect(select(`SELECT * FROM ${table}`)).toEqual([]);
  expect(runs).toBeGreaterThan(0);
});
