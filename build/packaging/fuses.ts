import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';

/** What stands before the fuses in every Electron; after it come their version, their number and a character each. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Takes back the flipping of fuses where `electronDist` names a stand-in without any, as for a look at what goes into a
 * package. A downloaded Electron is never excused: without its fuses electron-builder fails.
 */
export async function leaveStandInAlone(context: AfterPackContext): Promise<void> {
  const { config } = context.packager;
  if (config.electronDist === undefined || config.electronDist === null) return;
  const file = join(context.appOutDir, fileWithFuses(context));
  if (readFileSync(file).includes(FUSE_SENTINEL)) return;
  console.warn(`${file} has no fuses: this is no Electron, and its package not one to give away.`);
  Object.assign(config, { electronFuses: null });
}

function fileWithFuses({ packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'win32') return `${productFilename}.exe`;
  if (electronPlatformName === 'darwin')
    return `${productFilename}.app/Contents/Frameworks/Electron Framework.framework/Electron Framework`;
  // Only the packager for Linux has it.
  return 'executableName' in packager ? String(packager.executableName) : productFilename;
}
