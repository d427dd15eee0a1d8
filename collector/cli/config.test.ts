import { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownSettingsFile } from '../config/config.ts';
import type { CommandLine } from './command-line.ts';
import { addConfig } from './config.ts';

test('where the settings lie is asked when the help is: a user without a home can use other commands', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  let help = '';
  const program = new Command().configureOutput({ writeOut: (text) => (help += text) });
  addConfig(program, {} as CommandLine);
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'APPDATA']) vi.stubEnv(name, '/elsewhere');
  program.commands[0]!.outputHelp();
  expect(help).toContain(ownSettingsFile(process.env));
  expect(ownSettingsFile(process.env)).toContain('elsewhere');
});
