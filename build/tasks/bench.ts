import { ensureBuilt } from '../stale-build.ts';
import { runProgram } from '../tools.ts';

/** `npm run bench` measures the collector, `npm run bench -- window` what a person sees of it. */
export async function runTask(args: readonly string[]): Promise<number> {
  await ensureBuilt();
  return args[0] === 'window'
    ? runProgram('renderer/e2e/bench/main.ts', args.slice(1))
    : runProgram('collector/bench/main.ts', args);
}
