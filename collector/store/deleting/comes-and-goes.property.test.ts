import { zstdDecompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Signal } from '../../decode/count.ts';
import { RequestWriter } from '../../ingest/worker/request-writer.ts';
import { jobOf } from '../../testing/ingest-job.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { LOG_TIME, logBytes } from '../../testing/otlp-logs.ts';
import { RawRecordReader, type RawPlace } from '../chunks/raw-records.ts';
import { recount } from '../recount/recount.ts';
import type { Deletion } from './deletion.ts';
import { IS_DOOMED_LOG } from './doomed.ts';

/*
 * Spans and log records of the same few traces come, come again and are deleted, a piece at a time, while commits and
 * deletions fail and writers die in between. What is there then is what came since its trace was deleted last.
 */

const PROJECTS = ['p', 'q'];
/** Few of each, so that the same comes again. */
const place = { project: fc.constantFrom(0, 0, 0, 1), trace: fc.integer({ min: 1, max: 2 }) };
const drawnSpan = fc.record({
  ...place,
  span: fc.integer({ min: 1, max: 2 }),
  version: fc.nat(1),
  session: fc.option(fc.constantFrom('s1', 's2')),
});
const drawnLog = fc.record({
  ...place,
  record: fc.integer({ min: 1, max: 4 }),
});
type DrawnSpan = typeof drawnSpan extends fc.Arbitrary<infer T> ? T : never;
type DrawnLog = typeof drawnLog extends fc.Arbitrary<infer T> ? T : never;

const requests = fc.record({
  spans: fc.array(drawnSpan, { maxLength: 4 }),
  logs: fc.uniqueArray(drawnLog, { maxLength: 6, selector: (log) => textOf(log) }),
  areLogsFirst: fc.boolean(),
});
type Requests = typeof requests extends fc.Arbitrary<infer T> ? T : never;
const pieces = fc.nat(4);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('keep' as const),
      requests,
      fails: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('delete' as const),
      which: fc.nat(),
      pieces,
      fails: fc.constantFrom(false, false, true),
    }),
  },
  fc.record({ type: fc.constant('sweep' as const), pieces }),
  fc.record({ type: fc.constant('loose' as const) }),
  fc.record({ type: fc.constant('restart' as const) }),
);

const wordsOf = (what: string, { project, trace }: { project: number; trace: number }): string =>
  `${what} of ${PROJECTS[project]} ${trace}`;
const nameOf = (span: DrawnSpan): string => `${wordsOf('span', span)} ${span.span} ${span.version}`;
const textOf = (log: DrawnLog): string => `${wordsOf('record', log)} ${log.record}`;
const wordsIn = (searchText: string): string => /record of . \d \d/.exec(searchText)![0];
const traceOf = ({ project, trace }: { project: number; trace: number }): string => `${project}/${trace}`;

/** What came of each project, as requests. */
function bodiesOf({ spans, logs, areLogsFirst }: Requests): [string, Signal, Buffer][] {
  const bodies = PROJECTS.flatMap((name, project): [string, Signal, Buffer][] => {
    const under = { resource: { 'service.name': `service of ${name}` }, scope: { name: `scope of ${name}` } };
    return [
      [
        name,
        'traces',
        traceBytes({ ...under, spans: spans.filter((span) => span.project === project).map(specOf) }),
      ],
      [
        name,
        'logs',
        logBytes({ ...under, logs: logs.filter((log) => log.project === project).map(recordOf) }),
      ],
    ];
  });
  return areLogsFirst ? bodies.toReversed() : bodies;
}
const specOf = (span: DrawnSpan) => ({
  traceId: traceIdOf(span.trace),
  spanId: spanIdOf(span.span),
  name: nameOf(span),
  attributes: {
    'gen_ai.operation.name': 'chat',
    ...(span.session === null ? {} : { 'session.id': span.session }),
  },
});
const recordOf = (log: DrawnLog) => ({
  traceId: traceIdOf(log.trace),
  spanId: spanIdOf(log.record),
  time: log.record % 2 === 0 ? 0n : LOG_TIME + BigInt(log.record),
  ...(log.record > 2
    ? { eventName: 'gen_ai.user.message', body: { content: textOf(log) } }
    : { body: textOf(log) }),
});

/** What is to be stored. */
class Model {
  readonly spans = new Map<string, DrawnSpan>();
  readonly logs = new Map<string, DrawnLog>();
  /** All that ever came. */
  readonly names = new Map<string, DrawnSpan>();
  readonly records = new Set<string>();

  keep({ spans, logs }: Requests): void {
    for (const span of spans) this.spans.set(`${traceOf(span)}/${span.span}`, span);
    for (const log of logs) this.logs.set(textOf(log), log);
    for (const span of spans) this.names.set(nameOf(span), span);
    for (const log of logs) this.records.add(textOf(log));
  }

  get projects(): string[] {
    const held = [...this.spans.values(), ...this.logs.values()];
    return PROJECTS.filter((_, project) => held.some((one) => one.project === project));
  }

  /** The places of stored traces. */
  get traces(): DrawnSpan[] {
    return [...new Map([...this.spans.values()].map((span) => [traceOf(span), span])).values()];
  }

  isStored(trace: string): boolean {
    return this.traces.some((span) => traceOf(span) === trace);
  }

  delete(trace: string): void {
    for (const held of [this.spans, this.logs])
      for (const [key, one] of held) if (traceOf(one) === trace) held.delete(key);
  }

  deleteLoose(): void {
    for (const [key, log] of this.logs) if (!this.isStored(traceOf(log))) this.logs.delete(key);
  }

  get left(): { readonly spans: string[]; readonly logs: string[] } {
    return { spans: [...this.spans.values()].map(nameOf).sort(), logs: [...this.logs.keys()].sort() };
  }
}

const LATEST = 2n ** 62n;
const failed = new Error('failed');
const INDEXED = { trace_attributes: [], span_attributes: [], auto_index_genai: true };

/** Commits it, or fails when all of it has been written. */
function keep(store: OpenStore, model: Model, requested: Requests, fails: boolean): void {
  const bodies = bodiesOf(requested);
  if (!fails) {
    store.commitTogether(bodies);
    model.keep(requested);
    return;
  }
  const requests = new RequestWriter({ attributes: INDEXED });
  const write = (): unknown =>
    store.writer.write((append, other) => {
      for (const [projectId, signal, body] of bodies)
        requests.write(requests.read(jobOf(Buffer.from(body), { signal, projectId })), append, other);
      throw failed;
    });
  expect(write).toThrow(failed);
}

/** Dooms it in one transaction and sweeps in others, or fails when so many pieces were swept in the first. */
function deleteTrace(store: OpenStore, model: Model, n: number, pieces: number, fails: boolean): void {
  const place = model.traces[n % model.traces.length];
  if (place === undefined) return;
  const id = store.one(
    `SELECT traces.id FROM traces JOIN projects ON projects.id = project
     WHERE project_id = '${PROJECTS[place.project]}' AND trace_id = '${traceIdOf(place.trace)}'`,
  );
  const doom = (deletion: Deletion): unknown => deletion.doom(Number(id));
  if (!fails) {
    store.writer.delete(doom);
    model.delete(traceOf(place));
    sweep(store, pieces);
    return;
  }
  const work = (): void =>
    store.writer.delete((deletion) => {
      doom(deletion);
      for (let i = 0; i < pieces; i++) deletion.sweep();
      throw failed;
    });
  expect(work).toThrow(failed);
}

function sweep(store: OpenStore, pieces: number): void {
  for (let i = 0; i < pieces; i++) store.writer.delete((deletion) => deletion.sweep());
}

function deleteLoose(store: OpenStore, model: Model): void {
  store.writer.delete((deletion) => {
    for (const rows of deletion.looseRows()) while (rows.removeSome(LATEST));
  });
  model.deleteLoose();
}

function check(store: OpenStore, model: Model): void {
  expect(recount(store.reading)).toEqual([]);
  const column = (sql: string): unknown[] => store.reading.prepare(sql).pluck().all();
  const logs = store.reading
    .prepare<[], RawPlace & { text: string }>(
      `SELECT search_text AS text, resource, scope, chunk, chunk_offset, raw_size FROM log_records WHERE NOT ${IS_DOOMED_LOG}`,
    )
    .all();
  expect({
    spans: column('SELECT name FROM spans JOIN traces ON traces.id = trace ORDER BY 1'),
    logs: logs.map(({ text }) => wordsIn(text)).sort(),
  }).toEqual(model.left);
  const read = new RawRecordReader(store.reading).read(logs);
  expect(read.every(({ bytes }, i) => bytes.includes(wordsIn(logs[i]!.text)))).toBe(true);
  const rows = (what: string): string =>
    `(SELECT COUNT(*) FROM (SELECT ${what} FROM spans UNION ALL SELECT ${what} FROM log_records) AS held WHERE held.${what} = counted.id)`;
  const wrongChunks = `live_spans = 0 OR live_spans <> ${rows('chunk')}`;
  expect(column(`SELECT id FROM chunks AS counted WHERE ${wrongChunks}`)).toEqual([]);
  const ofNothing =
    'chunk NOT IN (SELECT id FROM chunks) OR trace NOT IN (SELECT id FROM traces UNION SELECT trace FROM doomed_traces)';
  expect(column(`SELECT chunk FROM chunk_leftovers WHERE ${ofNothing}`)).toEqual([]);
  for (const what of ['resource', 'scope'])
    expect(column(`SELECT id FROM ${what}s AS counted WHERE uses <> ${rows(what)}`)).toEqual([]);
  if (store.one('SELECT COUNT(*) FROM doomed_traces') !== 0) return;
  expect(column('SELECT project_id FROM projects ORDER BY 1')).toEqual(model.projects);
  checkBytes(store, model);
}

/** Once all is swept: each record that is there lies in one chunk, and none of the others; likewise spans of traces that are gone. */
function checkBytes(store: OpenStore, model: Model): void {
  const data = store.reading.prepare<[], Buffer>('SELECT data FROM chunks').pluck().all();
  const bytes = data.map((packed) => zstdDecompressSync(packed).toString('latin1')).join('\n');
  const timesOf = (words: string): number => bytes.split(words).length - 1;
  for (const words of model.records)
    expect([words, timesOf(words)]).toEqual([words, model.logs.has(words) ? 1 : 0]);
  // What spans of a trace said before they came again goes with it.
  for (const [name, span] of model.names)
    if (!model.isStored(traceOf(span))) expect([name, timesOf(name)]).toEqual([name, 0]);
}

test('only what came since the last deletion of its trace is there, and counts and bytes are those of that alone', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 20 }), (steps) => {
      const store = new OpenStore();
      const model = new Model();
      try {
        for (const one of steps) {
          if (one.type === 'keep') keep(store, model, one.requests, one.fails);
          else if (one.type === 'delete') deleteTrace(store, model, one.which, one.pieces, one.fails);
          else if (one.type === 'sweep') sweep(store, one.pieces);
          else if (one.type === 'loose') deleteLoose(store, model);
          else store.restart();
          check(store, model);
        }
        sweep(store, 100);
        check(store, model);
      } finally {
        store.close();
      }
    }),
    { numRuns: 40 },
  );
}, 180_000);
