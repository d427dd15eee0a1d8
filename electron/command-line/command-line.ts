import { flags, flagsWithValue } from '../flags.ts';

/** What a launcher on the PATH puts before the words of a person, so that none of them can be taken for the app's. */
export const commandLineFlag = '--cli';

/**
 * May follow that flag. On Windows it has to: Electron ends there at once where a word that looks like a link (`chat:42`) has
 * others behind it, unless this stands before them (electron/shell/app/command_line_args.cc).
 */
export const endOfFlags = '--';

/** The commands of collector/cli. `app` is none of them: it opens the window. */
export const commands = [
  'serve',
  'import',
  'export',
  'mcp',
  'token',
  'config',
  'reindex',
  'doctor',
  'help',
] as const;

/** What a person asks of the command line itself: with any other flag before all else the window is meant. */
export const asks: readonly string[] = ['-h', '--help', '-V', '--version'];

/** Whether it is a flag of the app, which it shares with commands. */
const isOwn = (argument: string): boolean => flags.has(argument.split('=', 1)[0]!);

/**
 * The words of `tracedeck …` where the app was started as the command line: an installed one has no Node of its own to run
 * that with. They follow the flag, or begin with a command, before which Chromium's own flags may stand
 * (`--no-sandbox serve`); one of our own it refuses there, since without it the command would mean other data. Null where
 * the app is meant: with nothing but flags, a file or a link, or by `app`.
 */
export function commandOf(args: readonly string[]): readonly string[] | null {
  const flag = args.indexOf(commandLineFlag);
  if (flag !== -1) {
    const words = args.slice(flag + (args[flag + 1] === endOfFlags ? 2 : 1));
    return words.length === 0 || words[0] === 'app' ? null : words;
  }
  if (asks.includes(args[0] ?? '')) return args;
  const index = args.findIndex((argument, at) => {
    // `--data-dir serve` names a folder.
    const isValue = at > 0 && flagsWithValue.has(args[at - 1] ?? '');
    return !argument.startsWith('-') && !isValue;
  });
  const isCommand = index !== -1 && (commands as readonly string[]).includes(args[index] ?? '');
  if (!isCommand) return null;
  return args.slice(0, index).some(isOwn) ? args : args.slice(index);
}

/** `process.argv` as the command line reads it: but for a packaged Electron, a script stands before the words. */
export function argvOf(program: string, words: readonly string[], isPackaged: boolean): string[] {
  return isPackaged ? [program, ...words] : [program, 'tracedeck', ...words];
}
