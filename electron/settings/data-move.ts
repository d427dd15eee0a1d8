import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A move that can't be, or has failed with all left where it was, in one line. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

export interface Move {
  readonly from: string;
  readonly to: string;
  /** Relative to both; folders are made as they are needed. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly bytes: number;
}

/** Belongs to a running process, not to the data; `window` is Chromium's, of which only what the page keeps goes along. */
const LEFT_BEHIND = /^(lock\.db.*|running\.json.*|imports|logs|window)$/;
const OF_THE_WINDOW = path.join('window', 'Local Storage');

/** What moving all data would copy. The collector must be stopped. Rejects with a MoveError. */
export async function planMove(from: string, to: string): Promise<Move> {
  if (!path.isAbsolute(to)) throw new MoveError(`${to} is no absolute path`);
  const target = path.resolve(to);
  if (isInside(target, from) || isInside(from, target))
    throw new MoveError(`${target} and ${from} are one inside the other: choose a folder apart`);
  const there = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new MoveError(`${target} can't be used (${error.code})`, { cause: error });
  });
  if (there.length > 0) throw new MoveError(`${target} is not empty: choose an empty folder`);
  const files = [
    ...(await filesIn(from, '', (name) => !LEFT_BEHIND.test(name))),
    ...(await filesIn(from, OF_THE_WINDOW, (name) => name !== 'LOCK')),
  ];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const room = await roomAt(target);
  if (room < bytes) throw new MoveError(`${target} has room for ${room} bytes, and ${bytes} are needed`);
  return { from, to: target, files, bytes };
}

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes that were copied so far. */
  readonly onProgress: (bytes: number) => void;
}

/** Copies everything; on any failure, or when it is cancelled, the target is as it was. Rejects with a MoveError. */
export async function copyData(
  { from, to, files }: Move,
  { signal, onProgress }: CopyOptions,
): Promise<void> {
  const isNew = await stat(to).then(
    () => false,
    () => true,
  );
  let copied = 0;
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const { name } of files) {
      const target = path.join(to, name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const source = createReadStream(path.join(from, name));
      source.on('data', (chunk) => onProgress((copied += chunk.length)));
      // On the disk before anything of the source goes.
      await pipeline(source, createWriteStream(target, { mode: 0o600, flush: true }), { signal });
    }
  } catch (cause) {
    await takeBack(to, files, isNew);
    if (signal.aborted) throw new MoveError('the move was cancelled; everything is where it was', { cause });
    throw new MoveError(`${to} could not be written (${String(cause)}); everything is where it was`, {
      cause,
    });
  }
}

/** Takes away what was copied, once the new place counts. What can't be removed stays; it is only a copy then. */
export async function removeSource({ from, files }: Move): Promise<void> {
  const kept = path.join('window', path.sep);
  for (const { name } of files) if (!name.startsWith(kept)) await rm(path.join(from, name), { force: true });
  await rm(path.join(from, 'imports'), { recursive: true, force: true });
  await rm(path.join(from, 'tokens'), { recursive: true, force: true });
}

async function takeBack(to: string, files: Move['files'], isNew: boolean): Promise<void> {
  if (isNew) return rm(to, { recursive: true, force: true });
  const tops = new Set(files.map(({ name }) => name.split(path.sep)[0]!));
  for (const top of tops) await rm(path.join(to, top), { recursive: true, force: true });
}

async function filesIn(
  root: string,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<Move['files'][number][]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const found: Move['files'][number][] = [];
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(root, name, isWanted)));
    else if (entry.isFile()) found.push({ name, bytes: (await stat(path.join(root, name))).size });
  }
  return found;
}

/** Of the nearest folder above that is there. */
async function roomAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = path.dirname(folder);
    if (above === folder) throw error;
    return roomAt(above);
  }
}

function isInside(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || (!way.startsWith(`..${path.sep}`) && way !== '..' && !path.isAbsolute(way));
}
