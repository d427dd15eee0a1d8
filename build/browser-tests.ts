import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './child-process.mjs';
import { findElectron, whyNoDisplay } from './electron-runtime.mjs';
import { addTallies, tallyOf, tallyOfPlaywright, withExitCode, type Tally } from './tally.ts';
import { toolPath } from './tools.ts';

const report = join(root, 'node_modules/.cache/reports/playwright.json');

/** Runs the tests in a browser, and those of the desktop app where it can run; the latter skip themselves elsewhere. */
export async function runPlaywright(): Promise<Tally> {
  const { tally, whyNoDesktop } = await runProjects();
  if (whyNoDesktop) console.log(`The tests of the desktop app were skipped: ${whyNoDesktop}.`);
  return tally;
}

/** Runs the tests of the desktop app alone, which need no browser. That it cannot run here is a failure. */
export async function runDesktopTests(): Promise<Tally> {
  const { tally, whyNoDesktop } = await runProjects(['--project=desktop'], { E2E_CHROMIUM: 'none' });
  if (!whyNoDesktop) return tally;
  return addTallies(tally, tallyOf({ failures: [`the desktop app cannot run here: ${whyNoDesktop}`] }));
}

async function runProjects(
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly tally: Tally; readonly whyNoDesktop: string | null }> {
  console.log('\n— end-to-end tests');
  rmSync(report, { force: true });
  const playwright = [
    process.execPath,
    toolPath('playwright'),
    'test',
    '--config=build/playwright.config.ts',
  ];
  const [program = '', ...args] = [...virtualDisplay(), ...playwright, ...options];
  const { code } = await run(program, args, { cwd: root, env: { ...process.env, ...env } });
  return { tally: withExitCode(readTally(), 'playwright', code), whyNoDesktop: whyNoDesktopUnder(program) };
}

/** The words to put before a command so that it has a display; none when it has one or when nothing would use it. */
function virtualDisplay(): readonly string[] {
  if (!whyNoDisplay() || !findElectron().runtime) return [];
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).status === 0 ? ['xvfb-run', '-a'] : [];
}

function whyNoDesktopUnder(program: string): string | null {
  const { reason = null } = findElectron();
  return reason ?? (program === process.execPath ? whyNoDisplay() : null);
}

function readTally(): Tally {
  try {
    return tallyOfPlaywright(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return tallyOf({ failures: ['playwright wrote no report'] });
  }
}
