import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OptionCount } from '../../contract/filter-options.ts';
import type { TraceSummary } from '../../contract/traces.ts';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { openForReading, openForWriting } from '../file/database.ts';
import { Writer } from '../writing/writer.ts';
import { filterOptions } from './filter-options.ts';
import { TRACE_NAMES } from './kept-names.ts';
import type { SessionFilter, SpanFilter, TraceFilter } from './list-filters.ts';
import { Statements } from './list-query.ts';
import { findProject } from './projects.ts';
import { listSessions } from './sessions.ts';
import { listSpans } from './span-list.ts';
import { spanItem } from './spans.ts';
import { listTraces } from './trace-list.ts';

/*
 * A list that one name restricts knows its total and finds its page by what is kept of the name. Held against the list of all,
 * whatever is replaced, deleted, or half deleted.
 */

type SpanItem = ReturnType<typeof spanItem>;
const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.option(fc.constantFrom(...values), { freq: 2 });
const drawnSpan = fc.record({
  trace: fc.integer({ min: 1, max: 6 }),
  span: fc.integer({ min: 1, max: 12 }),
  user: maybe('u1', 'u2'),
  environment: maybe('production', 'staging'),
  session: maybe('s1', 's2'),
  model: maybe('small', 'large'),
  tool: maybe('search', 'shell'),
  // What OpenLLMetry names on whatever a program does below an agent: it is nothing of AI by itself.
  below: maybe('planner'),
  tag: maybe('red', 'blue'),
  status: fc.constantFrom(0, 1, 2),
  start: fc.integer({ min: 0, max: 4 }),
});
type Drawn = typeof drawnSpan extends fc.Arbitrary<infer T> ? T : never;

const specOf = ({ trace, span, start, status, ...names }: Drawn) => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(span),
  name: `work ${start % 2}`,
  ...(span === 1 ? {} : { parentSpanId: spanIdOf(1) }),
  start: 1_770_000_000_000 + start,
  status: { code: status },
  attributes: Object.fromEntries(
    Object.entries({
      'user.id': names.user,
      'deployment.environment.name': names.environment,
      'session.id': names.session,
      'gen_ai.operation.name': names.model && 'chat',
      'gen_ai.request.model': names.model,
      'gen_ai.tool.name': names.tool,
      'gen_ai.agent.name': names.below,
      'traceloop.workflow.name': names.below,
      'langfuse.trace.tags': names.tag && [names.tag],
    }).filter((entry): entry is [string, string | string[]] => entry[1] !== null),
  ),
});

const page = { page: 1, limit: 1000 };
const SPANS: SpanFilter = {
  ...page,
  order: { field: 'timestamp_start', direction: 'desc' },
  include_raw_span: false,
};
const SESSIONS: SessionFilter = { ...page, order: { field: 'end_time', direction: 'desc' } };
const TRACES: TraceFilter = {
  ...page,
  order: { field: 'start_time', direction: 'desc' },
  include_nongenai: true,
};

/** All pages of one or two rows each, so that pages are found in all ways, with the total that each of them tells. */
function walk<Row>(
  list: (page: number, limit: number) => { rows: Row[]; total: number },
  limit: number,
): Row[] {
  const rows: Row[] = [];
  for (let number = 1; ; number++) {
    const found = list(number, limit);
    rows.push(...found.rows);
    if (found.rows.length === 0) {
      expect(found.total).toBe(rows.length);
      return rows;
    }
  }
}

function check(statements: Statements, project: number): void {
  const spansOf = (filter: Partial<SpanFilter>, limit: number) =>
    walk((number) => {
      const { rows, meta } = listSpans(statements, project, { ...SPANS, ...filter, page: number, limit });
      return { rows: rows.map((row) => spanItem(row)), total: meta.total_items };
    }, limit);
  const all = spansOf({}, 7);
  const parameters = ['user_id', 'session_id', 'framework', 'status_code', 'environment'] as const;
  for (const key of parameters)
    for (const value of new Set([...all.map((span) => span[key]), 'nobody']))
      for (const order of [SPANS.order, { field: 'span_name', direction: 'asc' } as const])
        for (const limit of [1, 100]) {
          if (value === null || (key === 'status_code' && value === 'nobody')) continue;
          const given = key === 'environment' ? [value] : value;
          const ids = (spans: typeof all): string[] => spans.map((span) => span.trace_id + span.span_id);
          const wanted = ids(all.filter((span) => span[key] === value));
          const found = ids(spansOf({ [key]: given, order }, limit));
          expect(order === SPANS.order ? found : found.toSorted()).toEqual(
            order === SPANS.order ? wanted : wanted.toSorted(),
          );
          const filters = [{ key, op: 'eq', values: [value] }] as const;
          expect(ids(spansOf({ filters }, limit))).toEqual(wanted);
        }
  for (const include_nongenai of [true, false]) {
    const tracesOf = (filter: Partial<TraceFilter>, limit: number) =>
      walk((number) => {
        const asked = { ...TRACES, include_nongenai, ...filter, page: number, limit };
        const { data, meta } = listTraces(statements, project, asked);
        return { rows: data, total: meta.total_items };
      }, limit);
    const idsOf = (filter: Partial<TraceFilter>, limit: number): string[] =>
      tracesOf(filter, limit).map((trace) => trace.trace_id);
    const traces = tracesOf({}, 7);
    const every = traces.map((trace) => trace.trace_id);
    const ofUser = idsOf({ user_id: 'u1' }, 7);
    for (const key of TRACE_NAMES)
      for (const value of new Set([...traces.flatMap((trace) => trace[key] ?? []), 'nothing'])) {
        const wanted = traces.filter((trace) => trace[key] === value).map((trace) => trace.trace_id);
        const asked: Partial<TraceFilter>[] = [{ filters: [{ key, op: 'eq', values: [value] }] }];
        if (key === 'user_id' || key === 'session_id') asked.push({ [key]: value });
        if (key === 'environment') asked.push({ environment: [value] });
        for (const filter of asked)
          for (const limit of [1, 100]) expect(idsOf(filter, limit)).toEqual(wanted);
        const others = traces.filter((trace) => trace[key] === value || trace[key] === 'u2');
        expect(idsOf({ filters: [{ key, op: 'in', values: [value, 'u2', 'u2'] }] }, 2)).toEqual(
          others.map((trace) => trace.trace_id),
        );
      }
    const named = {
      model: (span: (typeof all)[number]) => span.model,
      tool: (span: (typeof all)[number]) => span.tool_name,
      agent: (span: (typeof all)[number]) => span.agent_name,
      framework: (span: (typeof all)[number]) => span.framework,
      tag: (span: (typeof all)[number]) => span.tags[0] ?? null,
    };
    for (const [key, of] of Object.entries(named))
      for (const value of new Set([...all.flatMap((span) => of(span) ?? []), 'nothing'])) {
        const having = new Set(all.filter((span) => of(span) === value).map((span) => span.trace_id));
        const wanted = every.filter((id) => having.has(id));
        for (const limit of [1, 100]) {
          expect(idsOf({ [key]: value }, limit)).toEqual(wanted);
          if (key === 'tag') continue;
          expect(idsOf({ filters: [{ key, op: 'eq', values: [value] }] }, limit)).toEqual(wanted);
        }
        expect(idsOf({ [key]: value, user_id: 'u1' }, 2)).toEqual(ofUser.filter((id) => having.has(id)));
      }
  }
  const { options } = filterOptions(statements, project, 'spans');
  for (const key of ['environment', 'service_name'] as const)
    expect(options[key]).toEqual(offered(all.flatMap((span) => span[key] ?? [])));
  const traces = walk((number, limit) => {
    const { data, meta } = listTraces(statements, project, { ...TRACES, page: number, limit });
    return { rows: data, total: meta.total_items };
  }, 7);
  expect(options.trace_name).toEqual(
    offered(traces.flatMap((trace) => Array.from({ length: trace.span_count }, () => trace.trace_name))),
  );
  for (const key of ['user_id', 'session_id'] as const)
    expect(options[key]).toEqual(offered(all.flatMap((span) => span[key] ?? [])));
  checkSessions(statements, project, all);
  const ofTraces = filterOptions(statements, project, 'traces').options;
  for (const key of TRACE_NAMES)
    expect(ofTraces[key]).toEqual(offered(traces.flatMap((trace) => trace[key] ?? [])));
  const { data: ofAi } = listTraces(statements, project, { ...TRACES, include_nongenai: false, limit: 1000 });
  const ofAiOnly = filterOptions(statements, project, 'traces', true).options;
  for (const key of TRACE_NAMES)
    expect(ofAiOnly[key]).toEqual(offered(ofAi.flatMap((trace) => trace[key] ?? [])));
  const idsOfAi = new Set(ofAi.map(({ trace_id }) => trace_id));
  const statuses = all.flatMap(({ trace_id, status_code }) =>
    idsOfAi.has(trace_id) ? [`${trace_id} ${status_code}`] : [],
  );
  expect(ofAiOnly.status_code).toEqual(
    offered([...new Set(statuses)].map((one) => one.slice(one.indexOf(' ') + 1))),
  );
}

/** What sessions are offered by: what they show themselves, and what traces and spans of theirs say. */
function checkSessions(statements: Statements, project: number, spans: readonly SpanItem[]): void {
  const { data: sessions } = listSessions(statements, project, SESSIONS);
  const { data: traces } = listTraces(statements, project, { ...TRACES, limit: 1000 });
  const { options } = filterOptions(statements, project, 'sessions');
  for (const key of ['user_id', 'session_id', 'environment', 'service_name'] as const)
    expect(options[key]).toEqual(offered(sessions.flatMap((session) => session[key] ?? [])));
  const said = (names: (trace: TraceSummary) => readonly (string | null)[]): OptionCount[] =>
    offered(
      sessions.flatMap(({ session_id }) => {
        const its = traces.filter((trace) => trace.session_id === session_id);
        return [...new Set(its.flatMap(names))].filter((name) => name !== null);
      }),
    );
  const carried = (names: (span: SpanItem) => readonly (string | null)[]): OptionCount[] =>
    said(({ trace_id }) => spans.filter((span) => span.trace_id === trace_id).flatMap(names));
  expect(options.trace_name).toEqual(said((trace) => [trace.trace_name]));
  expect(options.model).toEqual(carried((span) => [span.gen_ai_request_model, span.gen_ai_response_model]));
  expect(options.tool).toEqual(carried((span) => [span.tool_name]));
  expect(options.agent).toEqual(carried((span) => [span.agent_name]));
  expect(options.framework).toEqual(carried((span) => [span.framework]));
  expect(options.tags).toEqual(carried((span) => span.tags));
  expect(options.status_code).toEqual(carried((span) => [span.status_code]));
}

/** Each name with how often it comes, the most frequent first. */
function offered(names: readonly string[]): OptionCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

test('lists of one name have the rows and the total of a filter by hand', () => {
  const commits = fc.array(fc.array(drawnSpan, { maxLength: 8 }), { minLength: 1, maxLength: 4 });
  const doomed = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 });
  fc.assert(
    fc.property(commits, doomed, fc.boolean(), (drawn, going, isSwept) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-names-'));
      const writer = new Writer(openForWriting(directory, 'normal'));
      const [decoder, extractor] = [new TraceDecoder(), createExtractor()];
      try {
        for (const commit of drawn)
          writer.write((append) => {
            for (const span of commit)
              decoder.decode(traceBytes({ spans: [specOf(span)] }), (wire) =>
                append('p', spanRow(wire, extractor.extract(wire))),
              );
          });
        const reading = openForReading(directory);
        for (const trace of going)
          writer.delete((deletion) => {
            const id = reading
              .prepare<[string], number>('SELECT id FROM traces WHERE trace_id = ?')
              .pluck()
              .get(traceIdOf(trace));
            if (id !== undefined) deletion.doom(id);
            if (isSwept) while (deletion.sweep());
          });
        const statements = new Statements(reading);
        check(statements, findProject(statements, 'p') ?? -1);
        reading.close();
      } finally {
        writer.close();
        rmSync(directory, { recursive: true, force: true });
      }
    }),
    { numRuns: 15 },
  );
});
