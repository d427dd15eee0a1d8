import type { Command } from 'commander';
import type { CommandLine } from './command-line.ts';
import { addConfig } from './config.ts';
import { addDoctor } from './doctor.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import { addMcp } from './mcp.ts';
import { addReindex } from './reindex.ts';
import { addToken } from './token.ts';

/** All commands but `serve`, in the order in which the help tells them. */
export function addOtherCommands(program: Command, commandLine: CommandLine): void {
  addImport(program, commandLine);
  addExport(program, commandLine);
  addReindex(program, commandLine);
  addMcp(program, commandLine);
  addToken(program, commandLine);
  addConfig(program, commandLine);
  addDoctor(program, commandLine);
}
