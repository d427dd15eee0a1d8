import { spawn, type ChildProcess } from 'node:child_process';

/** A program to start. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** A folder that is removed after this process, and that the program makes anew; null where there is none. */
  readonly folder: string | null;
}

/**
 * Waits for the end of its input, which is that of this process, and then for the folder to go, ten seconds at most. What
 * it inherits open would keep the image of this process mounted; a shell can close what is numbered below ten.
 */
const SCRIPT = `
read -r _
exec 0</dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
folder=$1 looks=0
shift
while [ -n "$folder" ] && [ -e "$folder" ] && [ "$looks" -lt 100 ]; do
  looks=$((looks + 1))
  sleep 0.1
done
exec "$@"
`;

/** Has a program start once this process has ended, however it ends. By a shell of the system, which outlives it. */
export function startAfterEnd({ file, args, folder }: Program, onError: (error: Error) => void): void {
  const shell: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder ?? '', file, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.once('error', onError);
  shell.unref();
}
