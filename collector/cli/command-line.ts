import type { Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { loadConfig, type Config, type ConfigOrigin, type ConfigOverrides } from '../config/config.ts';
import type { Collector } from '../collector.ts';
import type { Log } from '../lib/log.ts';
import type { EarlyThreads } from '../threads.ts';

/** What a command has of the process; only `program.ts` ends it. */
export interface CommandLine {
  readonly log: Log;
  /** Those of `serve`, which have been started before this was loaded. */
  readonly threads: EarlyThreads | null;
  readonly print: (text: string) => void;
  /** For output of any size, at the pace of whoever reads it. */
  readonly stdout: Writable & { readonly isTTY?: boolean };
  /** Keeps running until SIGINT, SIGTERM or its terminal closes, then stops the collector and ends the process. */
  readonly runUntilStopped: (collector: Pick<Collector, 'stop' | 'unfinished'>) => void;
  /** From now on these call `stop` and do nothing else: the command ends by itself. */
  readonly onInterrupt: (stop: () => void) => void;
}

/** A command that can't do what it was asked to, told in one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Rejects on Ctrl-C and the like, also while something keeps the command waiting. */
export function interruption({ onInterrupt }: CommandLine, message: string): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  onInterrupt(() => reject(new CommandError(message)));
  // It may come before anybody waits.
  promise.catch(() => {});
  return promise;
}

/** What every command that reads settings may be told. */
export interface SettingFlags {
  readonly dataDir?: string;
  readonly config?: string;
}

export const DATA_DIR_FLAG = ['--data-dir <folder>', 'where the database lies'] as const;
export const CONFIG_FLAG = ['--config <file>', 'settings, in place of ./tracedeck.json'] as const;

/** The effective settings of a command. Throws a ConfigError. */
export function settingsOf(
  flags: SettingFlags,
  overrides: ConfigOverrides = {},
): { readonly config: Config; readonly origin: ConfigOrigin } {
  return loadConfig({
    env: process.env,
    workingDirectory: process.cwd(),
    file: flags.config,
    flags: { ...overrides, storage: given('data_dir', flags.dataDir) },
  });
}

/** A setting that was given, nothing where it was not. */
export const given = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
/** A date beyond the year 9999 has no ISO 8601 form that everybody reads. */
const MAX_DURATION_MS = 1000 * 365 * 86_400_000;

/** `30d` in milliseconds, Infinity for `never` (commander takes null for a value that was left out). Throws for commander. */
export function duration(text: string): number {
  if (text === 'never') return Infinity;
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  const durationMs = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (durationMs > 0 && durationMs <= MAX_DURATION_MS) return durationMs;
  throw new InvalidArgumentError('a time is a number and s, m, h, d or w, for example 30d; or never.');
}

export function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535; 0 picks a free one.');
}

/** Rows as columns of text, the last one ragged. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (wide, row) => row.map((cell, at) => Math.max(cell.length, wide[at] ?? 0)),
    [],
  );
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
