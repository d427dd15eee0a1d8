import { app, dialog } from 'electron';

/** Ends a start that failed. Before the app is ready there is no dialog, and under test nobody to close it. */
export function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: ${message}\n`);
  if (app.isReady() && !process.env['CI']) dialog.showErrorBox('Tracedeck cannot start', message);
  app.exit(1);
}
