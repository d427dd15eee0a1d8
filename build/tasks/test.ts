import { runDesktopTests, runPlaywright } from '../browser-tests.ts';
import { takeOnly } from '../known-arguments.ts';
import { ensureBuilt } from '../stale-build.ts';
import { addTallies, summaryOf, tallyOf, type Tally } from '../tally.ts';
import { runProgram } from '../tools.ts';
import { check } from './check.ts';

/**
 * The whole gate; with `--desktop` only the tests of the desktop app, which must be able to run then. Its last line on
 * stdout is the summary; a failed step counts as one failed test.
 */
export async function runTask(args: readonly string[]): Promise<number> {
  const tally = isForDesktop(args) ? await desktop() : addTallies(await check(), await buildAndBrowse());
  const nothingRan = tally.passed === 0;
  if (nothingRan) console.error('No test passed.');
  console.log(`\n${summaryOf(tally)}`);
  return tally.failures.length > 0 || nothingRan ? 1 : 0;
}

/** Throws at what `npm test` does not take. */
export function isForDesktop(args: readonly string[]): boolean {
  takeOnly(
    ['--desktop'],
    args,
    'npm test takes --desktop or nothing (npm run check -- <paths> runs some of the tests)',
  );
  return args.includes('--desktop');
}

async function desktop(): Promise<Tally> {
  await ensureBuilt();
  return runDesktopTests();
}

async function buildAndBrowse(): Promise<Tally> {
  console.log('\n— build');
  // In a process of its own: Vite sets NODE_ENV.
  const code = await runProgram('build/bootstrap.mjs', ['build']);
  if (code === 0) return runPlaywright();
  return tallyOf({ failures: ['build (the end-to-end tests need it)'] });
}
