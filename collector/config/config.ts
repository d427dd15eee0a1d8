import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { isTextSetting, mergeLayer } from './config-merge.ts';
import { Config } from '../contract/config.ts';
import { repeatedKey } from './repeated-key.ts';
import { folderOf, userHome } from '../lib/user-folders.ts';
import { problemOfRules } from '../redaction/rules.ts';

// Other modules import the settings from here.
export { Config };

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;
export type ConfigOverrides = DeepPartial<Config>;

/** Why a setting can't be, though it is of the right type: what a schema has no words for. Null where it can. */
export function problemOfSetting(key: string, value: unknown): string | null {
  if (key === 'redaction.rules') return problemOfRules(value as Config['redaction']['rules']);
  if (key === 'server.host') return problemOfHost(value as string);
  return key === 'server.cors_origins' ? problemOfOrigins(value as readonly string[]) : null;
}

/** A label of a DNS name; also with underscores, which container networks use. */
const HOST_LABEL = /^(?!-)[\w-]+(?<!-)$/;

/** With a port, brackets or a scheme it would be looked up as a name, which nobody has. */
function problemOfHost(host: string): string | null {
  const labels = host.replace(/\.$/, '').split('.');
  if (isIP(host) !== 0 || labels.every((label) => HOST_LABEL.test(label))) return null;
  return `"${host}" is no host, such as localhost, 127.0.0.1 or ::1; its port is another setting`;
}

/** Of pages of extensions and apps, as these are sent: their schemes have no origin by the standard of addresses. */
const APP_ORIGIN = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/;

/**
 * Origins are compared with what browsers send, letter for letter: one that none sends would allow nothing, silently, and
 * `null` every page, since any can hide its own (a frame with `sandbox`).
 */
function problemOfOrigins(origins: readonly string[]): string | null {
  for (const text of origins) {
    if (text === 'null')
      return '"null" is what any page can send: serve yours from an origin, such as http://localhost:3000';
    if (APP_ORIGIN.test(text)) continue;
    const origin = URL.canParse(text) ? new URL(text).origin : 'null';
    if (origin === text && !text.includes('*')) continue;
    const meant = origin === 'null' || origin.includes('*') ? 'https://traces.example' : origin;
    return `"${text}" is no origin as browsers send it, such as ${meant}`;
  }
  return null;
}

/** A setting that can't be used. The message is one line that names the source, the key and what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The folder of the platform for an application's data, and that for its settings. Throws a ConfigError. */
export function platformDirectories(env: NodeJS.ProcessEnv): { data: string; config: string } {
  if (process.platform === 'darwin') {
    const support = inHome('Library', 'Application Support', 'Tracedeck');
    return { data: support, config: support };
  }
  if (process.platform === 'win32') {
    const roaming = path.join(env['APPDATA'] ?? inHome('AppData', 'Roaming'), 'Tracedeck');
    return { data: path.join(env['LOCALAPPDATA'] ?? roaming, 'Tracedeck'), config: roaming };
  }
  return {
    data: path.join(folderOf(env['XDG_DATA_HOME']) ?? inHome('.local', 'share'), 'tracedeck'),
    config: path.join(folderOf(env['XDG_CONFIG_HOME']) ?? inHome('.config'), 'tracedeck'),
  };
}

/** The user's settings file, whatever folder a command is started in. Throws a ConfigError. */
export const ownSettingsFile = (env: NodeJS.ProcessEnv): string =>
  path.join(platformDirectories(env).config, 'config.json');

function inHome(...names: string[]): string {
  try {
    return path.join(userHome(), ...names);
  } catch (cause) {
    throw new ConfigError('this user has no home directory: name one with the environment variable HOME', {
      cause,
    });
  }
}

/** `~/traces` as a shell reads it, which sees neither files nor `--data-dir=~/traces`: a folder called ~ is nobody's wish. */
function fromHome(folder: string): string {
  const [first, ...names] = folder.split(process.platform === 'win32' ? /[/\\]/ : '/');
  return first === '~' ? inHome(...names) : folder;
}

export const defaultConfig = (env: NodeJS.ProcessEnv): Config => ({
  server: { host: '127.0.0.1', port: 5388, cors_origins: [] },
  auth: { enabled: false },
  otel: {
    http: { enabled: true, port: 4318 },
    grpc: { enabled: true, port: 4317 },
    auth: { required: null },
    ingestion: {
      max_body_bytes: 64 * 1024 * 1024,
      channel_capacity: 1000,
      buffer_max_spans: 100_000,
      buffer_max_bytes: 128 * 1024 * 1024,
    },
    attributes: { trace_attributes: [], span_attributes: [], auto_index_genai: true },
    search: { enabled: true },
    retention: { days: null, max_spans: null, max_bytes: null, check_interval_secs: 300 },
  },
  stream: { max_connections: 100, timeout_secs: 3600, keepalive_secs: 30 },
  pricing: { overrides: {} },
  redaction: { rules: [] },
  storage: { data_dir: platformDirectories(env).data, synchronous: 'normal' },
  desktop: {
    close_to_tray: true,
    start_at_login: false,
    error_badge: true,
    notifications: { errors: true, cost_dollars: null, duration_secs: null },
    updates: { enabled: false },
  },
});

export interface ConfigSources {
  readonly env: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** `--config FILE`; it takes the place of `./tracedeck.json` and must exist. Null: nothing takes it. */
  readonly file?: string | null | undefined;
  readonly flags?: ConfigOverrides | undefined;
}

/** Where the effective settings came from. */
export interface ConfigOrigin {
  /** By dotted key: a file, `environment variable …` or `command line`. A setting that is not in here is a default. */
  readonly sources: ReadonlyMap<string, string>;
  /** The file whose settings go before those of the other: changes made while running are written there. */
  readonly file: string;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly origin: ConfigOrigin;
  /** All that settings are read from, whether they are there or not. */
  readonly files: readonly string[];
}

/**
 * The effective settings and where each came from: defaults, then the platform's config.json, then ./tracedeck.json or the
 * given file, then TRACEDECK_… variables, then flags. Throws a ConfigError for an unknown key or a value of the wrong type.
 */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const { env, workingDirectory, file: given, flags } = sources;
  const ownFile = ownSettingsFile(env);
  const localFile = given === null ? null : path.resolve(workingDirectory, given ?? 'tracedeck.json');
  const files = localFile === null ? [ownFile] : [ownFile, localFile];
  const layers: [source: string, values: unknown][] = [
    ...files.map((file): [string, unknown] => [
      file,
      readSettings(file, { mustExist: file === localFile && given !== undefined }),
    ]),
    ...environmentLayers(env),
    ['command line', flags ?? {}],
  ];
  const config = defaultConfig(env);
  const origins = new Map<string, string>();
  for (const [source, values] of layers) {
    mergeLayer(config, Config, {
      values,
      refuse: (problem) => {
        throw new ConfigError(`${source}: ${problem}`);
      },
      problemOf: problemOfSetting,
      onSetting: (key) => void origins.set(key, source),
    });
  }
  // Absolute, so that a command finds the collector of the directory from any folder.
  config.storage.data_dir = path.resolve(workingDirectory, fromHome(config.storage.data_dir));
  const file = localFile !== null && existsSync(localFile) ? localFile : ownFile;
  return { config, origin: { sources: origins, file }, files };
}

/** The settings that a file holds; none where it is not there and need not be. Throws a ConfigError. */
export function readSettings(file: string, { mustExist }: { readonly mustExist: boolean }): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    // Some service accounts have /dev/null for their home.
    if (!mustExist && ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return {};
    throw new ConfigError(
      `${file}: can't be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`,
      { cause },
    );
  }
  let settings: unknown;
  try {
    // Editors on Windows put a byte order mark first.
    settings = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    // In one line, though it may quote some of the file.
    const { message } = cause as SyntaxError;
    throw new ConfigError(`${file}: is no valid JSON: ${message.replaceAll(/\s+/g, ' ')}`, { cause });
  }
  const repeated = repeatedKey(text);
  if (repeated === null) return settings;
  throw new ConfigError(`${file}: the key ${repeated} stands there twice: keep one, with all that both hold`);
}

/** Variables that are no settings: the build's version, and the token that copied curl commands take from the shell. */
const OWN_VARIABLES = new Set(['TRACEDECK_VERSION', 'TRACEDECK_TOKEN']);

/** Variables that Kubernetes and Docker give every container beside a service named tracedeck. */
const tellsOfService = (name: string, text: string): boolean =>
  /^TRACEDECK_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))/.test(name) ||
  (name === 'TRACEDECK_PORT' && /^(?:tcp|udp):/.test(text));

/** An empty variable is none, as of OpenTelemetry's own: compose files give one where the shell has none. */
function environmentLayers(env: NodeJS.ProcessEnv): [string, unknown][] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith('TRACEDECK_') && !OWN_VARIABLES.has(name))
    .filter(([name, text]) => text !== '' && !tellsOfService(name, text ?? ''))
    .map(([name, text]) => {
      const keys = name.slice('TRACEDECK_'.length).toLowerCase().split('__');
      let value: unknown = isTextSetting(Config, keys) ? text : parseVariable(text ?? '');
      for (const key of keys.reverse()) value = { [key]: value };
      return [`environment variable ${name}`, value];
    });
}

/** Switches in any case, as OpenTelemetry's own variables have them: Python and charts of Helm write True. */
function parseVariable(text: string): unknown {
  try {
    return JSON.parse(/^(?:true|false)$/i.test(text) ? text.toLowerCase() : text);
  } catch {
    return text;
  }
}
