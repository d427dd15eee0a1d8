import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingAt } from './config-merge.ts';
import { readSettings } from './config.ts';
import { makeFolder } from '../lib/make-folder.ts';

/** Puts the settings of these keys into a file beside what it holds. The file is the old or the new one at every moment. */
export function writeSettings(file: string, keys: readonly string[], patch: object): void {
  const settings = readSettings(file, { mustExist: false }) as Record<string, unknown>;
  for (const key of keys) putAt(settings, key.split('.'), settingAt(patch, key));
  // What a link leads to is written, not the link.
  const target = existsSync(file) ? realpathSync(file) : file;
  const next = `${target}.${process.pid}.new`;
  makeFolder(path.dirname(target));
  try {
    const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
    writeFileSync(next, `${JSON.stringify(settings, null, 2)}\n`, { mode, flush: true });
    renameSync(next, target);
  } finally {
    rmSync(next, { force: true });
  }
}

/** What holds a setting fast, so that a file can't change it; null where nothing does. */
export function holderOf(key: string, sources: ReadonlyMap<string, string>): string | null {
  const source = sources.get(key) ?? '';
  const isFast = source.startsWith('environment variable ') || source === 'command line';
  return isFast ? source : null;
}

function putAt(settings: Record<string, unknown>, names: readonly string[], value: unknown): void {
  let section = settings;
  for (const name of names.slice(0, -1)) section = (section[name] ??= {}) as Record<string, unknown>;
  section[names.at(-1)!] = value;
}
