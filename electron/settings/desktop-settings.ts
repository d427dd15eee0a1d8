import { mergeLayer, settingAt, settingKeys } from '../../collector/config/config-merge.ts';
import { Config, type ConfigOrigin } from '../../collector/config/config.ts';
import { holderOf, writeSettings } from '../../collector/config/settings-file.ts';
import type { DesktopSettings as Report } from '../contract/bridge.ts';

/** Settings of the collector that the window may change, and that count from the next start. */
const AT_NEXT_START = [
  'server.port',
  'otel.http.enabled',
  'otel.http.port',
  'otel.grpc.enabled',
  'otel.grpc.port',
  'auth.enabled',
  'otel.auth.required',
  'otel.ingestion.max_body_bytes',
  'storage.synchronous',
];

/** A change that can't be, in one line. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export interface DesktopSettingsOptions {
  /** Its `desktop` part is changed in place, so that whoever has it reads what counts. */
  readonly config: Config;
  readonly origin: ConfigOrigin;
  /** Asked each time. */
  readonly hasTray: () => boolean;
  /** Told the keys that were changed. */
  readonly onChange: (keys: readonly string[]) => void;
}

/** The app's own settings, in one file with the collector's, and those of the collector that want a new start. */
export class DesktopSettings {
  readonly #options: DesktopSettingsOptions;
  readonly #next: Config;
  readonly #sources: Map<string, string>;

  constructor(options: DesktopSettingsOptions) {
    this.#options = options;
    this.#next = structuredClone(options.config);
    this.#sources = new Map(options.origin.sources);
  }

  report(): Report {
    const { config, origin, hasTray } = this.#options;
    const changeable = [...settingKeys(Config).filter((key) => key.startsWith('desktop.')), ...AT_NEXT_START];
    return {
      settings: structuredClone(this.#next),
      sources: Object.fromEntries(changeable.map((key) => [key, this.#sources.get(key) ?? 'default'])),
      changeable,
      file: origin.file,
      needs_restart: AT_NEXT_START.some((key) => settingAt(this.#next, key) !== settingAt(config, key)),
      data_dir: config.storage.data_dir,
      has_tray: hasTray(),
    };
  }

  /** Changes all that the patch names, or nothing: first the file, then what runs. Throws a SettingsError. */
  change(patch: unknown): Report {
    const { config, origin, onChange } = this.#options;
    const keys: string[] = [];
    mergeLayer(structuredClone(this.#next), Config, {
      values: patch,
      refuse,
      onSetting: (key) => void keys.push(key),
    });
    for (const key of keys) this.#checkChangeable(key);
    if (keys.length === 0) return this.report();
    writeSettings(origin.file, keys, patch as object);
    mergeLayer(this.#next, Config, { values: patch, refuse });
    for (const key of keys) this.#sources.set(key, origin.file);
    const { desktop } = patch as { desktop?: unknown };
    if (desktop !== undefined) mergeLayer(config, Config, { values: { desktop }, refuse });
    onChange(keys);
    return this.report();
  }

  /** Where the data lies from the next start on. Throws a SettingsError where a variable or flag says so. */
  keepDataDirectory(folder: string): void {
    const { origin } = this.#options;
    this.#checkFree('storage.data_dir');
    writeSettings(origin.file, ['storage.data_dir'], { storage: { data_dir: folder } });
  }

  /** Throws where `keepDataDirectory` would. */
  checkDataDirectory(): void {
    this.#checkFree('storage.data_dir');
  }

  #checkChangeable(key: string): void {
    if (!key.startsWith('desktop.') && !AT_NEXT_START.includes(key)) refuse(`${key} is not changed here`);
    this.#checkFree(key);
  }

  #checkFree(key: string): void {
    const holder = holderOf(key, this.#sources);
    if (holder !== null) refuse(`${key} is set by ${holder}: change it there and start again`);
  }
}

function refuse(problem: string): never {
  throw new SettingsError(problem.replace(/^the file/, 'the change'));
}
