import { app, dialog, shell } from 'electron';
import type { Log } from '../../collector/lib/log.ts';
import type { Notices } from '../notices.ts';
import { startAgainAfterEnd } from '../restart/restart.ts';
import { describeError } from './describe-error.ts';
import { ErrorBudget } from './error-budget.ts';
import type { LogFile } from './log-file.ts';
import { createLog } from './log.ts';

/** The log of the app, whose warnings and errors are said in the window, too. */
export function setUpLog(file: LogFile, notices: Notices): Log {
  // A terminal may close, and whoever reads a pipe may end: the file has what is said, and receiving goes on.
  process.stderr.on('error', () => {});
  return createLog(file, (level, message) => {
    if (level === 'warn') notices.add({ tone: 'info', text: message });
    if (level === 'error') notices.add({ tone: 'error', text: message, actions: ['restart', 'show-logs'] });
  });
}

/** What nobody caught is written down with its cause and said in the window; a storm of it ends the app. */
export function setUpUncaughtErrors(log: Log, file: LogFile): void {
  const budget = new ErrorBudget();
  const onError = (error: unknown): void => {
    log.error(`an error that nobody expected: ${describeError(error)}`);
    if (budget.take(performance.now()) === 'give-up') giveUp(log, file);
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit')
      file.write('warn', `a process of the app ended: ${name ?? type}, ${reason}, exit code ${exitCode}`);
  });
}

/** In a process that is broken nothing is worth waiting for: what was acknowledged is on the disk. */
function giveUp(log: Log, file: LogFile): void {
  if (!app.isReady() || process.env['CI']) return app.exit(1);
  const choice = dialog.showMessageBoxSync({
    type: 'error',
    message: 'Tracedeck has to end',
    detail: `Errors came too fast to go on. Everything that was acknowledged is stored. The log is in ${file.folder}.`,
    buttons: ['Restart', 'Show Log and Quit', 'Quit'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  if (choice === 0) startAgainAfterEnd(log);
  if (choice === 1) void shell.openPath(file.folder);
  app.exit(1);
}
