import { mergeLayer, settingAt, settingKeys } from './config-merge.ts';
import { Config, problemOfSetting, type ConfigOrigin } from './config.ts';
import type { Settings } from '../contract/settings.ts';
import { ApiError, notWritten } from '../errors.ts';
import { holderOf, writeSettings } from './settings-file.ts';

/** The settings that may change while running; everything else is read once, at the start. */
const CHANGEABLE: readonly string[] = [
  'server.cors_origins',
  'otel.ingestion.channel_capacity',
  'otel.ingestion.buffer_max_spans',
  'otel.ingestion.buffer_max_bytes',
  ...settingKeys(Config).filter((key) =>
    /^(?:otel\.attributes|otel\.retention|otel\.search|stream|pricing|redaction)\./.test(key),
  ),
];

export interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

/** The effective values: a null that follows another setting is replaced by that one's value. */
function effective(config: Config): Config {
  const settings = structuredClone(config);
  settings.otel.auth.required ??= settings.auth.enabled;
  return settings;
}

/** Every setting with where it came from. */
export function listSettings(config: Config, sources: ConfigOrigin['sources']): Setting[] {
  const settings = effective(config);
  return settingKeys(Config).map((key) => ({
    key,
    value: settingAt(settings, key),
    source: sources.get(key) ?? 'default',
  }));
}

/** What a collector was started with. */
export interface StartedFrom {
  /** Where the settings came from; without it changes made while running are not kept. */
  readonly origin?: ConfigOrigin | undefined;
  /** The words that start the command line of this program, before those of a command. */
  readonly commandLine?: readonly string[] | undefined;
}

/** The settings of a running collector. Its parts read `config` when they need a value, so a change counts at once. */
export class RunningSettings {
  readonly #config: Config;
  readonly #file: string | null;
  readonly #sources: Map<string, string>;
  readonly #commandLine: readonly string[];
  readonly #onChange: () => void;

  /** Without an origin changes count until the stop and are written nowhere. */
  constructor(config: Config, { origin, commandLine = [] }: StartedFrom, onChange: () => void) {
    this.#config = config;
    this.#commandLine = commandLine;
    this.#file = origin?.file ?? null;
    this.#sources = new Map(origin?.sources);
    this.#onChange = onChange;
  }

  report(): Settings {
    const sources = listSettings(this.#config, this.#sources).map(({ key, source }) => [key, source]);
    return {
      settings: effective(this.#config),
      sources: Object.fromEntries(sources) as Settings['sources'],
      changeable: [...CHANGEABLE],
      file: this.#file,
      command_line: [...this.#commandLine],
    };
  }

  /**
   * Changes what the patch names, all of it or nothing: first the file, then what runs. Throws a VALIDATION_ERROR for a
   * value that is not allowed, a setting that only the next start reads, and one that a variable or flag sets.
   */
  change(patch: unknown): Settings {
    const keys: string[] = [];
    const changed = structuredClone(this.#config);
    mergeLayer(changed, Config, {
      values: patch,
      refuse,
      problemOf: problemOfSetting,
      onSetting: (key) => void keys.push(key),
    });
    for (const key of keys) this.#checkChangeable(key);
    if (keys.length > 0) this.#write(keys, patch as object);
    mergeLayer(this.#config, Config, { values: patch, refuse });
    for (const key of keys) this.#sources.set(key, this.#file ?? 'request');
    if (keys.length > 0) this.#onChange();
    return this.report();
  }

  #write(keys: readonly string[], patch: object): void {
    if (this.#file === null) return;
    try {
      writeSettings(this.#file, keys, patch);
    } catch (error) {
      throw notWritten(`nothing is changed, the settings could not be written to ${this.#file}`, error);
    }
  }

  #checkChangeable(key: string): void {
    if (!CHANGEABLE.includes(key))
      refuse(`${key} can't be changed while running: set it in ${this.#file ?? 'a file'} and start again`);
    const holder = holderOf(key, this.#sources);
    if (holder !== null)
      refuse(`${key} is set by ${holder}, which goes before every file: change it there and start again`);
  }
}

function refuse(problem: string): never {
  throw new ApiError('VALIDATION_ERROR', problem.replace(/^the file/, 'the body'));
}
