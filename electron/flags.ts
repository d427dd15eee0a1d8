import { parseArgs } from 'node:util';
import type { ConfigOverrides } from '../collector/config/config.ts';

export interface AppFlags {
  /** Null: no file but the user's own. */
  readonly config: string | null | undefined;
  readonly overrides: ConfigOverrides;
}

const OWN_SETTINGS = 'own-settings';
const TEXT = { type: 'string' } as const;
const OPTIONS = {
  'data-dir': TEXT,
  port: TEXT,
  'otlp-port': TEXT,
  'grpc-port': TEXT,
  config: TEXT,
  auth: { type: 'boolean' },
  [OWN_SETTINGS]: { type: 'boolean' },
} as const;

/** See `argsForRestart`. */
export const ownSettingsFlag = `--${OWN_SETTINGS}`;

/** As they are written. */
export const flags: ReadonlySet<string> = new Set(Object.keys(OPTIONS).map((name) => `--${name}`));

/** Those that have a value as the next word. */
export const flagsWithValue: ReadonlySet<string> = new Set(
  Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [`--${name}`] : [])),
);

/** Reads the flags that the app shares with `serve`, and passes over Chromium's own. Throws for a port that is no number. */
export function readFlags(args: readonly string[]): AppFlags {
  const { values } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
  });
  const dataDirectory = values['data-dir'];
  const given = values['config'];
  return {
    config: typeof given === 'string' ? given : values[OWN_SETTINGS] === true ? null : undefined,
    overrides: {
      server: portOf('port', values['port']),
      otel: {
        http: portOf('otlp-port', values['otlp-port']),
        grpc: portOf('grpc-port', values['grpc-port']),
      },
      auth: values['auth'] === true ? { enabled: true } : {},
      storage: typeof dataDirectory === 'string' ? { data_dir: dataDirectory } : {},
    },
  };
}

function portOf(flag: string, value: string | boolean | undefined): { port?: number } {
  if (value === undefined) return {};
  if (typeof value !== 'string' || !/^\d{1,5}$/.test(value))
    throw new Error(`--${flag} needs a number from 0 to 65535`);
  return { port: Number(value) };
}
