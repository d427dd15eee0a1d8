import { app } from 'electron';
import type { Log } from '../../collector/lib/log.ts';
import { argsForRestart } from '../start-request.ts';
import { startAfterEnd } from './after-end.ts';
import { appImageOf, programOfImage } from './app-image.ts';

/** Has the app start again, with the flags of this start, once this process has ended. Ends nothing itself. */
export function startAgainAfterEnd(log: Pick<Log, 'error'>): void {
  const { argv, env, execPath } = process;
  const args = argsForRestart(argv.slice(1), !app.isPackaged);
  const image = app.isPackaged ? appImageOf(env, execPath) : null;
  if (image === null) return app.relaunch({ args });
  startAfterEnd(programOfImage(image, env, args), (error) =>
    log.error(`Tracedeck can't start again by itself: ${error.message}`),
  );
}
