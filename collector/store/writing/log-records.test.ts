import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Signal } from '../../decode/count.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { LOG_TIME, logBytes, type LogSpec } from '../../testing/otlp-logs.ts';

let store: OpenStore;
beforeEach(() => {
  store = new OpenStore();
});
afterEach(() => store.close());

/* What a trace shows of its log records is found anew here, naively, whatever came in which order. */
interface Said {
  readonly span: number;
  readonly time: number;
  readonly isChoice: boolean;
}
interface Item {
  readonly span: { span: number; isTool: boolean; says: string | null } | null;
  readonly log: Said | null;
  readonly ends: 'request' | 'commit' | 'restart';
}
const textOf = ({ span, time, isChoice }: Said): string =>
  `${isChoice ? 'answer' : 'question'} ${span} ${time}`;
const item: fc.Arbitrary<Item> = fc.record({
  span: fc.option(
    fc.record({
      span: fc.integer({ min: 1, max: 4 }),
      isTool: fc.boolean(),
      says: fc.option(fc.constantFrom('own', 'words'), { freq: 2 }),
    }),
  ),
  log: fc.option(
    fc.record({ span: fc.integer({ min: 1, max: 5 }), time: fc.nat(9), isChoice: fc.boolean() }),
  ),
  ends: fc.constantFrom('request', 'commit', 'restart'),
});

const spanOf = ({ span, isTool, says }: NonNullable<Item['span']>): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(span),
  start: 1_770_000_000_000 + span,
  attributes: {
    'gen_ai.operation.name': isTool ? 'execute_tool' : 'chat',
    ...(says === null || isTool
      ? {}
      : {
          'gen_ai.input.messages': JSON.stringify([
            { role: 'user', parts: [{ type: 'text', content: says }] },
          ]),
        }),
  },
});
const logOf = (said: Said): LogSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(said.span),
  // A time of its own for every span and moment, so that the records alone say their order.
  time: LOG_TIME + BigInt(said.time * 10 + said.span),
  eventName: said.isChoice ? 'gen_ai.choice' : 'gen_ai.user.message',
  body: said.isChoice ? { message: { content: textOf(said) } } : { content: textOf(said) },
});

function expectedPreviews(items: readonly Item[]): unknown[] {
  const spans = new Map<number, NonNullable<Item['span']>>();
  for (const { span } of items) if (span) spans.set(span.span, span);
  if (spans.size === 0) return [];
  const told = items
    .flatMap(({ log }) => (log && spans.get(log.span)?.isTool === false ? [log] : []))
    .sort((a, b) => a.time * 10 + a.span - (b.time * 10 + b.span));
  const own = [...spans.values()].sort((a, b) => a.span - b.span).find(({ says, isTool }) => says && !isTool);
  const question = told.find(({ isChoice }) => !isChoice);
  const answer = told.findLast(({ isChoice }) => isChoice);
  return [
    {
      input_preview: own?.says ?? (question ? textOf(question) : null),
      output_preview: answer ? textOf(answer) : null,
    },
  ];
}

const previewsOf = (project: string): unknown[] =>
  store.reading
    .prepare(
      `SELECT input_preview, output_preview FROM traces
       WHERE project = (SELECT id FROM projects WHERE project_id = ?)`,
    )
    .all(project);

test("a trace's previews are those of its spans, else of their log records, whatever came in which order", () => {
  let runs = 0;
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), (items) => {
      const project = `p${++runs}`;
      let bodies: [Signal, Buffer][] = [];
      items.forEach(({ span, log, ends }, i) => {
        if (log) bodies.push(['logs', logBytes({ logs: [logOf(log)] })]);
        if (span) bodies.push(['traces', traceBytes({ spans: [spanOf(span)] })]);
        if (ends === 'request' && i < items.length - 1) return;
        store.commit(project, ...bodies);
        bodies = [];
        if (ends === 'restart') store.restart();
      });
      expect(previewsOf(project)).toEqual(expectedPreviews(items));
    }),
    { numRuns: 100 },
  );
  // Some seconds of computing, which a busy machine stretches.
}, 180_000);

test('search reads a span again when any record of a commit says more of it, and not for plain lines', () => {
  store.keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
  const ticket = (): unknown => store.one('SELECT ticket FROM search_queue');
  const place = { traceId: traceIdOf(1), spanId: spanIdOf(1) };
  const isReadAgainFor = (...logs: LogSpec[]): boolean => {
    const before = ticket();
    store.keepLogs('p', ...logs.map((log) => ({ ...place, ...log })));
    return ticket() !== before;
  };
  expect(isReadAgainFor({ body: 'a line' })).toBe(false);
  expect(isReadAgainFor({ eventName: 'gen_ai.choice', body: 'one' }, { body: 'another line' })).toBe(true);
  expect(isReadAgainFor({ body: 'a third line' }, { eventName: 'gen_ai.choice', body: 'two' })).toBe(true);
  expect(isReadAgainFor({ body: 'a fourth line' })).toBe(false);
});

test('inputs and outputs of log records are found by an index each, not one among the other', () => {
  const prepare = vi.spyOn(store.writing, 'prepare');
  store.restart();
  const plans = prepare.mock.calls
    .filter(([sql]) => sql.startsWith('SELECT log_records.'))
    .map(([sql]) =>
      store.writing.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(1, 1, 'a'),
    );
  expect(plans.map(([first]) => first?.detail)).toEqual([
    'SEARCH log_records USING INDEX log_records_inputs (project=? AND trace_id=?)',
    'SEARCH log_records USING INDEX log_records_outputs (project=? AND trace_id=?)',
  ]);
});

test('a rollback leaves nothing of log records behind', () => {
  store.keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
  store.writing.exec(
    `CREATE TRIGGER poison BEFORE INSERT ON log_records BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  expect(() => store.keepLogs('p', { ...logOf({ span: 1, time: 1, isChoice: false }) })).toThrow('no');
  store.writing.exec('DROP TRIGGER poison');
  store.keepLogs('p', { body: 'other' });
  expect(store.all('SELECT log_count, log_bytes > 0 AS bytes FROM projects')).toEqual([
    { log_count: 1, bytes: 1 },
  ]);
  expect(store.one('SELECT input_preview FROM traces')).toBeNull();
});

test('what comes again leaves no bytes', () => {
  store.keepLogs('p', { body: 'a' }, { body: 'b' });
  const before = store.all('SELECT * FROM chunks');
  store.keepLogs('p', { body: 'a' }, { body: 'b' });
  expect(store.all('SELECT * FROM chunks')).toEqual(before);
  expect(store.one('SELECT log_count FROM projects')).toBe(2);
});
