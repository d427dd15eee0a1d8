import { join } from 'node:path';
import { runPlaywright } from '../browser-tests.ts';
import { root, run } from '../child-process.mjs';
import { addTallies, summaryLine, tallyOf, type Tally } from '../tally.ts';
import { check } from './check.ts';

/** The whole gate. Its last line on stdout is the summary; a failed step counts as one failed test. */
export async function runTask(): Promise<number> {
  const tally = addTallies(await check(), await buildAndBrowse());
  const nothingRan = tally.passed === 0;
  if (nothingRan) console.error('No test passed.');
  console.log(`\n${summaryLine(tally)}`);
  return tally.failed > 0 || nothingRan ? 1 : 0;
}

async function buildAndBrowse(): Promise<Tally> {
  console.log('\n— build');
  // In a process of its own: Vite sets NODE_ENV.
  const { code } = await run(process.execPath, [join(root, 'build/bootstrap.mjs'), 'build']);
  if (code === 0) return runPlaywright();
  console.error('build failed; the end-to-end tests need it');
  return tallyOf({ failed: 1 });
}
