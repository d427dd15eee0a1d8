import { InvalidArgumentError, Option, type Command } from 'commander';
import { TokenRegistry } from '../auth/registry.ts';
import { createToken, isTokenName, STANDARD_TTL_DAYS } from '../auth/tokens.ts';
import { notWritable } from '../lib/directory-errors.ts';
import { makeFolder } from '../lib/make-folder.ts';
import {
  CommandError,
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  duration,
  settingsOf,
  table,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';

interface CreateFlags extends SettingFlags {
  readonly name?: string;
  readonly ttl: number;
}

const STANDARD_TTL = `${STANDARD_TTL_DAYS}d`;

/** `tracedeck token …`: works on the data directory alone, whether a collector runs there or not. */
export function addToken(program: Command, commandLine: CommandLine): void {
  const token = program
    .command('token')
    .description('make, list and revoke tokens for callers and exporters');
  token
    .command('create')
    .description('print a new token, and nothing else')
    .option('--name <name>', 'what it is for, to tell it from others', tokenName)
    .addOption(
      new Option('--ttl <time>', 'how long it counts: 90s, 15m, 12h, 30d, 4w or never')
        .argParser(duration)
        .default(duration(STANDARD_TTL), STANDARD_TTL),
    )
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((flags: CreateFlags) => {
      const dataDirectory = dataDirOf(flags);
      makeDirectory(dataDirectory);
      const created = createToken(dataDirectory, {
        name: flags.name ?? null,
        ttlMs: flags.ttl === Infinity ? null : flags.ttl,
      });
      commandLine.print(`${created}\n`);
    });
  token
    .command('list')
    .description('print the tokens that were not revoked: id, name, when made, until when')
    .option('--json', 'print a JSON array')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((flags: SettingFlags & { readonly json?: true }) => list(flags, commandLine));
  token
    .command('revoke')
    .description('end a token within a second, in a running collector too')
    .argument('<name or id>', 'a name ends all tokens of that name')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((nameOrId: string, flags: SettingFlags) => revoke(nameOrId, flags, commandLine));
}

/** Tokens may be made before a collector has made the directory. */
function makeDirectory(dataDirectory: string): void {
  try {
    makeFolder(dataDirectory);
  } catch (error) {
    throw notWritable(dataDirectory, error);
  }
}

function list(flags: SettingFlags & { readonly json?: true }, { print }: CommandLine): void {
  const tokens = new TokenRegistry(dataDirOf(flags)).list();
  if (flags.json) return print(`${JSON.stringify(tokens, null, 2)}\n`);
  const now = new Date().toISOString();
  const rows = tokens.map(({ id, name, created, expires }) => [
    id,
    name ?? '-',
    created,
    expires === null ? 'never' : `${expires}${expires <= now ? ' (expired)' : ''}`,
  ]);
  print(table([['ID', 'NAME', 'CREATED', 'EXPIRES'], ...rows]));
}

function revoke(nameOrId: string, flags: SettingFlags, { print }: CommandLine): void {
  const revoked = new TokenRegistry(dataDirOf(flags)).revoke(nameOrId);
  if (revoked.length === 0) throw new CommandError(`no token has the name or id ${JSON.stringify(nameOrId)}`);
  for (const { id, name } of revoked) print(`revoked ${id}${name === null ? '' : ` (${name})`}\n`);
}

const dataDirOf = (flags: SettingFlags): string => settingsOf(flags).config.storage.data_dir;

function tokenName(text: string): string {
  if (isTokenName(text)) return text;
  throw new InvalidArgumentError('a name has 1 to 100 characters and none that can not be seen.');
}
