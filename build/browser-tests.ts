import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './child-process.mjs';
import { findElectron, whyNoDisplay } from './electron-runtime.mjs';
import { tallyOf, tallyOfPlaywright, withExitCode, type Tally } from './tally.ts';
import { toolPath } from './tools.ts';

const report = join(root, 'node_modules/.cache/reports/playwright.json');

/** Runs the tests in a browser, and those of the desktop app where it can run; the latter skip themselves elsewhere. */
export async function runPlaywright(): Promise<Tally> {
  console.log('\n— end-to-end tests');
  rmSync(report, { force: true });
  const command = [process.execPath, toolPath('playwright'), 'test', '--config=build/playwright.config.ts'];
  const [program = '', ...args] = [...virtualDisplay(), ...command];
  const { code } = await run(program, args, { cwd: root });
  const reason = whyNoDesktop(program);
  if (reason) console.log(`The tests of the desktop app were skipped: ${reason}.`);
  return withExitCode(readTally(), code);
}

/** The words to put before a command so that it has a display; none when it has one or when nothing would use it. */
function virtualDisplay(): readonly string[] {
  if (!whyNoDisplay() || !findElectron().runtime) return [];
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).status === 0 ? ['xvfb-run', '-a'] : [];
}

function whyNoDesktop(program: string): string | null {
  const { reason = null } = findElectron();
  return reason ?? (program === process.execPath ? whyNoDisplay() : null);
}

function readTally(): Tally {
  try {
    return tallyOfPlaywright(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return tallyOf({ failed: 1 });
  }
}
