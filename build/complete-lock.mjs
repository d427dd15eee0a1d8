// Adds to package-lock.json the platform packages that npm left out because its registry did not serve them when the
// lock was made; `npm ci` of npm 11 refuses a lock without them, on every platform. Run it after `npm install`:
// node build/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './child-process.mjs';

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockedPackage
 */

const systems = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/;
const processors = /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)$/;
const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * The entries that a lock lacks for its packages' optional dependencies.
 * @param {Record<string, LockedPackage>} packages
 * @returns {Record<string, LockedPackage>}
 */
export function missingPlatformPackages(packages) {
  /** @type {Record<string, LockedPackage>} */
  const missing = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (foldersAbove(path).some((folder) => `${folder}${name}` in packages)) continue;
      if (!exactVersion.test(version)) throw new Error(`${path} wants ${name}@${version}: not one version`);
      missing[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(dev ? { dev } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

/**
 * Where Node looks for what the package at `path` imports.
 * @param {string} path
 */
function foldersAbove(path) {
  const folders = ['node_modules/'];
  for (let end = path.indexOf('/node_modules/'); end !== -1; end = path.indexOf('/node_modules/', end + 1)) {
    folders.push(`${path.slice(0, end)}/node_modules/`);
  }
  return path === '' ? folders : [...folders, `${path}/node_modules/`];
}

/**
 * What the name says: `@swc/core-linux-arm64-gnu`.
 * @param {string} name
 * @returns {Pick<LockedPackage, 'os' | 'cpu' | 'libc'>}
 */
function platformOf(name) {
  const words = name.split(/[/.-]/);
  const os = words.find((word) => systems.test(word));
  const cpu = words.find((word) => processors.test(word));
  if (!cpu || (!os && cpu !== 'wasm32')) throw new Error(`${name} does not say its platform`);
  const libc = libcOf(words);
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

/** @param {string[]} words */
function libcOf(words) {
  if (!words.includes('linux')) return null;
  if (words.some((word) => word.startsWith('musl'))) return 'musl';
  return words.some((word) => word.startsWith('gnu')) ? 'glibc' : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingPlatformPackages(lock.packages);
  const entries = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added`);
}
