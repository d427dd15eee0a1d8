import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFirstFormat, insertRow, writeOlderFile } from '../../testing/older-file.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { metricBytes } from '../../testing/otlp-metrics.ts';
import { runCommand } from '../../testing/run-command.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { openForWriting, type AnyDatabase, type ReadableDatabase } from './database.ts';
import { Statements } from '../reader/list-query.ts';
import { PreviewReader, previewSql } from '../chunks/preview-reader.ts';
import { findProject } from '../reader/projects.ts';
import { spansOfTrace } from '../reader/spans.ts';
import { findTrace } from '../reader/traces.ts';
import { Writer } from '../writing/writer.ts';
import { testFolder } from '../../testing/test-folder.ts';

/** The last format without deletes. */
const BEFORE_DELETES = 5;

let store: OpenStore;
let directory: string;
beforeEach(() => {
  store = new OpenStore();
  directory = testFolder();
});
afterEach(() => {
  store.close();
});

test('a file from before deletes counts what refers to resources and scopes, and loses it with its rows', () => {
  const resource = (n: number) => ({ resource: { 'service.name': `service ${n}` } });
  for (const n of [1, 2, 3]) {
    const ids = { traceId: traceIdOf(n), spanId: spanIdOf(n) };
    store.keepSpans('p', ids, { ...ids, spanId: spanIdOf(n + 10), attributes: { 'gen_ai.a': 1 } });
    store.keepLogs('p', { ...ids, body: 'said' }, { body: 'loose' });
    store.commit('q', [
      'metrics',
      metricBytes([{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: '1', asInt: '1' }] } }], resource(n)),
    ]);
  }
  writeOlderFile(store.directory, directory, BEFORE_DELETES);
  const database = openForWriting(directory, 'normal');
  for (const table of ['resources', 'scopes', 'spans', 'log_records', 'projects', 'attribute_keys'])
    expect(database.prepare(`SELECT * FROM ${table}`).all()).toEqual(store.all(`SELECT * FROM ${table}`));
  expect(database.prepare('SELECT SUM(uses) FROM resources').pluck().get()).toBe(6 + 4 + 3);

  const writer = new Writer(database);
  runCommand(database, writer, { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(1) });
  expect(database.prepare('SELECT COUNT(*) FROM spans').pluck().get()).toBe(4);
  for (const projectId of ['p', 'q']) runCommand(database, writer, { type: 'delete-project', projectId });
  const left = store
    .tables()
    .filter((table) => database.prepare(`SELECT 1 FROM ${table}`).get() !== undefined);
  expect(left).toEqual([]);
  database.close();
});

test('a file from before previews lay in chunks shows and finds them, and goes on', () => {
  const said = (n: number, text: string) => ({
    traceId: traceIdOf(1),
    spanId: spanIdOf(n),
    start: 1000 + n,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': text, 'gen_ai.completion': `${text}?` },
  });
  store.keepSpans('p', said(1, 'first'));
  writeOlderFile(store.directory, directory, BEFORE_DELETES);
  const database = openForWriting(directory, 'normal');
  const writer = new Writer(database);
  const row = rowOf(said(2, 'second'));
  writer.write((append) => append('p', row));

  const statements = new Statements(database as AnyDatabase as ReadableDatabase);
  const project = findProject(statements, 'p')!;
  const rows = spansOfTrace(statements, findTrace(statements, project, traceIdOf(1))!.id);
  expect(new PreviewReader(database).read(rows)).toEqual([
    { inputPreview: 'first', outputPreview: 'first?' },
    { inputPreview: 'second', outputPreview: 'second?' },
  ]);
  const found = statements.column(`SELECT name FROM spans WHERE ${previewSql('output')} LIKE '%?'`, []);
  expect(found.length).toBe(2);
  expect(database.prepare('SELECT input_preview, output_preview FROM traces').all()).toEqual([
    { input_preview: 'first', output_preview: 'second?' },
  ]);
  database.close();
});

test('calls without a known price are counted in a file from before they were', () => {
  const older = createFirstFormat(directory);
  const names = { models: '[]', agents: '[]', tags: '[]', frameworks: '[]' };
  let spans = 0;
  const call = (trace: number, row: Readonly<Record<string, unknown>>): void =>
    insertRow(older, 'spans', {
      id: ++spans,
      trace,
      project: 1,
      span_id: `${spans}`,
      parent_span_id: null,
      category: 'llm',
      observation_type: 'generation',
      total_tokens: 5,
      ...row,
    });
  for (const [at, session] of [1, 1, 2].entries())
    insertRow(older, 'traces', { ...names, id: at + 1, project: 1, trace_id: `${at + 1}`, session });
  for (const id of [1, 2]) insertRow(older, 'sessions', { ...names, id, project: 1, session_id: `${id}` });
  call(1, { cost_known: 1 });
  call(1, { cost_known: 0 });
  call(1, { cost_known: 0 });
  call(2, { cost_known: 0 });
  // An agent that repeats what a call in it tells, and one that tells nothing.
  call(3, { cost_known: 0, observation_type: 'agent', category: 'agent' });
  call(3, { cost_known: 1, parent_span_id: `${spans}` });
  call(3, { cost_known: 0, total_tokens: 0 });
  older.close();

  const database = openForWriting(directory, 'normal');
  const counted = (of: string): unknown =>
    database.prepare(`SELECT unpriced_call_count FROM ${of} ORDER BY id`).pluck().all();
  expect(counted('traces')).toEqual([2, 1, 0]);
  expect(counted('sessions')).toEqual([3, 0]);
  database.close();
});

test('spans that run are counted in a file from before they were', () => {
  const older = createFirstFormat(directory);
  const names = { models: '[]', agents: '[]', tags: '[]' };
  for (const id of [1, 2]) insertRow(older, 'traces', { ...names, id, project: 1, trace_id: `${id}` });
  for (const [at, running] of [1, 0, 1].entries())
    insertRow(older, 'spans', { id: at + 1, trace: 1, project: 1, span_id: `${at}`, running });
  insertRow(older, 'spans', { id: 4, trace: 2, project: 1, span_id: '4', running: 0 });
  older.close();

  const database = openForWriting(directory, 'normal');
  const counted = database.prepare('SELECT running_span_count FROM traces ORDER BY id').pluck().all();
  expect(counted).toEqual([2, 0]);
  database.close();
});

test('traces of a file from before they ended where their last span starts do so, and their sessions with them', () => {
  const older = createFirstFormat(directory);
  const names = { models: '[]', agents: '[]', tags: '[]', frameworks: '[]' };
  const times = (start: number, end: number) => ({ start_ns: start, end_ns: end });
  const keep = (
    id: number,
    session: number,
    kept: ReturnType<typeof times>,
    ...spans: [number, number][]
  ) => {
    const duration_ns = Math.max(kept.end_ns - kept.start_ns, 0);
    insertRow(older, 'traces', {
      ...names,
      ...kept,
      id,
      project: 1,
      trace_id: `${id}`,
      session,
      duration_ns,
    });
    for (const [at, [start, end]] of spans.entries())
      insertRow(older, 'spans', { ...times(start, end), id: id * 10 + at, trace: id, span_id: `${at}` });
  };
  keep(1, 1, times(50, 60), [50, 60], [55, 0]);
  keep(2, 1, times(70, 79), [70, 0], [80, 79]);
  keep(3, 2, times(90, 0), [90, 0], [95, 0]);
  keep(4, 3, times(50, 60), [50, 60]);
  for (const [id, end] of [79, 0, 60].entries())
    insertRow(older, 'sessions', {
      ...names,
      ...times(50, end),
      id: id + 1,
      project: 1,
      session_id: `${id + 1}`,
    });
  older.close();

  const database = openForWriting(directory, 'normal');
  expect(database.prepare('SELECT id, end_ns, duration_ns FROM traces').raw().all()).toEqual([
    [1, 60, 10],
    [2, 80, 10],
    [3, 95, 5],
    [4, 60, 10],
  ]);
  expect(database.prepare('SELECT id, end_ns FROM sessions ORDER BY id').raw().all()).toEqual([
    [1, 80],
    [2, 95],
    [3, 60],
  ]);
  database.close();
});
