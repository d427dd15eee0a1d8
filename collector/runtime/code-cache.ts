import { readdirSync, rmSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import path from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { folderOf, userHome } from '../lib/user-folders.ts';
import { VERSION } from '../lib/version.ts';

/** The folder of the platform for what can be made again; null for a user without a home. */
function cacheDirectory(env: NodeJS.ProcessEnv): string | null {
  try {
    if (process.platform === 'darwin') return path.join(userHome(), 'Library', 'Caches', 'Tracedeck');
    if (process.platform === 'win32')
      return path.join(
        env['LOCALAPPDATA'] ?? path.join(userHome(), 'AppData', 'Local'),
        'Tracedeck',
        'Cache',
      );
    return path.join(folderOf(env['XDG_CACHE_HOME']) ?? path.join(userHome(), '.cache'), 'tracedeck');
  } catch {
    return null;
  }
}

const PREFIX = 'code-';

/**
 * From now on V8 reads what it made of our code in an earlier run instead of making it again, on every thread. Where the
 * folder can't be written, or the user has none, it goes on without; one that the environment names is used as it is.
 */
export function enableCodeCache(env: NodeJS.ProcessEnv): void {
  const parent = cacheDirectory(env);
  if (parent === null || !canBeMade(parent)) return;
  const own = PREFIX + VERSION;
  const { status } = enableCompileCache(path.join(parent, own));
  if (status !== constants.compileCacheStatus.ENABLED) return;
  // Threads that are started look here.
  env['NODE_COMPILE_CACHE'] ??= path.join(parent, own);
  for (const name of readdirSync(parent))
    if (name.startsWith(PREFIX) && name !== own) removeOther(path.join(parent, name));
}

/** Node makes it as `recursive` does, which never returns where a folder is missing and cannot be made. */
function canBeMade(folder: string): boolean {
  try {
    makeFolder(folder);
    return true;
  } catch {
    return false;
  }
}

/** What another version has left. */
function removeOther(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Another user's, or one that runs right now: it takes some space and harms nobody.
  }
}
