import { readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { VERSION } from '../version.ts';

/** The folder of the platform for what can be made again. */
function cacheDirectory(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'Tracedeck');
  if (process.platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'Tracedeck', 'Cache');
  return path.join(env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'tracedeck');
}

const PREFIX = 'code-';

/**
 * From now on V8 reads what it made of our code in an earlier run instead of making it again, on every thread. Where the
 * folder can't be written it goes on without.
 */
export function enableCodeCache(env: NodeJS.ProcessEnv): void {
  const parent = cacheDirectory(env);
  const own = PREFIX + VERSION;
  const { directory } = enableCompileCache(path.join(parent, own));
  if (directory === undefined) return;
  // Threads that are started look here.
  env['NODE_COMPILE_CACHE'] ??= path.join(parent, own);
  for (const name of readdirSync(parent))
    if (name.startsWith(PREFIX) && name !== own) removeOther(path.join(parent, name));
}

/** What another version has left. */
function removeOther(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Another user's, or one that runs right now: it takes some space and harms nobody.
  }
}
