import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { StatsGroup } from '../../contract/stats.ts';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { spanRow } from '../../ingest/worker/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { openForReading, openForWriting, type ReadableDatabase } from '../file/database.ts';
import { Writer } from '../writing/writer.ts';
import { KeptFigures } from './kept-figures.ts';
import { Statements } from './list-query.ts';
import { findProject } from './projects.ts';
import type { StatsRange } from './stats.ts';

/* What is kept of a minute is what would be read now, whatever came, was replaced, moved to another minute or was deleted. */

const MINUTE_MS = 60_000;
const STARTS = [0, 1, 30_000, MINUTE_MS - 1, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS + 1];
const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.option(fc.constantFrom(...values), { freq: 3 });
const drawnSpan = fc.record({
  trace: fc.integer({ min: 1, max: 5 }),
  span: fc.integer({ min: 1, max: 4 }),
  parent: maybe(1, 2),
  start: fc.constantFrom(...STARTS),
  duration: fc.integer({ min: 0, max: 50 }),
  model: maybe('small', 'large'),
  agent: maybe('planner'),
  environment: maybe('production', 'staging'),
  tokens: maybe(0, 3, 9),
  firstToken: maybe(0.1, 1 / 3, 12.3456789),
  isPlaceholder: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});
type Drawn = typeof drawnSpan extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(drawnSpan, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
);

/** Those of one minute may be of two projects. */
const projectOf = ({ trace }: Drawn): string => (trace < 4 ? 'p' : 'q');

function idsOf({ trace, span, parent, isPlaceholder }: Drawn): Pick<SpanSpec, 'spanId' | 'parentSpanId'> {
  const spanId = spanIdOf(10 * trace + span);
  if (isPlaceholder) return { spanId: spanIdOf(100 + 10 * trace + span), parentSpanId: spanId };
  return parent === null || parent === span
    ? { spanId }
    : { spanId, parentSpanId: spanIdOf(10 * trace + parent) };
}

const specOf = (drawn: Drawn, base: number): SpanSpec => ({
  traceId: traceIdOf(drawn.trace),
  ...idsOf(drawn),
  name: 'work',
  start: base + drawn.start,
  end: base + drawn.start + drawn.duration,
  attributes: Object.fromEntries(
    Object.entries({
      'deployment.environment.name': drawn.environment,
      'gen_ai.operation.name': drawn.model ? 'chat' : drawn.agent && 'invoke_agent',
      'gen_ai.request.model': drawn.model,
      'gen_ai.agent.name': drawn.agent,
      'gen_ai.usage.input_tokens': drawn.tokens,
      'gen_ai.server.time_to_first_token': drawn.firstToken,
      'logfire.span_type': drawn.isPlaceholder ? 'pending_span' : null,
      'logfire.pending_parent_id': drawn.isPlaceholder
        ? spanIdOf(drawn.parent === null ? 0 : 10 * drawn.trace + drawn.parent)
        : null,
    }).filter((entry): entry is [string, string | number] => entry[1] !== null),
  ),
});

const GROUPS: readonly (StatsGroup | null)[] = [null, 'model', 'agent', 'environment', 'user'];

/** In the order of their values, which no one asks for. */
function figures(kept: KeptFigures, range: StatsRange, group: StatsGroup | null): unknown {
  return [...kept.read(range, group)]
    .map(([minute, sums]) => [
      minute,
      sums
        .toSorted((a, b) => (a.value < b.value ? -1 : 1))
        .map(({ times, ...sum }) => [sum, times.latencies.toSorted(), times.firstTokens.toSorted()]),
    ])
    .toSorted(([a], [b]) => Number(a) - Number(b));
}

function check(database: ReadableDatabase, all: readonly KeptFigures[], base: number): void {
  const statements = new Statements(database);
  const at = (ms: number): bigint => BigInt(base + ms) * 1_000_000n;
  const ranges: Omit<StatsRange, 'project'>[] = [
    {},
    { from: at(0), to: at(2 * MINUTE_MS) - 1n },
    { from: at(1), to: at(5 * MINUTE_MS) },
    { from: at(MINUTE_MS), environment: ['production'] },
    { to: at(30_000) },
    { includeNongenai: false },
  ];
  for (const name of ['p', 'q'])
    for (const range of ranges)
      for (const group of GROUPS) {
        const within = { ...range, project: findProject(statements, name) ?? -1 };
        const wanted = figures(new KeptFigures(statements), within, group);
        for (const kept of all) expect(figures(kept, within, group)).toEqual(wanted);
      }
  const minutes = 'SELECT project, minute FROM trace_minutes ORDER BY 1, 2';
  const started = 'SELECT DISTINCT project, start_ns / 60000000000 AS minute FROM traces ORDER BY 1, 2';
  expect(statements.all(minutes, [])).toEqual(statements.all(started, []));
}

test('of figures that do not all fit half are read anew each time, not all, until nobody asks for them any more', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-figures-'));
  const writer = new Writer(openForWriting(directory, 'normal'));
  const reading = openForReading(directory);
  const [decoder, extractor] = [new TraceDecoder(), createExtractor()];
  const spans = Array.from({ length: 10 }, (_, minute) => ({
    traceId: traceIdOf(minute + 1),
    spanId: spanIdOf(minute + 1),
    start: 1_770_000_000_000 + minute * MINUTE_MS,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'small' },
  }));
  writer.write((append) =>
    decoder.decode(traceBytes({ spans }), (wire) => append('p', spanRow(wire, extractor.extract(wire)))),
  );
  const statements = new Statements(reading);
  const project = findProject(statements, 'p') ?? -1;
  let now = 0;
  const kept = new KeptFigures(statements, 5 * 650, () => now);
  const all = vi.spyOn(statements, 'all');
  /** Rows that were read of traces and spans. */
  const read = (group: StatsGroup | null): number => {
    all.mockClear();
    expect(kept.read({ project }, group).size).toBe(10);
    const rows = all.mock.calls.map(([sql], i) =>
      sql.includes('FROM trace_minutes') ? 0 : (all.mock.results[i]!.value as unknown[]).length,
    );
    return rows.reduce((sum, more) => sum + more, 0);
  };
  const once = read(null);
  expect(read(null)).toBe(once / 2);
  const byModel = read('model');
  expect(read('model')).toBe(byModel);
  expect(read(null)).toBe(once / 2);
  now += 61_000;
  expect(read('model')).toBe(byModel);
  expect(read('model')).toBe(byModel / 2);
  reading.close();
  writer.close();
  rmSync(directory, { recursive: true, force: true });
});

test('what is kept of minutes is what would be read now', () => {
  const steps = fc.array(step, { minLength: 2, maxLength: 6 });
  const bases = fc.constantFrom(1_770_000_000_000, 1_770_000_012_345, 0);
  fc.assert(
    fc.property(steps, bases, (drawn, base) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-figures-'));
      const writer = new Writer(openForWriting(directory, 'normal'));
      const reading = openForReading(directory);
      const [decoder, extractor] = [new TraceDecoder(), createExtractor()];
      const statements = new Statements(reading);
      // One has room for next to nothing, so that it forgets all the time.
      let now = 0;
      const forgetful = new KeptFigures(statements, 1500, () => (now += 40_000));
      const kept = [new KeptFigures(statements), forgetful];
      const idOf = reading.prepare<[string], number>('SELECT id FROM traces WHERE trace_id = ?').pluck();
      try {
        for (const one of drawn) {
          if (Array.isArray(one))
            writer.write((append) => {
              for (const span of one)
                decoder.decode(traceBytes({ spans: [specOf(span, base)] }), (wire) =>
                  append(projectOf(span), spanRow(wire, extractor.extract(wire))),
                );
            });
          else
            writer.delete((deletion) => {
              const id = idOf.get(traceIdOf(one));
              if (id !== undefined) deletion.doom(id);
            });
          check(reading, kept, base);
        }
      } finally {
        reading.close();
        writer.close();
        rmSync(directory, { recursive: true, force: true });
      }
    }),
    { numRuns: 20 },
  );
});
