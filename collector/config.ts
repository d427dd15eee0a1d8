import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const Port = Type.Integer({ minimum: 0, maximum: 65_535 });
const Count = Type.Integer({ minimum: 1 });
const Switch = Type.Boolean();
/** Longer than a timer can wait is refused: it would ring at once. */
const Seconds = Type.Integer({ minimum: 1, maximum: 2_000_000 });

const section = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false });

/** Every setting, one schema for file, environment and flags (API.md section 9). */
export const Config = section({
  server: section({
    host: Type.String({ minLength: 1 }),
    port: Port,
    cors_origins: Type.Array(Type.String()),
  }),
  otel: section({
    http: section({ enabled: Switch, port: Port }),
    grpc: section({ enabled: Switch, port: Port }),
    ingestion: section({
      max_body_bytes: Count,
      channel_capacity: Count,
      buffer_max_spans: Count,
      buffer_max_bytes: Count,
    }),
    /** Null: no such bound. */
    retention: section({
      days: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]),
      max_spans: Type.Union([Count, Type.Null()]),
      max_bytes: Type.Union([Count, Type.Null()]),
      check_interval_secs: Seconds,
    }),
  }),
  stream: section({ max_connections: Count, timeout_secs: Count, keepalive_secs: Count }),
  storage: section({
    data_dir: Type.String({ minLength: 1 }),
    synchronous: Type.Union([Type.Literal('normal'), Type.Literal('full')]),
  }),
});
export type Config = Static<typeof Config>;

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;
export type ConfigOverrides = DeepPartial<Config>;

/** A setting that can't be used. The message is one line that names the source, the key and what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The folder of the platform for an application's data, and that for its settings. */
export function platformDirectories(env: NodeJS.ProcessEnv): { data: string; config: string } {
  const home = homedir();
  if (process.platform === 'darwin') {
    const support = path.join(home, 'Library', 'Application Support', 'Tracedeck');
    return { data: support, config: support };
  }
  if (process.platform === 'win32') {
    const roaming = path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Tracedeck');
    return { data: path.join(env['LOCALAPPDATA'] ?? roaming, 'Tracedeck'), config: roaming };
  }
  return {
    data: path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'tracedeck'),
    config: path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'tracedeck'),
  };
}

export const defaultConfig = (env: NodeJS.ProcessEnv): Config => ({
  server: { host: '127.0.0.1', port: 5388, cors_origins: [] },
  otel: {
    http: { enabled: true, port: 4318 },
    grpc: { enabled: true, port: 4317 },
    ingestion: {
      max_body_bytes: 64 * 1024 * 1024,
      channel_capacity: 1000,
      buffer_max_spans: 100_000,
      buffer_max_bytes: 128 * 1024 * 1024,
    },
    retention: { days: null, max_spans: null, max_bytes: null, check_interval_secs: 300 },
  },
  stream: { max_connections: 100, timeout_secs: 3600, keepalive_secs: 30 },
  storage: { data_dir: platformDirectories(env).data, synchronous: 'normal' },
});

export interface ConfigSources {
  readonly env: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** `--config FILE`; it takes the place of `./tracedeck.json` and must exist. */
  readonly file?: string | undefined;
  readonly flags?: ConfigOverrides | undefined;
}

/**
 * The effective settings: defaults, then the platform's config.json, then ./tracedeck.json or the given file, then
 * TRACEDECK_… variables, then flags. Throws a ConfigError for an unknown key or a value of the wrong type.
 */
export function loadConfig(sources: ConfigSources): Config {
  const { env, workingDirectory } = sources;
  const layers: [source: string, values: unknown][] = [
    fileLayer(path.join(platformDirectories(env).config, 'config.json'), false),
    fileLayer(path.resolve(workingDirectory, sources.file ?? 'tracedeck.json'), sources.file !== undefined),
    ...environmentLayers(env),
    ['command line', sources.flags ?? {}],
  ];
  const config: unknown = defaultConfig(env);
  for (const [source, values] of layers) {
    merge(config, values, Config, source, '');
  }
  return config as Config;
}

function fileLayer(file: string, required: boolean): [string, unknown] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if (!required && (cause as NodeJS.ErrnoException).code === 'ENOENT') return [file, {}];
    throw new ConfigError(
      `${file}: can't be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`,
      { cause },
    );
  }
  try {
    return [file, JSON.parse(text)];
  } catch (cause) {
    throw new ConfigError(`${file}: is no valid JSON`, { cause });
  }
}

/** Variables that the launcher and the build use themselves. */
const OWN_VARIABLES = new Set(['TRACEDECK_VERSION', 'TRACEDECK_DEV_COLLECTOR']);

function environmentLayers(env: NodeJS.ProcessEnv): [string, unknown][] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith('TRACEDECK_') && !OWN_VARIABLES.has(name))
    .map(([name, text]) => {
      const keys = name.slice('TRACEDECK_'.length).toLowerCase().split('__');
      let value: unknown = isText(keys) ? text : parseVariable(text ?? '');
      for (const key of keys.reverse()) value = { [key]: value };
      return [`environment variable ${name}`, value];
    });
}

/** What a place in the schema may say of itself. */
interface Place {
  readonly type?: string;
  readonly properties?: Record<string, TSchema>;
}

const propertiesOf = (place: Place | undefined): Record<string, TSchema> => place?.properties ?? {};

/** Whether the setting is text, whatever its value looks like: a directory may be called 2026. */
function isText(keys: readonly string[]): boolean {
  let place: Place | undefined = Config;
  for (const key of keys) place = propertiesOf(place)[key];
  return place?.type === 'string';
}

function parseVariable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Lays `values` over `target`, checking each against the schema of its place. */
function merge(target: unknown, values: unknown, schema: TSchema, source: string, key: string): void {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new ConfigError(`${source}: ${key || 'the file'} must be an object`);
  const properties = propertiesOf(schema);
  for (const [name, value] of Object.entries(values)) {
    const at = key ? `${key}.${name}` : name;
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inner === undefined) throw new ConfigError(`${source}: unknown key ${at}`);
    if (value === undefined) continue;
    const place = target as Record<string, unknown>;
    if ('properties' in inner) merge(place[name], value, inner, source, at);
    else if (Value.Check(inner, value)) place[name] = value;
    else throw new ConfigError(`${source}: ${at} must be ${expected(inner)}, not ${JSON.stringify(value)}`);
  }
}

function expected(schema: TSchema): string {
  const { type, minLength, minimum, maximum, exclusiveMinimum, anyOf } = schema as {
    type?: string;
    minLength?: number;
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    anyOf?: { const?: unknown; type?: string }[];
  };
  if (anyOf?.some((option) => option.type === 'null')) return `${expected(anyOf[0] as TSchema)} or null`;
  if (anyOf) return `one of ${anyOf.map((option) => JSON.stringify(option.const)).join(', ')}`;
  if (type === 'integer')
    return maximum === undefined
      ? `an integer of at least ${minimum ?? 0}`
      : `an integer from ${minimum} to ${maximum}`;
  if (exclusiveMinimum !== undefined) return `a number above ${exclusiveMinimum}`;
  if (type === 'array') return 'a list of strings';
  return minLength === undefined ? `a ${type ?? 'value'}` : 'a string that is not empty';
}
