import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './child-process.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[] }} LockedPackage */

/** The Node that everything runs on, from the devDependency `node`. */
export const ownNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Of the caller's Node, which is not the one that the packages will run on, npm would warn sixty times over. */
const QUIET = ['--loglevel=error', '--no-audit', '--no-fund'];

/** Makes node_modules what package-lock.json says. Output goes to stderr: stdout belongs to the program started next. */
export async function ensureInstalled() {
  const reason = whyStale();
  if (reason) {
    console.error(`Installing packages (${reason}) …`);
    // No package's script may run: none is needed but that of `node`, and some would download or compile. The rest holds
    // against settings of the user: what npm left out would be missing at every start.
    const whole = ['--include=dev', '--include=optional', '--include=peer', '--legacy-peer-deps=false'];
    await npm(['ci', '--ignore-scripts', '--engine-strict=false', ...whole, ...QUIET]);
  }
  if (!existsSync(ownNode)) await npm(['rebuild', 'node', '--ignore-scripts=false', ...QUIET]);
  if (!existsSync(ownNode))
    throw new Error(`The package "node" did not bring ${ownNode}; remove node_modules and try again.`);
}

/** @returns {string | null} why node_modules is not what the lock file asks for */
function whyStale() {
  const installed = readLock(join(root, 'node_modules/.package-lock.json'));
  if (!installed) return 'first run';
  if (isOfOtherSystem(installed, process.platform)) return 'those that are there are of another system';
  return differenceOfLocks(readLock(join(root, 'package-lock.json')) ?? {}, installed);
}

/**
 * A folder that a container shares with its host has the programs of whichever installed first.
 * @param {Record<string, LockedPackage>} installed
 * @param {string} platform
 */
export function isOfOtherSystem(installed, platform) {
  const systems = Object.values(installed).flatMap(({ os }) => (os === undefined ? [] : [os]));
  return systems.length > 0 && !systems.some((os) => os.includes(platform));
}

/**
 * Compares the lock file with what npm wrote down about node_modules (its own `.package-lock.json`), so that it does
 * not matter who installed. Packages for other platforms are optional and may be missing.
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} installed
 * @returns {string | null}
 */
export function differenceOfLocks(wanted, installed) {
  for (const [path, { version, integrity, optional, link }] of Object.entries(wanted)) {
    if (path === '' || link) continue;
    const found = installed[path];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!found) {
      if (!optional) return `${name} is missing`;
    } else if (found.version !== version || found.integrity !== integrity) {
      return `${name} is not at ${version}`;
    }
  }
  return null;
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage> | null}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** @param {string[]} args */
async function npm(args) {
  const cli = process.env['npm_execpath'];
  const underNpm = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
  // npm's own Node, not the one in node_modules that is about to be replaced.
  const command = underNpm ? (process.env['npm_node_execpath'] ?? process.execPath) : 'npm';
  const { code } = await run(command, underNpm ? [cli, ...args] : args, {
    cwd: root,
    stdio: ['inherit', 2, 2],
    shell: !underNpm && process.platform === 'win32',
    env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
  });
  if (code !== 0) throw new Error(`npm ${args[0]} failed with exit code ${code}`);
}
