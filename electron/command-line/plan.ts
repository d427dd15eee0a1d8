import path from 'node:path';
import type { CommandLinePlan } from '../contract/bridge.ts';
import { asks, commandLineFlag, endOfFlags } from './command-line.ts';

export interface PathFacts {
  readonly platform: NodeJS.Platform;
  /** The app's program; of an AppImage its file, since what it unpacks lies elsewhere each time. */
  readonly program: string;
  readonly isPackaged: boolean;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** What `tracedeck` is on the PATH now; null where it is nothing. */
  readonly found: string | null;
}

/** A file to write and, on Windows, a folder to add to the user's PATH. Nothing needs an administrator. */
export interface PathPlan {
  readonly file: string;
  readonly content: string;
  readonly mode: number;
  /** To be added to the user's own PATH. */
  readonly addToPath: string | null;
  /** What a person does next; null where a new terminal is enough. */
  readonly advice: string | null;
}

/** What would put `tracedeck` on the PATH, or why there is nothing to do. */
export function planPath(facts: PathFacts): PathPlan | string {
  const { platform, program, isPackaged, found } = facts;
  if (!isPackaged) return 'This Tracedeck runs from its sources: "npm start -- …" is its command line.';
  if (isPassing(program, platform))
    return 'This Tracedeck runs from a place that goes away: move it to the Applications folder, open it there and try again.';
  const plan = platform === 'win32' ? planForWindows(facts) : planForUnix(facts);
  if (typeof plan === 'string') return plan;
  if (found !== null && !isSame(found, plan.file, platform))
    return `tracedeck is on your PATH already: ${found}`;
  return plan;
}

/** A disk image, or where macOS runs what was downloaded and not moved since: until the app ends, and read-only. */
export const isPassing = (program: string, platform: NodeJS.Platform): boolean =>
  platform === 'darwin' && (program.startsWith('/Volumes/') || program.includes('/AppTranslocation/'));

/** The plan in sentences, for whoever is asked. */
export function describePlan(plan: PathPlan | string): CommandLinePlan {
  if (typeof plan === 'string') return { steps: [], reason: plan };
  const { file, addToPath, advice } = plan;
  return {
    steps: [
      `Writes ${file}, which starts this app as a command line.`,
      ...(addToPath === null ? [] : [`Adds ${addToPath} to your own PATH.`]),
      ...(advice === null ? [] : [advice]),
    ],
    reason: null,
  };
}

function planForUnix({ platform, program, home, env }: PathFacts): PathPlan {
  const folder = path.posix.join(home, '.local', 'bin');
  const isOnPath = (env['PATH'] ?? '').split(':').includes(folder);
  const profile = platform === 'darwin' ? '~/.zprofile' : '~/.profile';
  return {
    file: path.posix.join(folder, 'tracedeck'),
    content: unixLauncher(program, platform),
    mode: 0o755,
    addToPath: null,
    advice: isOnPath
      ? null
      : `${folder} is not on your PATH: add the line export PATH="$HOME/.local/bin:$PATH" to ${profile}, or log in again where your system adds it by itself.`,
  };
}

/** Without a display Chromium needs to be told so, or it ends before the command line begins. */
function unixLauncher(program: string, platform: NodeJS.Platform): string {
  const headless = platform === 'linux' ? ' --ozone-platform=headless' : '';
  const app = shellQuoted(program);
  return `#!/bin/sh
# Written by Tracedeck: its command line. "tracedeck", with flags or "app", opens the window.
case "$1" in
  app) shift; exec ${app} "$@" ;;
  ${asks.join(' | ')}) ;;
  '' | -*) exec ${app} "$@" ;;
esac
exec ${app}${headless} ${commandLineFlag} "$@"
`;
}

function planForWindows({ program, home, env }: PathFacts): PathPlan | string {
  const local = env['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local');
  const folder = path.win32.join(local, 'Tracedeck', 'bin');
  const onPath = (env['Path'] ?? env['PATH'] ?? '').toLowerCase().split(';');
  const app = batchQuoted(program, env);
  if (app === null)
    return `A command file of Windows can't name ${program}: install Tracedeck into a folder with plain letters only, or into the one that its installer suggests.`;
  return {
    file: path.win32.join(folder, 'tracedeck.cmd'),
    content: windowsLauncher(app),
    mode: 0o755,
    addToPath: onPath.includes(folder.toLowerCase()) ? null : folder,
    advice: null,
  };
}

/**
 * Within a batch file cmd waits for a program with windows as for any other, so that only the window wants a `start`: what
 * that starts beside the prompt (`/b`) never hears of Ctrl-C.
 */
function windowsLauncher(app: string): string {
  const lines = [
    '@echo off',
    'setlocal',
    'rem Written by Tracedeck: its command line. "tracedeck", with flags or "app", opens the window.',
    'set "first=%~1"',
    'if not defined first goto window',
    'if /i "%first%"=="app" goto window',
    `for %%w in (${asks.join(' ')}) do if "%first%"=="%%w" goto words`,
    'if "%first:~0,1%"=="-" goto window',
    ':words',
    `${app} ${commandLineFlag} ${endOfFlags} %*`,
    'exit /b %errorlevel%',
    ':window',
    `start "" ${app} %*`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * A program as a batch file names it, where a % doubles; null where it can't. cmd reads such files in a code page that differs
 * from one machine to the next: the folder of the user, where the installer puts the app, is left to its variable.
 */
function batchQuoted(program: string, env: NodeJS.ProcessEnv): string | null {
  const local = `${env['LOCALAPPDATA'] ?? ''}\\`;
  const isLocal = local !== '\\' && program.toLowerCase().startsWith(local.toLowerCase());
  const named = (isLocal ? program.slice(local.length) : program).replaceAll('%', '%%');
  if (/[^\x20-\x7E]/.test(named)) return null;
  return `"${isLocal ? '%LOCALAPPDATA%\\' : ''}${named}"`;
}

const shellQuoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

const isSame = (a: string, b: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' ? a.toLowerCase() === b.toLowerCase() : a === b;
