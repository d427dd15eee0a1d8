import { addTallies, tallyOf, type Tally } from '../tally.ts';
import { runTool } from '../tools.ts';
import { runVitest } from '../unit-tests.ts';

/** With arguments, which are for vitest (paths, `--update`), only those tests. */
export async function runTask(args: readonly string[]): Promise<number> {
  const { failures } = args.length === 0 ? await check() : await runVitest(args);
  return failures.length === 0 ? 0 : 1;
}

/** Runs every step even when one fails, so that one run shows all there is to mend. */
export async function check(): Promise<Tally> {
  return addTallies(
    await step('format', ['oxfmt', '--check']),
    await step('lint', ['oxlint', '--type-aware', '--deny-warnings']),
    await step('types', ['tsc', '-b']),
    await runVitest(),
  );
}

async function step(name: string, command: readonly [string, ...string[]]): Promise<Tally> {
  console.log(`\n— ${name}`);
  const code = await runTool(...command);
  return code === 0 ? tallyOf({}) : tallyOf({ failures: [name] });
}
