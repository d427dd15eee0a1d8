import { execFile } from 'node:child_process';
import { accessSync, constants, statSync, writeFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../collector/lib/make-folder.ts';
import { isInAppImage } from '../restart/app-image.ts';
import type { PathPlan } from './plan.ts';

/**
 * The file that a name on the PATH means; null where there is none. An AppImage puts its own folders there, in which its
 * program has the name of the command (electron-builder's AppRun): no terminal has those.
 */
export function findOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '' && !isInAppImage(env, folder));
  for (const folder of folders)
    for (const name of names) {
      const file = path.join(folder, name);
      if (isProgram(file)) return file;
    }
  return null;
}

/** Does what the plan says. Resolves with what a person does next; rejects where a file or the PATH can't be written. */
export async function installOnPath({ file, content, mode, addToPath, advice }: PathPlan): Promise<string> {
  makeFolder(path.dirname(file));
  writeFileSync(`${file}.new`, content, { mode });
  renameSync(`${file}.new`, file);
  if (addToPath !== null) await addToUserPath(addToPath);
  return advice ?? 'tracedeck is ready in every new terminal.';
}

/**
 * The folder is no part of the script: it may be called anything. The PATH is read and written in the registry, since what
 * PowerShell calls the user's environment has the values of the variables in it, for good once it is written back.
 * Deleting a variable that there is not tells running programs of the change.
 */
async function addToUserPath(folder: string): Promise<void> {
  const script = `
$ErrorActionPreference = 'Stop'
$key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
$path = $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
if (($path -split ';') -notcontains $env:TRACEDECK_BIN) {
  $key.SetValue('Path', (@($path, $env:TRACEDECK_BIN) -ne '' -join ';'), 'ExpandString')
  [Environment]::SetEnvironmentVariable('TRACEDECK_BIN', $null, 'User')
}`;
  await promisify(execFile)('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], {
    env: { ...process.env, TRACEDECK_BIN: folder },
  });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
