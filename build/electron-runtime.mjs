import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './child-process.mjs';

/** @typedef {{ path: string, args: string[], env: NodeJS.ProcessEnv }} Runtime */
/** @typedef {{ runtime: Runtime, reason?: undefined } | { runtime: null, reason: string, downloadable: boolean }} RuntimeSearch */

const versionTimeoutMs = 15_000;
const probeTimeoutMs = 5_000;
const downloadTimeoutMs = 10 * 60_000;
const executables = /** @type {Record<string, string>} */ ({
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
});

/**
 * Looks for an Electron that runs here. Never imports the `electron` package: that would start its download.
 * @returns {RuntimeSearch}
 */
export function findElectron() {
  const folder = packageFolder();
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder && !override) return missing('the package "electron" is not installed', false);

  const executable =
    (folder && readText(join(folder, 'path.txt'))) || (executables[process.platform] ?? 'electron');
  const path = join(override ?? join(folder ?? '', 'dist'), executable);
  if (!existsSync(path)) {
    return missing(override ? `there is no ${path}` : 'the Electron runtime is not downloaded', !override);
  }
  // As plain Node it needs neither a display nor a sandbox to say its version.
  const result = spawnSync(path, ['--version'], {
    timeout: versionTimeoutMs,
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (result.error || result.status !== 0) {
    const lastLine = result.stderr?.trim().split('\n').at(-1);
    return missing(
      `${path} does not run (${lastLine || result.error?.message || `exit code ${result.status}`})`,
      false,
    );
  }
  return { runtime: { path, args: sandboxArguments(), env: environment() } };
}

/**
 * Lets the electron package fetch its runtime, showing its progress on stderr.
 * @returns {Promise<string | null>} why it failed
 */
export async function downloadElectron() {
  const folder = packageFolder();
  if (!folder) return 'the package "electron" is not installed';
  const problem = await probeDownloadHost();
  if (problem) return problem;
  console.error('Downloading the Electron runtime (once) …');
  const { code } = await run(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 2, 2],
    timeout: downloadTimeoutMs,
  });
  return code === 0 ? null : 'the Electron runtime could not be downloaded';
}

/** @returns {string | null} why no window can be shown here */
export function whyNoDisplay() {
  if (process.platform === 'darwin' || process.platform === 'win32') return null;
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? null : 'there is no display';
}

/** Chromium refuses to start as root with its sandbox; containers and CI are the only place where that happens. */
function sandboxArguments() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** Editors that are Electron apps leave a variable to their shells, and agents in those, that would make a mere Node of it. */
function environment() {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  return env;
}

/** A host that swallows packets would otherwise hold the start for minutes. Mirrors and proxies are left to the package. */
async function probeDownloadHost() {
  const configured = Object.keys(process.env).some((name) =>
    /^(npm_config_)?electron_(mirror|get_use_proxy)$/i.test(name),
  );
  if (configured) return null;
  try {
    await fetch('https://github.com/', { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) });
    return null;
  } catch {
    return 'the Electron runtime is not downloaded and github.com cannot be reached';
  }
}

/**
 * @param {string} reason
 * @param {boolean} downloadable
 * @returns {RuntimeSearch}
 */
function missing(reason, downloadable) {
  return { runtime: null, reason, downloadable };
}

function packageFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
