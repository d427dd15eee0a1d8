import { join } from 'node:path';
import { root, run } from '../child-process.mjs';
import { ensureBuilt } from '../stale-build.ts';

export async function runTask(args: readonly string[]): Promise<number> {
  await ensureBuilt();
  const { code } = await run(process.execPath, [join(root, 'collector/torture/main.ts'), ...args]);
  return code;
}
