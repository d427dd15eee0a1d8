import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { open, readdir, realpath, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { uploadsFolder } from '../../collector/lib/database-file.ts';
import { makeFolder } from '../../collector/lib/make-folder.ts';

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
const LEFT_BEHIND =
  /^(lock\.db.*|running\.json.*|tracedeck-imports|tracedeck-repair|tracedeck-move|logs|window)$/;
/**
 * Lie where Windows has an app put its data, and belong to this machine: the command on the PATH (command-line/plan.ts), and
 * compiled code (collector/runtime/kept-code.ts).
 */
const LEFT_ON_WINDOWS = /^(bin|Cache)$/;
const OF_THE_WINDOW = path.join('window', 'Local Storage');
/** Where the copies lie until there are all of them: a move that is killed leaves nothing else, which the next one takes away. */
const unfinishedIn = (to: string): string => path.join(to, 'tracedeck-move');

/**
 * What moving all data would copy. The collector must be stopped. The files that hold the settings stay where they are,
 * also where they lie among the data: one of them says where that is. A folder in which a move has left no more than it
 * leaves counts as empty, so that the data may come back; what one that was killed has copied there goes. Rejects with a
 * MoveError.
 */
export async function planMove(
  from: string,
  to: string,
  settingsFiles: readonly string[] = [],
): Promise<Move> {
  if (!path.isAbsolute(to)) throw new MoveError(`${to} is no absolute path`);
  const target = path.resolve(to);
  if (isInside(target, from) || isInside(from, target))
    throw new MoveError(`${target} and ${from} are one inside the other: choose a folder apart`);
  const settings = await realPathsOf(settingsFiles);
  if (!(await isFree(target, settings)))
    throw new MoveError(`${target} is not empty: choose an empty folder`);
  await refuseLinks(from, settingsFiles);
  const all = [
    ...(await filesIn(from, '', (name) => !isLeft(name))),
    ...(await filesIn(from, OF_THE_WINDOW, (name) => name !== 'LOCK')),
  ];
  const source = await realpath(from);
  const files = all.filter(({ name }) => !settings.has(path.join(source, name)));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await rm(unfinishedIn(target), { recursive: true, force: true });
  const room = await roomAt(target);
  if (room < bytes) throw new MoveError(`${target} has room for ${room} bytes, and ${bytes} are needed`);
  return { from, to: target, files, bytes };
}

/** What a link leads to lies elsewhere on purpose, so that a copy would fill the wrong disk, and leaving it out would lose it. */
async function refuseLinks(from: string, settingsFiles: readonly string[]): Promise<void> {
  const link = (await entriesIn(from)).find(
    (entry) =>
      entry.isSymbolicLink() && !isLeft(entry.name) && !settingsFiles.includes(path.join(from, entry.name)),
  );
  if (link !== undefined)
    throw new MoveError(`${path.join(from, link.name)} is a link: put what it leads to in its place first`);
}

const isLeft = (name: string): boolean =>
  LEFT_BEHIND.test(name) || (process.platform === 'win32' && LEFT_ON_WINDOWS.test(name));

/** Rejects with a MoveError where it can't be told. */
async function isFree(folder: string, settings: ReadonlySet<string>): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new MoveError(`${folder} can't be used (${error.code})`, { cause: error });
  });
  const others = names.filter((name) => !isLeft(name));
  if (others.length === 0) return true;
  const real = await realpath(folder);
  return others.every((name) => settings.has(path.join(real, name)));
}

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes that were copied so far. */
  readonly onProgress: (bytes: number) => void;
  /** Makes the new place count, once everything is on its disk. Where it throws, so does the copying. */
  readonly onCopied: () => void;
}

/** Copies everything; on any failure, or when it is cancelled, the target is as it was. Rejects with one line. */
export async function copyData(move: Move, { signal, onProgress, onCopied }: CopyOptions): Promise<void> {
  const { from, to, files } = move;
  const isNew = await stat(to).then(
    () => false,
    () => true,
  );
  const unfinished = unfinishedIn(to);
  const earlier = path.join(to, OF_THE_WINDOW);
  const aside = `${earlier}.earlier`;
  let moved = false;
  let isPlacing = false;
  let copied = 0;
  const takeBack = async (): Promise<void> => {
    await rm(unfinished, { recursive: true, force: true });
    // Until then files with these names are of an earlier move.
    if (isPlacing || isNew) await removeCopies(move, isNew);
    if (moved) await rename(aside, earlier);
  };
  try {
    makeFolder(unfinished);
    for (const { name } of files) {
      const target = path.join(unfinished, name);
      makeFolder(path.dirname(target));
      const source = createReadStream(path.join(from, name));
      source.on('data', (chunk) => onProgress((copied += chunk.length)));
      // On the disk before anything of the source goes.
      await pipeline(source, createWriteStream(target, { mode: 0o600, flush: true }), { signal });
    }
    moved = await rename(earlier, aside).then(
      () => true,
      () => false,
    );
    isPlacing = true;
    await putInPlace(move);
  } catch (cause) {
    await takeBack();
    if (signal.aborted) throw new MoveError('the move was cancelled; everything is where it was', { cause });
    throw new MoveError(`${to} could not be written (${String(cause)}); everything is where it was`, {
      cause,
    });
  }
  try {
    onCopied();
  } catch (error) {
    await takeBack();
    throw error;
  }
  // The new place counts: what stays of this is in nobody's way.
  await rm(aside, { recursive: true, force: true }).catch(() => {});
}

async function putInPlace({ to, files }: Move): Promise<void> {
  const folders = new Set<string>();
  for (const { name } of files) {
    const target = path.join(to, name);
    makeFolder(path.dirname(target));
    await rename(path.join(unfinishedIn(to), name), target);
    folders.add(path.dirname(target));
  }
  for (const folder of folders) await flushFolder(folder);
  await rm(unfinishedIn(to), { recursive: true });
}

/** Has the names of its files on the disk. Windows opens no folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Takes away what was copied, once the new place counts. What can't be removed stays; it is only a copy then. */
export async function removeSource({ from, files }: Move): Promise<void> {
  const kept = path.join('window', path.sep);
  const gone = files.filter(({ name }) => !name.startsWith(kept));
  for (const { name } of gone) await rm(path.join(from, name), { force: true });
  await removeEmpty(from, gone);
  await rm(uploadsFolder(from), { recursive: true, force: true });
  await rm(path.join(from, 'tokens'), { recursive: true, force: true });
}

async function removeCopies({ to, files }: Move, isNew: boolean): Promise<void> {
  if (isNew) return rm(to, { recursive: true, force: true });
  for (const { name } of files) await rm(path.join(to, name), { force: true });
  await removeEmpty(to, files);
}

/** The folders in which these files were, as far as nothing else is in them. */
async function removeEmpty(root: string, files: Move['files']): Promise<void> {
  const folders = new Set<string>();
  for (const { name } of files)
    for (let way = path.dirname(name); way !== '.'; way = path.dirname(way)) folders.add(way);
  const deepestFirst = [...folders].toSorted((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(path.join(root, folder)).catch(() => {});
}

/** Where these files lie, whatever links lead there; those that are not there are left out. */
async function realPathsOf(files: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(files.map((file) => realpath(file).catch(() => null)));
  return new Set(found.filter((file) => file !== null));
}

/** None where there is no such folder. */
const entriesIn = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function filesIn(
  root: string,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<Move['files'][number][]> {
  const found: Move['files'][number][] = [];
  for (const entry of (await entriesIn(path.join(root, folder))).filter(({ name }) => isWanted(name))) {
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
