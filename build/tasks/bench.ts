import { join } from 'node:path';
import { root, run } from '../child-process.mjs';
import { ensureBuilt } from '../stale-build.ts';

/** `npm run bench` measures the collector, `npm run bench -- window` what a person sees of it. */
export async function runTask(args: readonly string[]): Promise<number> {
  await ensureBuilt();
  const [what, ...rest] = args;
  const program =
    what === 'window' ? ['renderer/e2e/bench/main.ts', ...rest] : ['collector/bench/main.ts', ...args];
  const { code } = await run(process.execPath, [join(root, program[0] ?? ''), ...program.slice(1)]);
  return code;
}
