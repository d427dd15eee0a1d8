// What the installed program runs. Given a command it is `tracedeck` of the command line, since as a mere Node it may not
// be started (the fuse RunAsNode is off); otherwise it is the app.
import { once } from 'node:events';
import { commandOf } from './command.ts';

// A packaged Electron has no script among its arguments.
const headLength = 'electron' in process.versions && !process.defaultApp ? 1 : 2;
const command = commandOf(process.argv.slice(headLength));

// Awaited here, and not later: until this module has been evaluated Electron turns Node's loop only and looks for no
// display, so that commands run where there is none.
if (command === null) {
  await import('./main.ts');
} else {
  process.argv.splice(headLength, Infinity, ...command);
  await import('../collector/main.ts');
  // It ends the process itself when it is told to stop.
  if (command[0] === 'serve' && process.exitCode === undefined) await once(process, 'exit');
  await written(process.stdout);
  await written(process.stderr);
  process.exit();
}

/** Resolves when what was written has left, or cannot any more. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
