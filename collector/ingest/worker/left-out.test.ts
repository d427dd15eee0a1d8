import { expect, onTestFinished, test } from 'vitest';
import { openForWriting } from '../../store/database.ts';
import { FreePages } from '../../store/deleting/free-pages.ts';
import { Retention } from '../../store/deleting/retention.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import { Writer } from '../../store/writer.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { testFolder } from '../../testing/test-folder.ts';
import type { Command } from '../jobs.ts';
import { Chores } from './chores.ts';
import { taskOf } from './tasks.ts';

const MOST = 1000;

test('where ever more deleted traces can not be swept it ends, tells so, and goes on with the next process', () => {
  const database = openForWriting(testFolder(), 'normal');
  onTestFinished(() => void database.close());
  const log: string[] = [];
  const begin = (): { readonly writer: Writer; readonly chores: Chores } => {
    const writer = new Writer(database);
    const parts = { finder: new TraceFinder(database), retention: new Retention(database) };
    const chores = new Chores({
      writer,
      pages: new FreePages(database),
      makeRoom: () => false,
      taskOf: (command) => taskOf(command, parts),
      onDeleted: () => {},
      onDone: ({ id }, failure) => log.push(`${id}: ${failure?.message ?? 'done'}`),
      onCleared: () => {},
      onFailure: (failure) => log.push(failure.message),
    });
    return { writer, chores };
  };
  const finish = (chores: Chores): void => {
    while (chores.isBusy) chores.step();
  };
  const count = (table: string): unknown => database.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();

  const first = begin();
  const traces = Array.from({ length: MOST + 3 }, (_, i) => i + 1);
  first.writer.write((append) => {
    for (const n of traces) append('p', rowOf({ traceId: traceIdOf(n), spanId: spanIdOf(n) }));
  });
  database.exec("CREATE TRIGGER poison BEFORE DELETE ON spans BEGIN SELECT RAISE(ABORT, 'no'); END");
  const last: Command = { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(MOST + 3) };
  first.writer.delete((deletion) => traces.slice(0, -1).map((id) => deletion.doom(id)));
  finish(first.chores);
  expect(log.slice(0, MOST).every((line) => line.startsWith('what the deleted trace'))).toBe(true);
  expect(log.slice(MOST)).toEqual(['no']);
  first.chores.add(1, last);
  finish(first.chores);
  expect(log.slice(MOST)).toEqual(['no', '1: no']);
  expect([count('traces'), count('doomed_traces')]).toEqual([1, MOST + 2]);

  database.exec('DROP TRIGGER poison');
  const { chores } = begin();
  chores.add(2, last);
  finish(chores);
  expect(log.at(-1)).toBe('2: done');
  expect([count('traces'), count('doomed_traces'), count('spans')]).toEqual([0, 0, 0]);
});
