import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../lib/make-folder.ts';
import { folderOf, userHome } from '../lib/user-folders.ts';
import { VERSION } from '../lib/version.ts';

const PREFIX = 'code-';
/** Before the compiled code: a checksum of its source, and one of itself. */
const HEADER_BYTES = 8;
/** A build takes some 10 MB, and most of the names of its files are of that build alone. */
const MOST_BYTES = 64 * 1024 * 1024;

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
      kept = readOwn(this.#pathFor(file));
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
    // Another thread, or another start, may write the same file right now.
    const fresh = `${target}-${process.pid}-${threadId}.new`;
    try {
      makeFolder(path.dirname(target));
      // Never into what lies there, or leads somewhere else.
      writeFileSync(fresh, Buffer.concat([header, compiled]), { mode: 0o600, flag: 'wx' });
      renameSync(fresh, target);
      return true;
    } catch {
      remove(fresh);
      return false;
    }
  }

  /** Removes what other versions have left, and what was written longest ago of more than `mostBytes` of this one. */
  tidy(mostBytes = MOST_BYTES): void {
    try {
      for (const name of readdirSync(this.#parent))
        if (name.startsWith(PREFIX) && name !== this.#folder) remove(path.join(this.#parent, name));
      this.#removeOldest(mostBytes);
    } catch {
      // A folder that can't be listed, or a file that another start has just removed: the next one tidies up.
    }
  }

  #removeOldest(mostBytes: number): void {
    const folder = path.join(this.#parent, this.#folder);
    const files: { readonly at: string; readonly stats: Stats }[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const at = path.join(folder, entry.name);
      if (entry.isFile()) files.push({ at, stats: lstatSync(at) });
      else remove(at);
    }
    let bytes = 0;
    for (const { at, stats } of files.toSorted((one, other) => other.stats.mtimeMs - one.stats.mtimeMs)) {
      bytes += stats.size;
      if (bytes > mostBytes) remove(at);
    }
  }

  /** One file for each installation, and for each V8 that runs it. */
  #pathFor(file: string): string {
    const of = crc32(`${file}\n${process.versions.v8}\n${process.arch}`).toString(16).padStart(8, '0');
    return path.join(this.#parent, this.#folder, `${path.basename(file)}-${of}`);
  }
}

/**
 * A file of the user that runs this: where the folder is another's, or everybody's, what they have put there would run as this
 * one. Throws where there is none. A pipe under its name is not waited for.
 */
function readOwn(file: string): Buffer {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(opened);
    // Windows knows no such numbers, and gives each user a folder that others have no access to.
    const isOwn = process.geteuid === undefined || stats.uid === process.geteuid();
    if (!isOwn || !stats.isFile()) throw new Error(`${file} is not this user's`);
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** What stays is another user's, or of one that runs right now: it takes some space and harms nobody. */
function remove(at: string): void {
  try {
    rmSync(at, { recursive: true, force: true });
  } catch {
    // Said above.
  }
}

/** The platform's folder for what can be made again. Throws for a user without a home. */
function folderOfCaches(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return path.join(userHome(), 'Library', 'Caches', 'Tracedeck');
  if (process.platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(userHome(), 'AppData', 'Local'), 'Tracedeck', 'Cache');
  return path.join(folderOf(env['XDG_CACHE_HOME']) ?? path.join(userHome(), '.cache'), 'tracedeck');
}
