import type { Command } from 'commander';
import {
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';

/** `tracedeck mcp`: for coding assistants that start their tools instead of asking over HTTP. */
export function addMcp(program: Command, { stdout, log }: CommandLine): void {
  program
    .command('mcp')
    .description('answer a coding assistant that starts it, over standard input and output')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action(async (flags: SettingFlags) => {
      const { storage, pricing } = settingsOf(flags).config;
      // With the protocol's library, which no other command needs.
      const { serveOverStdio } = await import('../mcp/stdio.ts');
      await serveOverStdio({
        dataDirectory: storage.data_dir,
        pricing,
        stdin: process.stdin,
        stdout,
        onFailure: (message) => log.error(message),
      });
    });
}
