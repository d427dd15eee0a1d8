import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../lib/make-folder.ts';
import { folderOf, userHome } from '../lib/user-folders.ts';
import { VERSION } from '../lib/version.ts';

const PREFIX = 'code-';
/** Before the compiled code: a checksum of its source, and one of itself. */
const HEADER_BYTES = 8;

/**
 * What V8 has compiled of files in earlier runs, in a folder of this version. V8 itself compares its own version and flags and the
 * length of a source, and runs whatever else it is given: that the source is the same, and what was kept whole, is looked at here.
 */
export class KeptCode {
  readonly #parent: string;
  readonly #folder = PREFIX + VERSION;

  constructor(parent: string) {
    this.#parent = parent;
  }

  /** The user's; null for one without a home, and where the environment says of Node's own such folder that there is to be none. */
  static ofUser(env: NodeJS.ProcessEnv): KeptCode | null {
    if (env['NODE_DISABLE_COMPILE_CACHE'] === '1') return null;
    try {
      return new KeptCode(folderOfCaches(env));
    } catch {
      return null;
    }
  }

  /** Undefined where nothing was kept of the file, or of another text than `source`. */
  read(file: string, source: Buffer): Buffer | undefined {
    let kept: Buffer;
    try {
      kept = readFileSync(this.#pathFor(file));
    } catch {
      // It is compiled as if for the first time.
      return undefined;
    }
    if (kept.length <= HEADER_BYTES) return undefined;
    const compiled = kept.subarray(HEADER_BYTES);
    return kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(compiled)
      ? compiled
      : undefined;
  }

  /** `sourceSum`: `crc32` of the source. Says whether it could be written. */
  write(file: string, sourceSum: number, compiled: Buffer): boolean {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(sourceSum, 0);
    header.writeUInt32LE(crc32(compiled), 4);
    const target = this.#pathFor(file);
    try {
      makeFolder(path.dirname(target));
      writeFileSync(`${target}.new`, Buffer.concat([header, compiled]), { mode: 0o600 });
      renameSync(`${target}.new`, target);
      return true;
    } catch {
      return false;
    }
  }

  /** What other versions have left. */
  removeOthers(): void {
    for (const name of readdirSync(this.#parent)) {
      if (!name.startsWith(PREFIX) || name === this.#folder) continue;
      try {
        rmSync(path.join(this.#parent, name), { recursive: true, force: true });
      } catch {
        // Another user's, or one that runs right now: it takes some space and harms nobody.
      }
    }
  }

  /** One file for each installation, and for each V8 that runs it. */
  #pathFor(file: string): string {
    const of = crc32(`${file}\n${process.versions.v8}\n${process.arch}`).toString(16).padStart(8, '0');
    return path.join(this.#parent, this.#folder, `${path.basename(file)}-${of}`);
  }
}

/** The platform's folder for what can be made again. Throws for a user without a home. */
function folderOfCaches(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return path.join(userHome(), 'Library', 'Caches', 'Tracedeck');
  if (process.platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(userHome(), 'AppData', 'Local'), 'Tracedeck', 'Cache');
  return path.join(folderOf(env['XDG_CACHE_HOME']) ?? path.join(userHome(), '.cache'), 'tracedeck');
}
