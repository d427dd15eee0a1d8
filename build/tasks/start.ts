import { runTracedeck } from '../launch-app.mjs';
import { ensureBuilt } from '../stale-build.ts';

export async function runTask(args: readonly string[]): Promise<number | undefined> {
  await ensureBuilt();
  process.chdir(callersFolder(process.env) ?? '.');
  return runTracedeck(args);
}

/** What relative names are meant from: npm starts its scripts in the project's folder, wherever it was called. */
export const callersFolder = (env: NodeJS.ProcessEnv): string | undefined =>
  env['npm_lifecycle_event'] === 'start' ? env['INIT_CWD'] : undefined;
