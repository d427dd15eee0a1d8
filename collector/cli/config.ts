import type { Command } from 'commander';
import { ownSettingsFile } from '../config/config.ts';
import { listSettings } from '../config/settings.ts';
import {
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  settingsOf,
  table,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';
import { helpNote } from './help-note.ts';

/** `tracedeck config`: what `serve` with the same flags, files and variables would run with. */
export function addConfig(program: Command, { print }: CommandLine): void {
  program
    .command('config')
    .description('print the effective settings and where each came from')
    .option('--json', 'print a JSON array')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .addHelpText(
      'after',
      helpNote(() => [
        `The setting otel.retention.days is {"otel": {"retention": {"days": 30}}} in ./tracedeck.json or in ${ownSettingsFile(process.env)}, and TRACEDECK_OTEL__RETENTION__DAYS=30 in the environment.`,
        'Flags go before the environment, where an empty variable counts as none, that before ./tracedeck.json, and that before the other file.',
      ]),
    )
    .action((flags: SettingFlags & { readonly json?: true }) => {
      const { config, origin } = settingsOf(flags);
      const settings = listSettings(config, origin.sources);
      if (flags.json) return print(`${JSON.stringify(settings, null, 2)}\n`);
      print(table(settings.map(({ key, value, source }) => [key, JSON.stringify(value), source])));
    });
}
