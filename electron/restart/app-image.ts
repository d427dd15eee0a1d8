import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './after-end.ts';

/** The file of the AppImage that this program came out of; null where it came from none. */
export function appImageOf(env: NodeJS.ProcessEnv, execPath: string): string | null {
  const { APPIMAGE: image, APPDIR: folder } = env;
  if (image === undefined || image === '') return null;
  // Both are inherited by whatever an AppImage starts: a terminal, for example, and then us.
  const isOurs = folder === undefined || folder === '' || isInside(execPath, folder);
  return isOurs ? image : null;
}

/** Whether a file or folder lies in what an AppImage has mounted or unpacked, ours or one that started us: it goes with that. */
export function isInAppImage(env: NodeJS.ProcessEnv, file: string): boolean {
  const { APPDIR: folder = '' } = env;
  return folder !== '' && isInside(file, folder);
}

/**
 * How an AppImage is started in the place of the one that ends. Electron's own way runs a helper out of the mounted image,
 * which goes with this process (electron-builder issues 1727 and 4650), and under which none can be mounted. One that was
 * unpacked has to be unpacked again, into the folder that its end removes.
 */
export function programOfImage(image: string, env: NodeJS.ProcessEnv, args: readonly string[]): Program {
  return isUnpacked(env)
    ? { file: image, args: ['--appimage-extract-and-run', ...args], folder: env['APPDIR'] ?? null }
    : { file: image, args, folder: null };
}

/** Whether the AppImage that set these variables was unpacked, since nothing can be mounted here. */
export const isUnpacked = ({ APPDIR: folder = '' }: NodeJS.ProcessEnv): boolean =>
  path.basename(folder).startsWith('appimage_extracted_');

/** Or the folder itself. The system names a program by its real path; the folder may be told by a link. */
function isInside(file: string, folder: string): boolean {
  const way = path.relative(realOf(folder), file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
