import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run } from './child-process.mjs';

const stamp = join(root, 'dist/.stamp');
const products = [
  'node/main.cjs',
  'node/electron-main.js',
  'node/preload.cjs',
  'node/empty.db',
  'node/icons/app.png',
  'renderer/index.html',
  'licenses/THIRD-PARTY-LICENSES.txt',
];
const sources = [
  '{collector,electron,renderer}/**/*',
  'build/{vite.config.ts,vite/*,icons/*,packaging/licenses.ts}',
  'package.json',
  'package-lock.json',
];
/** What no bundle can contain: changing it must not cost a build. */
const notBundled =
  /(^|\/)(testing|fixtures|agreement|bench|torture|scenarios|e2e)\/|\.test\.tsx?$|\.md$|tsconfig\.json$/;

/** Builds when dist/ was made from other sources than are there now. Prints to stderr only. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return;
  console.error('Building …');
  const { code } = await run(process.execPath, [join(root, 'build/bootstrap.mjs'), 'build'], {
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new Error('The build failed.');
}

/** To be called with the fingerprint taken before the build: an edit during the build then makes it stale. */
export function writeStamp(fingerprintBefore: string): void {
  writeFileSync(stamp, fingerprintBefore);
}

/** A digest of the sources' names and contents: times say nothing after a checkout. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of builtFrom())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** What a build may depend on, as paths with slashes from the root. */
export function builtFrom(): string[] {
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !notBundled.test(path))
    .toSorted();
}

function isBuilt(): boolean {
  if (!existsSync(stamp) || products.some((product) => !existsSync(join(root, 'dist', product))))
    return false;
  return readFileSync(stamp, 'utf8') === fingerprint();
}
