import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Signal } from '../../decode/count.ts';
import type { Command } from '../../ingest/jobs.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { LOG_TIME, logBytes, type LogSpec } from '../../testing/otlp-logs.ts';
import { metricBytes } from '../../testing/otlp-metrics.ts';
import { SearchStore } from '../../testing/search-store.ts';

/*
 * Whatever table there is must be emptied of what is deleted. A new table fails here until the sample has rows for it and
 * `belongings.ts` takes them away, or it is named below with a reason.
 */

/** Tables that have no rows for a trace or a project as long as it is there. */
const UNFILLED: Readonly<Record<string, string>> = {
  doomed_traces: 'stands for a trace while it is being deleted',
  extractions: 'has one row for all spans of a version',
  search_erasing: 'stands while words of a deleted trace are being taken out of the file',
};
/** Tables whose rows for a trace are made up of more than one trace's. */
const SHARED: Readonly<Record<string, string>> = {
  projects: 'both traces are of one project',
  metric_series: 'metrics belong to no trace',
  metric_points: 'metrics belong to no trace',
};
/** Tables that need not look as before: `name` of each with the reason. */
const MAY_DIFFER: Readonly<Record<string, string>> = {};

/** In every text that the sample sends, so that it is found wherever it was written. */
const SECRET = 'unmistakable';
const DAY_MS = 86_400_000;
const OLD = Number(LOG_TIME / 1_000_000n) - 100 * DAY_MS;
const NOW = Number(LOG_TIME / 1_000_000n);

/** A trace with all that a trace may have. `word` is in every text of it. */
function traceOf(n: number, word: string, at: number): { spans: SpanSpec[]; logs: LogSpec[] } {
  const spans = Array.from({ length: 120 }, (_, i) => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n * 1000 + i),
    ...(i === 0 ? {} : { parentSpanId: spanIdOf(n * 1000) }),
    name: `${word} span`,
    start: at + i,
    end: at + i + 1,
    attributes: {
      'gen_ai.operation.name': i % 2 === 0 ? 'chat' : 'execute_tool',
      'gen_ai.request.model': `${word}-model`,
      'gen_ai.agent.name': `${word} agent`,
      'gen_ai.tool.name': `${word} tool`,
      'gen_ai.usage.input_tokens': 5,
      [`gen_ai.${word}.key`]: `${word} value`,
      [`gen_ai.prompt.0.${word}`]: `${word} asked`,
      [`gen_ai.completion.0.${word}`]: `${word} said`,
      'session.id': `${word} session`,
      'user.id': `${word} user`,
      'langfuse.trace.tags': [`${word} tag`],
    },
    events: [{ name: `${word} event`, attributes: { said: `${word} of an event` } }],
    status: { code: 2, message: `${word} failed` },
  }));
  const logs = spans.slice(0, 90).map(({ traceId, spanId }, i) => ({
    traceId,
    spanId,
    time: BigInt(at + i) * 1_000_000n,
    eventName: i % 2 === 0 ? 'gen_ai.user.message' : 'gen_ai.choice',
    body: { content: `${word} in a log`, message: { content: `${word} in a log` } },
  }));
  return { spans, logs };
}

const under = (word: string) => ({
  resource: { 'service.name': `${word} service` },
  scope: { name: `${word} scope` },
});

function requestsOf(n: number, word: string, at: number): [Signal, Buffer][] {
  const { spans, logs } = traceOf(n, word, at);
  return [
    ['traces', traceBytes({ ...under(word), spans })],
    ['logs', logBytes({ ...under(word), logs })],
  ];
}

function metricsOf(word: string, at: number): Buffer {
  const dataPoints = Array.from({ length: 300 }, (_, i) => ({
    timeUnixNano: String(BigInt(at + i) * 1_000_000n),
    asInt: '1',
    attributes: [{ key: word, value: { stringValue: word } }],
  }));
  const metric = { name: `${word} metric`, description: word, unit: word, gauge: { dataPoints } };
  return metricBytes([metric], { resource: under(word).resource, scope: under(word).scope.name });
}

let store: SearchStore;
beforeEach(() => {
  store = new SearchStore();
});
afterEach(() => store.close());

const counts = (): Record<string, number> =>
  Object.fromEntries(
    store.tables().map((table) => [table, Number(store.one(`SELECT COUNT(*) FROM ${table}`))]),
  );

/** What stays, in `p`. */
function keep(): void {
  store.commit('p', ...requestsOf(1, 'kept', NOW));
  store.commit('p', ['metrics', metricsOf('kept', NOW)]);
  store.catchUp();
}

/** The trace that goes: alone in its commits, beside the one that stays in others, with spans and records sent twice. */
function addTrace(project: string): void {
  store.commit(project, ...requestsOf(2, SECRET, OLD));
  store.catchUp();
  const again = traceOf(2, SECRET, OLD);
  store.commit(project, ['traces', traceBytes({ ...under(SECRET), spans: again.spans.slice(10, 30) })]);
  store.commit(project, ['logs', logBytes({ ...under(SECRET), logs: again.logs.slice(0, 5) })]);
}

/** What belongs to no trace. */
function addLoose(project: string): void {
  const logs = Array.from({ length: 300 }, (_, i) => ({
    body: `${SECRET} ${i}`,
    time: BigInt(OLD + i) * 1_000_000n,
    // Some name a trace that never comes.
    ...(i % 2 === 0 ? {} : { traceId: traceIdOf(99), spanId: spanIdOf(1) }),
  }));
  store.commit(project, ['logs', logBytes({ ...under(SECRET), logs })]);
  store.commit(project, ['metrics', metricsOf(SECRET, OLD)]);
}

interface Case {
  readonly name: string;
  readonly command: Command;
  readonly fill: () => void;
  readonly shared: Readonly<Record<string, string>>;
}
const projectId = 'p';
const whole = (project: string) => (): void => {
  addTrace(project);
  addLoose(project);
};
const KEEP_ALL = { days: null, maxSpans: null, maxBytes: null };
const inOneProject = { projects: SHARED['projects']! };
const CASES: readonly Case[] = [
  {
    name: 'a trace',
    command: { type: 'delete-trace', projectId, traceId: traceIdOf(2) },
    fill: () => addTrace('p'),
    shared: SHARED,
  },
  {
    name: 'a session',
    command: { type: 'delete-sessions', projectId, sessionIds: [`${SECRET} session`] },
    fill: () => addTrace('p'),
    shared: SHARED,
  },
  { name: 'a project', command: { type: 'delete-project', projectId: 'q' }, fill: whole('q'), shared: {} },
  {
    name: 'what is too old',
    command: { type: 'retain', policy: { ...KEEP_ALL, days: 50 }, nowMs: NOW },
    fill: whole('p'),
    shared: inOneProject,
  },
  {
    name: 'spans that are too many',
    command: { type: 'retain', policy: { ...KEEP_ALL, maxSpans: 120 }, nowMs: NOW },
    fill: () => addTrace('p'),
    shared: SHARED,
  },
];

describe.for(CASES)('$name', ({ command, fill, shared }) => {
  test('goes with all rows in every table, and nothing else does', () => {
    keep();
    const before = counts();
    fill();
    const filled = counts();
    const unfilled = Object.keys(before).filter((table) => filled[table]! <= before[table]!);
    expect(unfilled.filter((table) => !(table in { ...UNFILLED, ...MAY_DIFFER, ...shared }))).toEqual([]);
    expect(store.tablesWith(SECRET)).not.toEqual([]);
    store.run(command);
    const after = counts();
    const [asBefore, asAfter] = [before, after].map((all) =>
      Object.entries(all).filter(([table]) => !(table in MAY_DIFFER)),
    );
    expect(asAfter).toEqual(asBefore);
    expect(store.tablesWith(SECRET)).toEqual([]);
    expect(store.tablesWith(traceIdOf(2))).toEqual([]);
    expect(store.tablesWith('kept')).toEqual(expect.arrayContaining(['spans', 'log_records', 'chunks']));
  });

  test('leaves what is shared with what stays, and its counts', () => {
    keep();
    // The same names, resources and scopes in what goes: `uses` must count both.
    store.commit('q', ...requestsOf(3, 'kept', OLD));
    store.commit('p', ...requestsOf(4, 'kept', OLD));
    fill();
    store.run(command);
    for (const kind of ['resource', 'scope'])
      expect(store.all(`SELECT id, uses FROM ${kind}s ORDER BY id`)).toEqual(
        store.all(
          `SELECT id, COUNT(*) AS uses FROM (SELECT ${kind} AS id FROM spans UNION ALL SELECT ${kind} FROM log_records
             UNION ALL SELECT ${kind} FROM metric_series) GROUP BY id ORDER BY id`,
        ),
      );
    expect(
      store.all(
        'SELECT * FROM projects WHERE span_count <> (SELECT COUNT(*) FROM spans WHERE project = projects.id)',
      ),
    ).toEqual([]);
    expect(
      store.all(
        'SELECT * FROM projects WHERE log_count <> (SELECT COUNT(*) FROM log_records WHERE project = projects.id)',
      ),
    ).toEqual([]);
    for (const [table, users, column] of [
      ['attribute_keys', 'indexed_attributes', 'key'],
      ['content_sets', 'content_set_keys', 'content_set'],
      ['facet_values', 'trace_facets', 'value'],
    ])
      expect(store.all(`SELECT id FROM ${table} ORDER BY id`)).toEqual(
        store.all(`SELECT DISTINCT ${column} AS id FROM ${users} ORDER BY id`),
      );
  });
});

test('when all is deleted no table has a row', () => {
  keep();
  whole('p')();
  whole('q')();
  for (const project of ['p', 'q']) store.run({ type: 'delete-project', projectId: project });
  const left = Object.entries(counts()).filter(([table, count]) => count > 0 && !(table in MAY_DIFFER));
  expect(left).toEqual([]);
});
