import { join } from 'node:path';
import { root } from '../child-process.mjs';
import { renderPackageIcons } from '../icons/render.ts';
import { ensureBuilt } from '../stale-build.ts';
import { runTool } from '../tools.ts';

/** Makes the packages of build/electron-builder.ts in dist/packages. Arguments go to electron-builder as they are. */
export async function runTask(args: readonly string[]): Promise<number> {
  await ensureBuilt();
  renderPackageIcons();
  return runTool('electron-builder', `--config=${join(root, 'build/electron-builder.ts')}`, ...args);
}
