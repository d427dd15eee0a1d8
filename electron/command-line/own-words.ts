import { appImageOf } from '../restart/app-image.ts';
import { commandLineFlag, endOfFlags } from './command-line.ts';
import { isPassing } from './plan.ts';

type Started = Pick<NodeJS.Process, 'argv' | 'env' | 'execPath' | 'platform'>;

/** The app's program; of an AppImage its file, since what it unpacks lies elsewhere each time. */
export const ownProgram = ({ env, execPath }: Pick<Started, 'env' | 'execPath'>): string =>
  appImageOf(env, execPath) ?? execPath;

/**
 * The words that start the app's command line from anywhere, before those of a command; none where the app lies in a place that
 * goes away. One that is not packaged is a script that Electron runs, with flags of Chromium before it.
 */
export function ownWords(started: Started, isPackaged: boolean): string[] {
  const program = ownProgram(started);
  if (isPassing(program, started.platform)) return [];
  const script = started.argv.findIndex((word, at) => at > 0 && !word.startsWith('-'));
  return [program, ...(isPackaged ? [] : started.argv.slice(1, script + 1)), commandLineFlag, endOfFlags];
}
