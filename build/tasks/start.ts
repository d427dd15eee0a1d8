import { runTracedeck } from '../launch-app.mjs';
import { ensureBuilt } from '../stale-build.ts';

export async function runTask(args: readonly string[]): Promise<number | undefined> {
  await ensureBuilt();
  return runTracedeck(args);
}
