import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { root } from '../child-process.mjs';
import { firstLoadBytes } from '../first-load.ts';
import { renderRunningIcons } from '../icons/render.ts';
import { takeOnly } from '../known-arguments.ts';
import { writeLicenses } from '../packaging/licenses.ts';
import { fingerprint, writeStamp } from '../stale-build.ts';
import { runProgram } from '../tools.ts';

const firstLoadLimit = 350_000;

export async function runTask(args: readonly string[]): Promise<number> {
  takeOnly([], args, 'npm run build takes nothing');
  const before = fingerprint();
  // Whatever the shell has: React would be built for development.
  process.env['NODE_ENV'] = 'production';
  const builder = await createBuilder({ configFile: join(root, 'build/vite.config.ts') });
  await builder.buildApp();

  const bytes = firstLoadBytes(join(root, 'dist/renderer'));
  writeLicenses();
  // Everything in dist/renderer is served, and these files name sources.
  for (const part of ['node', 'renderer']) rmSync(join(root, 'dist', part, '.vite'), { recursive: true });
  renderRunningIcons();
  const emptyDatabase = join(root, 'dist/node/empty.db');
  const code = await runProgram('collector/store/file/write-empty-database.ts', [emptyDatabase]);
  if (code !== 0) return 1;
  console.log(
    `First load: ${kilobytes(bytes)} of compressed JavaScript (at most ${kilobytes(firstLoadLimit)}).`,
  );
  if (bytes > firstLoadLimit) {
    console.error('The first load is too large: move what is not needed at once behind a dynamic import.');
    return 1;
  }
  writeStamp(before);
  return 0;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
