import { app } from 'electron';
import { argvOf } from './command-line.ts';

/** The command line inside the app: it ends when its command does, or runs until it is stopped. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  process.argv = argvOf(process.execPath, words, !app.isPackaged);
  app.dock?.hide();
  const listening = process.listenerCount('SIGTERM');
  await import('../collector/main.ts');
  // A command that goes on waits for the signal that ends it.
  if (process.listenerCount('SIGTERM') > listening) return;
  process.stdout.write('', () => app.exit(Number(process.exitCode ?? 0)));
}
