import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './child-process.mjs';
import { tallyOf, tallyOfVitest, withExitCode, type Tally } from './tally.ts';
import { runTool } from './tools.ts';

const report = join(root, 'node_modules/.cache/reports/vitest.json');

export async function runVitest(args: readonly string[] = []): Promise<Tally> {
  console.log('\n— unit and architecture tests');
  rmSync(report, { force: true });
  const code = await runTool(
    'vitest',
    'run',
    '--config=build/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  );
  return withExitCode(readTally(), 'vitest', code);
}

function readTally(): Tally {
  try {
    return tallyOfVitest(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return tallyOf({ failures: ['vitest wrote no report'] });
  }
}
