import { execFile } from 'node:child_process';

/** Runs a program and resolves with what it says; null where it can't be run, fails or takes too long. */
export type Run = (program: string, args: readonly string[]) => Promise<string | null>;

const PATIENCE_MS = 2000;
/** What draws icons of the tray on Linux owns this name on the session's bus (StatusNotifierItem specification). */
const WATCHER = 'org.kde.StatusNotifierWatcher';
const DBUS = [
  'org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus',
  'NameHasOwner',
] as const;

/** Of three usual programs one is nearly always there. */
const QUESTIONS: readonly [program: string, args: readonly string[]][] = [
  [
    'gdbus',
    [
      'call',
      '--session',
      '--dest',
      DBUS[0],
      '--object-path',
      DBUS[1],
      '--method',
      `${DBUS[2]}.${DBUS[3]}`,
      WATCHER,
    ],
  ],
  ['busctl', ['--user', 'call', DBUS[0], DBUS[1], DBUS[2], DBUS[3], 's', WATCHER]],
  [
    'dbus-send',
    [
      '--session',
      '--print-reply',
      `--dest=${DBUS[0]}`,
      DBUS[1],
      `${DBUS[2]}.${DBUS[3]}`,
      `string:${WATCHER}`,
    ],
  ],
];

/** Whether there is a tray to close to. Linux may have none, and Electron does not say: where nobody can tell, none. */
export async function hasTray(platform: NodeJS.Platform, run: Run = runProgram): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, args] of QUESTIONS) {
    const answer = await run(program, args);
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

const runProgram: Run = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: PATIENCE_MS }, (error, stdout) => resolve(error ? null : stdout));
  });
