import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './child-process.mjs';
import { downloadElectron, findElectron, whyNoDisplay } from './electron-runtime.mjs';

const commandLine = join(root, 'dist/node/main.cjs');
const desktopMain = join(root, 'dist/node/electron-main.js');
const crashedAtStartMs = 10_000;

/** As electron/command-line/command-line.ts has it, which is not there without a build. */
const asks = new Set(['-h', '--help', '-V', '--version']);

/**
 * The words that the app is started with: those behind `app`, or flags alone. Null where they are for the command line.
 * @param {readonly string[]} args
 * @returns {readonly string[] | null}
 */
export function wordsForApp(args) {
  const [first = 'app', ...rest] = args;
  if (first === 'app') return rest;
  return first.startsWith('-') && !asks.has(first) ? args : null;
}

/**
 * What `tracedeck …` and `npm start -- …` do. `app` (the default) is handled here, everything else by the command
 * line, which runs in this very process and sets the exit code itself.
 * @param {readonly string[]} args
 * @returns {Promise<number | undefined>} the exit code of the desktop app
 */
export async function runTracedeck(args) {
  if (!existsSync(commandLine)) {
    console.error('Tracedeck is not built yet: run "npm run build" first.');
    return 1;
  }
  const [command, ...rest] = args;
  if (command === 'doctor' && !rest.includes('--help')) console.log(desktopFinding());
  const words = wordsForApp(args);
  if (words === null) return runCommandLine(args);

  const reason = await openApp(words);
  if (typeof reason === 'number') return reason;
  console.error(`No desktop window: ${reason}. Serving the browser UI instead.`);
  return runCommandLine(['serve', '--open', ...words]);
}

/** A line like those of `tracedeck doctor`, which knows nothing of Electron. Without a window there is still the browser. */
function desktopFinding() {
  const { runtime, reason } = findElectron();
  const missing = runtime ? whyNoDisplay() : reason;
  const text = missing
    ? `no window here (${missing}): the same is served to the browser`
    : `${runtime?.path} runs here`;
  return `ok   desktop    ${text}`;
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number | string>} the app's exit code, or why there is no app
 */
async function openApp(args) {
  const noDisplay = whyNoDisplay();
  if (noDisplay) return noDisplay;

  let search = findElectron();
  if (!search.runtime && search.downloadable && !process.env['CI']) {
    const problem = await downloadElectron();
    if (problem) return problem;
    search = findElectron();
  }
  if (!search.runtime) return search.reason;

  const startedAt = Date.now();
  const { path, args: ofRuntime, env } = search.runtime;
  const { code, signal } = await run(path, [...ofRuntime, desktopMain, ...args], { env });
  // Chromium aborts at once where it may not set up its sandbox or reach the display.
  const crashed = signal !== null && !['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].includes(signal);
  if (crashed && Date.now() - startedAt < crashedAtStartMs)
    return `Electron crashed at its start (${signal})`;
  return code;
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<undefined>}
 */
async function runCommandLine(args) {
  process.argv = [process.execPath, commandLine, ...args];
  await import(pathToFileURL(commandLine).href);
}
