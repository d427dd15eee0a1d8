import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TraceDecoder } from '../decode/traces.ts';
import { createExtractor } from '../extract/extract.ts';
import { spanRow } from '../ingest/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { openForReading, openForWriting, type ReadableDatabase, type WritableDatabase } from './database.ts';
import { RawSpanReader } from './reader/raw-spans.ts';
import type { RawPlace } from './reader/spans.ts';
import type { SpanRow } from './span-row.ts';
import { Writer } from './writer.ts';

/*
 * Everything that is kept beside the spans is counted again here, naively, from the spans table: the rows of traces,
 * sessions and projects must be equal to it whatever came in which order, how often and in how many commits.
 */

interface Sketch {
  readonly trace: number;
  readonly span: number;
  readonly parent: number | null;
  readonly kind: string;
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly session: string | null;
  readonly user: string | null;
  readonly model: string | null;
  readonly start: number;
  readonly isError: boolean;
}
interface Step {
  readonly project: number;
  readonly spans: readonly Sketch[];
  /** Whether it is written with what follows, and whether a writer without memory goes on after it. */
  readonly ends: 'request' | 'commit' | 'restart';
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });
const sketch: fc.Arbitrary<Sketch> = fc.record({
  trace: fc.integer({ min: 1, max: 3 }),
  span: fc.integer({ min: 1, max: 8 }),
  // Parents that never come (9), the span itself and cycles among them.
  parent: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 4 }),
  kind: fc.constantFrom('LLM', 'LLM', 'EMBEDDING', 'TOOL', 'AGENT', 'CHAIN', 'NONE'),
  tokens: fc.option(fc.nat(1000)),
  cost: rarely(fc.nat(1000)),
  session: rarely(fc.constantFrom('s1', 's2')),
  user: rarely(fc.constantFrom('u1', 'u2')),
  model: rarely(fc.constantFrom('m1', 'm2')),
  start: fc.nat(5),
  isError: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.record({
  project: fc.nat(1),
  spans: fc.array(sketch, { minLength: 1, maxLength: 6 }),
  ends: fc.constantFrom('request', 'commit', 'restart'),
});

const decoder = new TraceDecoder();
const extractor = createExtractor();

function rowsOf(spans: readonly Sketch[]): SpanRow[] {
  const rows: SpanRow[] = [];
  for (const one of spans) {
    const given: Record<string, string | number | null> = {
      'openinference.span.kind': one.kind === 'NONE' ? null : one.kind,
      'llm.token_count.prompt': one.tokens,
      'llm.token_count.prompt_details.cache_read': one.tokens === null ? null : one.tokens % 7,
      'llm.token_count.completion': one.tokens === null ? null : one.tokens % 5,
      'llm.cost.total': one.cost === null ? null : one.cost / 1000,
      'session.id': one.session,
      'user.id': one.user,
      'llm.model_name': one.model,
    };
    const attributes = Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string | number] => entry[1] !== null),
    );
    const span = {
      traceId: traceIdOf(one.trace),
      spanId: spanIdOf(one.span),
      ...(one.parent === null ? {} : { parentSpanId: spanIdOf(one.parent) }),
      name: JSON.stringify(one),
      start: 1000 + one.start,
      end: 1000 + one.start + (one.span % 3),
      attributes,
      status: { code: one.isError ? 2 : 0 },
    };
    decoder.decode(traceBytes({ spans: [span] }), (read) =>
      rows.push(spanRow(read, extractor.extract(read))),
    );
  }
  return rows;
}

type Row = Record<string, string | number | null>;
/** In one order, for comparing what comes in any. */
const sorted = <T>(items: Iterable<T>): T[] => [...items].sort((a, b) => (String(a) < String(b) ? -1 : 1));
const num = (value: unknown): number => Number(value ?? 0);

let directory: string;
let writing: WritableDatabase;
let reading: ReadableDatabase;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-recount-'));
  writing = openForWriting(directory, 'normal');
  reading = openForReading(directory);
});
afterAll(() => {
  reading.close();
  writing.close();
  rmSync(directory, { recursive: true, force: true });
});
const select = (sql: string, ...values: unknown[]): Row[] =>
  reading.prepare<unknown[], Row>(sql).all(...values);

const TOKENS = ['input_tokens', 'output_tokens', 'total_tokens', 'cache_read_tokens', 'cache_write_tokens'];
const SUMS = [...TOKENS, 'reasoning_tokens', 'input_cost', 'output_cost', 'total_cost'];
const carriesUsage = (span: Row): boolean => num(span['total_tokens']) > 0 || num(span['total_cost']) > 0;
const isCall = (span: Row): boolean => ['generation', 'embedding'].includes(String(span['observation_type']));
const isRoot = (span: Row): boolean =>
  span['parent_span_id'] === null || span['parent_span_id'] === span['span_id'];

/** Whether `wanted` holds of a descendant; with `near` only of one reached without passing a tool or agent span. */
function someBelow(
  spans: Row[],
  of: Row,
  near: boolean,
  wanted: (span: Row) => boolean,
  seen = new Set<Row>(),
): boolean {
  return spans.some((child) => {
    if (isRoot(child) || child['parent_span_id'] !== of['span_id'] || seen.has(child)) return false;
    seen.add(child);
    if (near && ['tool', 'agent'].includes(String(child['category']))) return false;
    return wanted(child) || someBelow(spans, child, near, wanted, seen);
  });
}

function recountTrace(spans: Row[]): Row {
  const counted = spans.filter(
    (span) => carriesUsage(span) && !someBelow(spans, span, isCall(span), carriesUsage),
  );
  const rank = (span: Row): string =>
    `${span['parent_span_id'] === null ? 0 : 1} ${span['start_ns']} ${span['span_id']}`;
  const ranked = [...spans].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const first = (name: string): string | number | null =>
    ranked.find((span) => span[name] !== null)?.[name] ?? null;
  const ids = new Set(spans.map((span) => span['span_id']));
  const start = Math.min(...spans.map((span) => num(span['start_ns'])));
  const end = Math.max(...spans.map((span) => num(span['end_ns'])));
  const models = spans
    .filter(isCall)
    .flatMap((span) => span['response_model'] ?? span['request_model'] ?? []);
  const isObservation = (span: Row): boolean => span['observation_type'] !== 'span';
  const sums = SUMS.map((name) => [name, counted.reduce((sum, span) => sum + num(span[name]), 0)]);
  return {
    session_id: first('session_id'),
    trace_name: first('name'),
    start_ns: start,
    end_ns: end,
    duration_ns: end - start,
    user_id: first('user_id'),
    framework: first('framework'),
    span_count: spans.length,
    genai: spans.some((span) => isObservation(span) || span['framework'] !== null) ? 1 : 0,
    observation_count: spans.filter(isObservation).length,
    llm_call_count: spans.filter((span) => isCall(span) && !someBelow(spans, span, true, isCall)).length,
    tool_call_count: spans.filter((span) => span['observation_type'] === 'tool').length,
    error_count: spans.filter((span) => span['has_error'] === 1).length,
    models: JSON.stringify(sorted(new Set(models))),
    is_complete:
      spans.some(isRoot) && spans.every((span) => isRoot(span) || ids.has(span['parent_span_id'])) ? 1 : 0,
    ...(Object.fromEntries(sums) as Row),
  };
}

function recountSession(traces: Row[]): Row {
  const names = ['span_count', 'error_count', 'input_tokens', 'output_tokens', 'total_tokens', 'total_cost'];
  const sums = names.map((name) => [name, traces.reduce((sum, trace) => sum + num(trace[name]), 0)]);
  return {
    trace_count: traces.length,
    start_ns: Math.min(...traces.map((trace) => num(trace['start_ns']))),
    end_ns: Math.max(...traces.map((trace) => num(trace['end_ns']))),
    ...(Object.fromEntries(sums) as Row),
  };
}

/** Holds what is stored of one project against what was written to it. */
function checkProject(projectId: string, written: readonly SpanRow[]): void {
  const latest = new Map(written.map((row) => [`${row.traceId} ${row.columns.spanId}`, row]));
  const [project] = select('SELECT * FROM projects WHERE project_id = ?', projectId);
  const spans = select(
    'SELECT spans.*, traces.trace_id FROM spans JOIN traces ON traces.id = spans.trace WHERE spans.project = ?',
    project?.['id'] ?? -1,
  );
  const raw = new RawSpanReader(reading).read(spans as unknown as RawPlace[]);
  const stored = spans.map((span, i) => [
    `${span['trace_id']} ${span['span_id']}`,
    span['name'],
    raw[i]!.span.toString('hex'),
  ]);
  const sent = [...latest].map(([key, row]) => [key, row.columns.name, row.raw.toString('hex')]);
  expect(sorted(stored)).toEqual(sorted(sent));
  if (project === undefined) return;

  const traces = select('SELECT * FROM traces WHERE project = ?', project['id']);
  const traceIds = new Set([...latest.values()].map((row) => row.traceId));
  expect(sorted(traces.map((trace) => trace['trace_id']))).toEqual(sorted(traceIds));
  for (const trace of traces)
    expect(trace).toMatchObject(recountTrace(spans.filter((span) => span['trace'] === trace['id'])));

  const sessions = select('SELECT * FROM sessions WHERE project = ?', project['id']);
  const sessionIds = new Set(traces.flatMap((trace) => trace['session_id'] ?? []));
  expect(sorted(sessions.map((session) => session['session_id']))).toEqual(sorted(sessionIds));
  for (const session of sessions) {
    const its = traces.filter((trace) => trace['session_id'] === session['session_id']);
    expect(its.every((trace) => trace['session'] === session['id'])).toBe(true);
    expect(session).toMatchObject(recountSession(its));
  }
  const starts = written.map((row) => Number(row.columns.startNs));
  expect(project).toMatchObject({
    trace_count: traces.length,
    genai_trace_count: traces.filter((trace) => trace['genai'] === 1).length,
    span_count: spans.length,
    session_count: sessions.length,
    raw_bytes: [...latest.values()].reduce((sum, row) => sum + row.raw.length, 0),
    first_seen_ns: Math.min(...starts),
    last_seen_ns: Math.max(...starts),
  });
}

let runs = 0;

test('what is stored equals a recount after every commit, whatever came in which order', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const projects = [`p${runs}-0`, `p${runs}-1`];
      runs++;
      const written = new Map<string, SpanRow[]>(projects.map((name) => [name, []]));
      let writer = new Writer(writing);
      let waiting: { projectId: string; rows: SpanRow[] }[] = [];
      for (const [i, { project, spans, ends }] of steps.entries()) {
        const batch = { projectId: projects[project]!, rows: rowsOf(spans) };
        waiting.push(batch);
        written.get(batch.projectId)!.push(...batch.rows);
        if (ends === 'request' && i < steps.length - 1) continue;
        const told = writer.write((append) => {
          for (const { projectId, rows } of waiting) for (const row of rows) append(projectId, row);
        });
        expect(told.map(({ spanId }) => spanId)).toEqual(
          waiting.flatMap(({ rows }) => rows.map((row) => row.columns.spanId)),
        );
        waiting = [];
        for (const name of projects) checkProject(name, written.get(name)!);
        if (ends === 'restart') writer = new Writer(writing);
      }
    }),
    { numRuns: 300 },
  );
});

test('chunks hold the spans that are stored, and no others', () => {
  const counted = select(
    'SELECT chunk AS id, COUNT(*) AS live_spans FROM spans GROUP BY chunk ORDER BY chunk',
  );
  expect(select('SELECT id, live_spans FROM chunks ORDER BY id')).toEqual(counted);
  expect(runs).toBeGreaterThan(0);
});
