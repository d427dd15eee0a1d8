import { Chores, type ChoresOptions } from '../ingest/worker/chores.ts';
import { taskOf } from '../ingest/worker/tasks.ts';
import type { WritableDatabase } from '../store/file/database.ts';
import { FreePages } from '../store/deleting/free-pages.ts';
import { Retention } from '../store/deleting/retention.ts';
import { TraceFinder } from '../store/traces/trace-finder.ts';
import type { Writer } from '../store/writing/writer.ts';

/** The chores of a writer as its thread does them; what a test does not look at is told to nobody. */
export function choresOf(
  database: WritableDatabase,
  writer: Writer,
  options: Partial<ChoresOptions> & Pick<ChoresOptions, 'onFailure'>,
): Chores {
  const parts = { finder: new TraceFinder(database), retention: new Retention(database) };
  return new Chores({
    writer,
    pages: new FreePages(database),
    movedOfLongLog: () => null,
    taskOf: (command) => taskOf(command, parts),
    onDeleted: () => {},
    onDone: () => {},
    onCleared: () => {},
    ...options,
  });
}
