import type { Command } from 'commander';
import { examineAll } from '../doctor/checks.ts';
import type { Finding } from '../doctor/finding.ts';
import { repair, type Repaired } from '../doctor/repair.ts';
import {
  CommandError,
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';
import { progressBar, type Progress } from './progress.ts';

interface DoctorFlags extends SettingFlags {
  readonly repair?: true;
}

/** `tracedeck doctor`: says what is wrong, and with `--repair` saves what can be read of a damaged database. */
export function addDoctor(program: Command, commandLine: CommandLine): void {
  program
    .command('doctor')
    .description('check versions, data directory, ports, database and totals')
    .option(
      '--repair',
      'save what can be read of a damaged database into a new one; the old one is set aside',
    )
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((flags: DoctorFlags) => runDoctor(flags, commandLine));
}

async function runDoctor(flags: DoctorFlags, { print, log }: CommandLine): Promise<void> {
  const { config } = settingsOf(flags);
  const { findings, isRepairable, isRunning } = await withBar('checking', ({ total, add }) =>
    examineAll(config, { total, step: add }),
  );
  print(findings.map(paragraph).join(''));
  const wrong = findings.filter(({ isGood }) => !isGood).length;
  if (flags.repair && isRepairable) {
    if (isRunning) throw new CommandError('stop the collector that runs on this data, then repair');
    const repaired = await withBar('repairing', async ({ total, add }) =>
      repair({ dataDirectory: config.storage.data_dir, now: new Date(), total, onRow: add }),
    );
    print(report(repaired));
    return;
  }
  if (flags.repair && wrong === 0) log.info('there is nothing to repair');
  if (wrong === 0) return;
  const advice = isRepairable ? ': stop Tracedeck and run "tracedeck doctor --repair"' : '';
  throw new CommandError(`${wrong} of ${findings.length} checks failed${advice}`);
}

/** A bar whose length is known only on the way. */
async function withBar<T>(
  label: string,
  run: (bar: { total: (steps: number) => void; add: () => void }) => Promise<T>,
): Promise<T> {
  let bar: Progress | undefined;
  try {
    return await run({ total: (steps) => (bar = progressBar(label, steps)), add: () => bar?.add(1) });
  } finally {
    bar?.clear();
  }
}

const paragraph = ({ name, isGood, lines }: Finding): string =>
  lines
    .map(
      (line, i) => `${i > 0 ? '   ' : isGood ? 'ok ' : 'BAD'}  ${(i > 0 ? '' : name).padEnd(10)} ${line}\n`,
    )
    .join('');

function report({ spans, withoutContent, logs, points, unusable, before, setAside }: Repaired): string {
  const lost = (what: string, count: number | null, saved: number): string =>
    count === null
      ? `how many ${what} were lost can't be told`
      : `${Math.max(count - saved, 0)} ${what} lost`;
  return [
    `saved ${spans} spans, ${logs} log records and ${points} data points`,
    ...(withoutContent > 0
      ? [`  ${withoutContent} of the spans without their content: what they said is lost`]
      : []),
    `  ${lost('spans', before.spans, spans)}; ${lost('log records', before.logs, logs)}`,
    ...(unusable > 0 ? [`  ${unusable} rows could be read but say too little, or what can't be`] : []),
    `the old database is ${setAside}: keep it until you miss nothing`,
    '',
  ].join('\n');
}
