import { app, dialog } from 'electron';
import { errorMessage } from '../collector/lib/error-message.ts';

/** Ends a start that failed. Before the app is ready Linux has no window for it, and under test nobody closes one. */
export function fail(error: unknown): void {
  const message = errorMessage(error);
  process.stderr.write(`error: ${message}\n`);
  if (!process.env['CI']) dialog.showErrorBox('Tracedeck cannot start', message);
  app.exit(1);
}
