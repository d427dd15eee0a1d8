import type { Command, Deleted } from '../ingest/jobs.ts';
import { Erasing } from '../ingest/worker/erasing.ts';
import { taskOf } from '../ingest/worker/tasks.ts';
import type { WritableDatabase } from '../store/file/database.ts';
import { Retention } from '../store/deleting/retention.ts';
import { TraceFinder } from '../store/traces/trace-finder.ts';
import type { Writer } from '../store/writing/writer.ts';

/** Runs a command to its end in one transaction, and what is done after it; answers what listeners would hear. */
export function runCommand(database: WritableDatabase, writer: Writer, command: Command): Deleted[] {
  const told = runAlone(database, writer, command);
  const erasing = new Erasing({
    writer,
    onErased: () => {},
    onFailure: (failure) => {
      throw failure;
    },
  });
  erasing.look();
  while (erasing.waitMs() !== null) erasing.step();
  return told;
}

/** Without what is done after it. */
export function runAlone(
  database: WritableDatabase,
  writer: Writer,
  command: Command,
  retention = new Retention(database),
): Deleted[] {
  const task = taskOf(command, { finder: new TraceFinder(database), retention });
  return writer.delete((deletion) => {
    const told: Deleted[] = [];
    for (;;) {
      if (deletion.sweep()) continue;
      const more = task.doomSome(deletion);
      if (more === null) return told;
      told.push(...more);
    }
  });
}
