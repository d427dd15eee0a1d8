// What Electron starts. Given a command it is `tracedeck` of the command line, since as a mere Node an installed app may
// not be started (the fuse RunAsNode is off); otherwise it is the app.
import { once } from 'node:events';
import { argvOf, commandOf } from './command-line/command-line.ts';

const isPackaged = 'electron' in process.versions && !process.defaultApp;
const words = commandOf(process.argv.slice(isPackaged ? 1 : 2));

// Awaited here, and not later: until this module has been evaluated Electron turns Node's loop only and looks for no
// display, so that commands run where there is none.
if (words === null) {
  await import('./main.ts');
} else {
  process.argv = argvOf(process.execPath, words, isPackaged);
  const { done } = await import('../collector/main.ts');
  await done;
  // It ends the process itself when it is told to stop.
  if (words[0] === 'serve' && process.exitCode === undefined) await once(process, 'exit');
  await written(process.stdout);
  await written(process.stderr);
  // Electron's own does not look at the exit code that was set.
  process.exit(process.exitCode ?? 0);
}

/** Resolves when what was written has left, or cannot any more. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
