import { ensureBuilt } from '../stale-build.ts';
import { runProgram } from '../tools.ts';

export async function runTask(args: readonly string[]): Promise<number> {
  await ensureBuilt();
  return runProgram('collector/torture/main.ts', args);
}
