import { beforeEach, expect, test } from 'vitest';
import { Retention } from '../../store/deleting/retention.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import type { Deletion } from '../../store/deleting/deletion.ts';
import { Writer } from '../../store/writing/writer.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import type { Command, Deleted } from '../jobs.ts';
import { taskOf, type TaskParts } from './tasks.ts';

const own = ownDatabase();
let writer: Writer;
beforeEach(() => void (writer = new Writer(own.writing)));

const write = (traces: readonly number[], sessionId: string): void =>
  void writer.write((append) => {
    for (const trace of traces)
      append(
        'p',
        rowOf({ traceId: traceIdOf(trace), spanId: spanIdOf(1), attributes: { 'session.id': sessionId } }),
      );
  });
const left = (): number[] =>
  own.reading
    .prepare<[], string>('SELECT trace_id FROM traces ORDER BY 1')
    .pluck()
    .all()
    .map((id) => Number.parseInt(id, 16));
const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

/** Does all of a command; `between` runs between its transactions. */
function run(
  command: Command,
  between: (step: number) => void = () => {},
  hasTime?: () => boolean,
): { told: Deleted[]; found: number } {
  const task = taskOf(command, {
    finder: new TraceFinder(own.writing),
    retention: new Retention(own.writing),
  });
  const told: Deleted[] = [];
  for (let step = 1; ; step++) {
    const more = writer.delete((deletion) => {
      while (deletion.sweep());
      return task.doomSome(deletion, hasTime);
    });
    if (more === null) return { told, found: task.found };
    told.push(...more);
    between(step);
  }
}

test.for<Command>([
  { type: 'delete-sessions', projectId: 'p', sessionIds: ['s'] },
  { type: 'delete-project', projectId: 'p' },
])('$type ends although more comes for it, which stays', (command) => {
  write(upTo(200), 's');
  const { told } = run(command, (step) => {
    expect(step).toBeLessThan(20);
    // As many as go at once.
    write(
      upTo(64).map((n) => 1000 * step + n),
      's',
    );
  });
  expect(left().length).toBeGreaterThan(0);
  expect(left().every((trace) => trace > 1000)).toBe(true);
  expect(told.flatMap(({ project_id, session_id }) => session_id ?? project_id)).toEqual([
    command.type === 'delete-project' ? 'p' : 's',
  ]);
});

test('of what retention takes one trace goes at a time where there is no time for more, and all in the end', () => {
  write(upTo(5), 's');
  const policy = { days: null, maxSpans: 1, maxBytes: null };
  const { told, found } = run(
    { type: 'retain', policy, nowMs: 0 },
    (step) => expect(left()).toHaveLength(5 - step),
    () => false,
  );
  expect(told.map(({ trace_id }) => trace_id)).toEqual(upTo(4).map((n) => traceIdOf(n)));
  expect(found).toBe(4);
});

test('of a session of very many traces listeners are not told each', () => {
  const tellOf = (traces: number): Deleted[] => {
    const ids = upTo(traces);
    const finder: Pick<TraceFinder, 'lastIds' | 'ofSession'> = {
      lastIds: () => ({ trace: traces, log: 0, series: 0 }),
      ofSession: (_project, _session, _through, limit) => ids.splice(0, limit),
    };
    const deletion: Pick<Deletion, 'doom' | 'eraseWords'> = {
      doom: (id) => ({ projectId: 'p', traceId: traceIdOf(id), sessionId: 's', namesOthers: false }),
      eraseWords: () => undefined,
    };
    const command = { type: 'delete-sessions', projectId: 'p', sessionIds: ['s'] } as const;
    const task = taskOf(command, { finder } as unknown as TaskParts);
    const told: Deleted[] = [];
    for (;;) {
      const more = task.doomSome(deletion as Deletion);
      if (more === null) return told;
      told.push(...more);
    }
  };
  expect(tellOf(10_000)).toEqual([
    { project_id: 'p', session_id: 's', trace_ids: upTo(10_000).map((id) => traceIdOf(id)) },
  ]);
  expect(tellOf(10_001)).toEqual([{ project_id: 'p', session_id: 's' }]);
});

// As many as go at once, so that the last look finds none.
test.for([0, 1, 64, 100])('a project of %i traces is told when all is gone, once', (traces) => {
  write(upTo(traces), 's');
  writer.write((append) =>
    append('other', rowOf({ traceId: traceIdOf(1), spanId: spanIdOf(1), start: 1, end: 2 })),
  );
  const { told, found } = run({ type: 'delete-project', projectId: 'p' });
  expect([told, found]).toEqual(traces === 0 ? [[], 0] : [[{ project_id: 'p' }], 1]);
  const projects = own.reading.prepare('SELECT project_id FROM projects').pluck().all();
  expect([projects, left()]).toEqual([['other'], [1]]);
});
