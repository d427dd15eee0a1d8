import path from 'node:path';
import type { CommandLinePlan } from '../contract/bridge.ts';
import { commandLineFlag } from './command-line.ts';

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
  const { platform, isPackaged, found } = facts;
  if (!isPackaged) return 'This Tracedeck runs from its sources: "npm start -- …" is its command line.';
  const plan = platform === 'win32' ? planForWindows(facts) : planForUnix(facts);
  if (found !== null && !isSame(found, plan.file, platform))
    return `tracedeck is on your PATH already: ${found}`;
  return plan;
}

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
# Written by Tracedeck: its command line. "tracedeck" and "tracedeck app" open the window.
case "$1" in
  '') exec ${app} ;;
  app) shift; exec ${app} "$@" ;;
  *) exec ${app}${headless} ${commandLineFlag} "$@" ;;
esac
`;
}

function planForWindows({ program, home, env }: PathFacts): PathPlan {
  const local = env['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local');
  const folder = path.win32.join(local, 'Tracedeck', 'bin');
  const onPath = (env['Path'] ?? env['PATH'] ?? '').toLowerCase().split(';');
  return {
    file: path.win32.join(folder, 'tracedeck.cmd'),
    content: windowsLauncher(program),
    mode: 0o755,
    addToPath: onPath.includes(folder.toLowerCase()) ? null : folder,
    advice: null,
  };
}

/** `start /wait`: a program with windows would otherwise give the prompt back at once. A % doubles in a batch file. */
function windowsLauncher(program: string): string {
  const app = `"${program.replaceAll('%', '%%')}"`;
  const lines = [
    '@echo off',
    'rem Written by Tracedeck: its command line. "tracedeck" and "tracedeck app" open the window.',
    `if "%~1"=="" (start "" ${app} & exit /b 0)`,
    `if /i "%~1"=="app" (start "" ${app} %* & exit /b 0)`,
    `start "" /b /wait ${app} ${commandLineFlag} %*`,
    'exit /b %errorlevel%',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const shellQuoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

const isSame = (a: string, b: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' ? a.toLowerCase() === b.toLowerCase() : a === b;
