import { describe, expect, onTestFinished, test } from 'vitest';
import type { Command } from '../../ingest/jobs.ts';
import { taskOf } from '../../ingest/worker/tasks.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { LOG_TIME } from '../../testing/otlp-logs.ts';
import { metricBytes } from '../../testing/otlp-metrics.ts';
import type { Deletion } from './deletion.ts';
import { TraceFinder } from '../traces/trace-finder.ts';
import { Retention } from './retention.ts';

/* A deletion takes what was there when it began: it ends although more comes, and that stays. */

class Project {
  readonly store = new OpenStore();

  keepTraces(sessionId: string, from: number, to: number): void {
    const spans = Array.from({ length: to - from + 1 }, (_, i): SpanSpec => {
      const n = from + i;
      // The later it comes the earlier it began, so that the newest goes first.
      const time = 5000 - n;
      const attributes = { 'session.id': sessionId };
      return { traceId: traceIdOf(n), spanId: spanIdOf(n), start: time, end: time, attributes };
    });
    this.store.keepSpans('p', ...spans);
  }

  keepLog(n: number): void {
    this.store.keepLogs('p', { body: `record ${n}`, time: LOG_TIME - BigInt(n) });
  }

  keepSeries(n: number, points = 1): void {
    const dataPoints = Array.from({ length: points }, (_, i) => ({
      timeUnixNano: String(i + 1),
      asInt: '1',
    }));
    this.store.commit('p', ['metrics', metricBytes([{ name: `series ${n}`, gauge: { dataPoints } }])]);
  }

  keepLate(n: number): void {
    this.keepTraces('s', n, n);
    this.keepLog(n);
    this.keepSeries(n);
  }

  /** As for a request that is malformed; throws what it fails with. */
  rollBack(): void {
    this.store.writer.write(() => {
      throw new Error('malformed');
    });
  }

  /** `between` runs after each transaction. Answers how many there were. */
  delete(command: Command, between: (step: number) => void): number {
    const { writing, writer } = this.store;
    const task = taskOf(command, { finder: new TraceFinder(writing), retention: new Retention(writing) });
    for (let step = 1; ; step++) {
      const told = writer.delete((deletion) => {
        while (deletion.sweep());
        return task.doomSome(deletion);
      });
      if (told === null) return step;
      if (step === 20) throw new Error('it does not end');
      between(step);
    }
  }

  left(): readonly unknown[][] {
    const numbers = (sql: string): unknown[] => this.store.reading.prepare(sql).pluck().all();
    return [
      numbers('SELECT trace_id FROM traces ORDER BY 1').map((id) => Number.parseInt(String(id), 16)),
      numbers('SELECT CAST(SUBSTR(search_text, 9) AS INTEGER) FROM log_records ORDER BY 1'),
      numbers('SELECT CAST(SUBSTR(name, 8) AS INTEGER) FROM metric_series ORDER BY 1'),
    ];
  }
}

function filled(): Project {
  const project = new Project();
  onTestFinished(() => project.store.close());
  project.keepTraces('s', 1, 65);
  project.keepTraces('t', 66, 129);
  for (const n of [1, 2]) project.keepLog(n);
  for (const n of [1, 2]) project.keepSeries(n, 300);
  return project;
}

const SESSIONS: Command = { type: 'delete-sessions', projectId: 'p', sessionIds: ['s', 't'] };
const PROJECT: Command = { type: 'delete-project', projectId: 'p' };
const OTHERS = [1, 2];

describe.for([
  { command: SESSIONS, others: OTHERS },
  { command: PROJECT, others: [] },
])('$command.type', ({ command, others }) => {
  test('ends although more comes all the time, which stays', () => {
    const project = filled();
    const late: number[] = [];
    const steps = project.delete(command, (step) => {
      late.push(1000 + step);
      project.keepLate(1000 + step);
    });
    expect(steps).toBeGreaterThan(3);
    const [traces, ...rest] = project.left();
    expect(traces).toEqual(late);
    for (const found of rest) expect(found).toEqual([...others, ...late]);
  });

  test('takes nothing of what comes once, at whatever moment, also when a commit has just failed', () => {
    for (let at = 1, steps = Infinity; at < steps; at++) {
      const project = filled();
      steps = project.delete(command, (step) => {
        if (step !== at) return;
        expect(() => project.rollBack()).toThrow('malformed');
        project.keepLate(1000);
      });
      const late = [...others, 1000];
      expect(project.left(), `after step ${at}`).toEqual([[1000], late, late]);
    }
  });
});

describe('where a commit fails', () => {
  /** With a trace, whose id comes with it. */
  function stored(): [OpenStore, trace: number] {
    const project = new Project();
    onTestFinished(() => project.store.close());
    project.keepTraces('s', 1, 1);
    return [project.store, Number(project.store.one('SELECT id FROM traces'))];
  }
  const failing = (store: OpenStore, work: (deletion: Deletion) => unknown) => (): void =>
    store.writer.delete((deletion) => {
      work(deletion);
      throw new Error('disk full');
    });
  function expectGone(store: OpenStore): void {
    while (store.writer.delete((deletion) => deletion.sweep()));
    expect(store.all('SELECT name FROM spans')).toEqual([]);
  }

  test('a trace that it brought back goes whole when it is deleted again', () => {
    const [store, trace] = stored();
    expect(failing(store, (deletion) => deletion.doom(trace))).toThrow('disk full');
    // In one transaction, as for a command: what is left of others first.
    store.writer.delete((deletion) => {
      expect(deletion.sweep()).toBe(false);
      deletion.doom(trace);
    });
    expectGone(store);
  });

  test('what was swept before it goes again', () => {
    const [store, trace] = stored();
    store.writer.delete((deletion) => deletion.doom(trace));
    const sweepAll = (deletion: Deletion): void => {
      while (deletion.sweep());
    };
    expect(failing(store, sweepAll)).toThrow('disk full');
    expectGone(store);
  });
});
